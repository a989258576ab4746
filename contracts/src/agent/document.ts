/**
 * The agent's document, with the names and defaults of the specification (part 1 §3, part 2 §3). Secrets are
 * marked and sealed in events and documents.
 */
import { z } from 'zod'
import { longestAddress, longestPicture, pictureTooLarge } from '../file/pictures.ts'
import { readableSecret, secret } from '../message.ts'
import { allowedOrigin } from './allowed-origins.ts'
import { maxDelayBeforeSubmit } from './defaults.ts'
import { nodeSchema } from './nodes.ts'

const shortText = z.string().max(500)
const longText = z.string().max(60_000)

/**
 * A picture's address. A picture that is uploaded comes as a `data:` address; it is kept as a file, and the address
 * of the file takes its place before anything is saved.
 */
const picture = z
  .string()
  .max(longestPicture, pictureTooLarge)
  .refine(
    (address) => address.length <= longestAddress || address.startsWith('data:'),
    `The address of a picture has at most ${longestAddress} characters.`,
  )
  .meta({ picture: true })

export const themes = ['blue-light', 'blue-dark'] as const
export const agentPlatforms = ['vf', 'vg', 'oai-assistants'] as const

/** The message is the specification's. */
export const agentTitleSchema = z.string().trim().min(1, 'Please provide a name for the agent.').max(200)

/**
 * Also exported for validation on saving. The message is the specification's: 'Max chunk size must be greater than
 * 1000'.
 */
export const maxChunkSizeSchema = z
  .number()
  .int()
  .min(1000, 'Max chunk size must be greater than 1000')
  .max(20_000)

export const agentDocumentSchema = z
  .object({
    ID: z.string().min(1).max(64),
    title: agentTitleSchema,
    ownerID: z.string(),
    agentPlatform: z.enum(agentPlatforms),
    description: z.string().max(2000),
    theme: z.string().max(100),
    customThemeJSONString: z.string().max(20_000),
    fontFamily: z.string().max(100),
    ADVANCED_customCSS: z.string().max(50_000),
    roundedImageURL: picture,
    squareImageURL: picture,
    chatBgURL: picture,
    branding: z.string().max(2000),
    proactiveMessage: z.string().max(2000),
    scrollAnimation: z.boolean(),
    messageDelayMS: z.number().int().min(0).max(60_000),
    /** Milliseconds that the agent waits for further messages of a burst before it replies; 0 replies at once. */
    delayBeforeSubmit: z
      .number()
      .int()
      .min(0)
      .max(maxDelayBeforeSubmit, `An agent waits for more at most ${maxDelayBeforeSubmit / 1_000} seconds.`),
    messagesLimit: z.number().int().min(0),
    tokensUsage: z.number().min(0),
    maxTokensUsage: z.number().min(0),
    autoOpenWidget: z.boolean(),
    autoStartWidget: z.boolean(),
    /** Whether the tabs of a browser share one conversation, its messages and whether the chat is open. */
    syncBrowser: z.boolean(),
    /** Whether the chat is told about client-side navigation. */
    listenForUrlChanges: z.boolean(),
    chatForget: z.boolean(),
    lang: z.string().max(20),
    recordChatHistory: z.boolean(),
    acceptFileUpload: z.boolean(),
    enableQuickFileUpload: z.boolean(),
    enableAudioSupport: z.boolean(),
    enableGeoAnalytics: z.boolean(),
    enableAITranslate: z.boolean(),
    AITranslateTo: z.string().max(20),
    translateUserResponse: z.boolean(),
    buttonsLayout: z.enum(['horizontal', 'vertical', 'in-footer']),
    starred: z.boolean(),
    isDeployed: z.boolean(),
    region: z.string(),
    vectorDb: z.enum(['postgres', 'firebase']),
    tabs: z.array(z.string()),
    /** The notice that the visitor talks to an AI (ruling 13); shown unless `off`. */
    aiDisclosure: z.object({ off: z.boolean().optional(), text: z.string().max(500).optional() }),
    /**
     * Origins whose pages may embed the agent, such as `https://shop.example` or `https://*.shop.example`. Empty allows
     * any page. Otherwise a request without an Origin is refused too.
     */
    allowedOrigins: z.array(allowedOrigin).max(100),
    /** Number of days between the last message of a conversation and its erasure; 0 keeps it. */
    retentionDays: z.number().int().min(0).max(3650),
    /** Credits the agent may use in a calendar month (UTC); 0 for no limit. */
    monthlyCreditsLimit: z.number().min(0),

    enableHumanHandoff: z.boolean(),
    alwaysShowHandoff: z.boolean(),
    manualControl: z.boolean(),
    fixedHandoffPopup: z.boolean(),
    showHandoffEvenIfOffline: z.boolean(),
    UIhandoffTitle: shortText,
    UIhandoffSubtitle: shortText,
    smartHandoff: z.boolean(),
    /** Minutes until the agent continues when no person answered; 0 waits without limit. */
    handoffTimeoutMinutes: z.number().int().min(0).max(10_080),
    smartInit: z.boolean(),

    SECRET_API_KEY: readableSecret(
      z.string().regex(/^vg_[A-Za-z0-9]{20}$/, 'The key is vg_ and 20 letters or digits'),
    ),

    enableNodes: z.boolean(),
    nodes: z.array(nodeSchema).max(500),

    vg_defaultModel: z.string().max(100),
    /** Used when the first model fails permanently. */
    vg_fallbackModel: z.string().max(100),
    vg_temperature: z.number().min(0).max(2),
    vg_maxTokens: z.number().int().min(1).max(128_000),
    vg_systemPrompt: longText,
    vg_initPrompt: longText,
    vg_initMessages: z.array(z.string().max(8000)).max(10),
    vg_kbDefaultDimension: z.number().int(),
    vg_kbTopChunks: z.number().int().min(1).max(20),
    vg_kbCharCount: z.number(),
    vg_kbDocsCount: z.number(),
    vg_kb_llm: z.object({
      searchMethod: z.enum(['smart', 'simple']).optional(),
      searchPrompt: longText.optional(),
      modelId: z.string().max(100).optional(),
      temperature: z.number().min(0).max(2).optional(),
      maxTokens: z.number().int().min(1).optional(),
    }),
    /** Below this score (0 to 1) the agent replies that it does not know. */
    ifKnowsThreshold: z.number().min(0).max(1),
    vg_enableUIEngine: z.boolean(),
    vg_enableAboutContext: z.boolean(),
    vgOptions: z.object({ maxChunkSize: maxChunkSizeSchema.optional() }),
    assignedToolsIds: z.array(z.string()),

    voiceConfig: z.object({
      config: z
        .object({
          recordAudio: z.boolean().optional(),
          enableWebCalling: z.boolean().optional(),
          backgroundNoise: z.string().max(50).optional(),
        })
        .optional(),
      transcriber: z
        .object({
          provider: z.string().max(50).optional(),
          modelId: z.string().max(50).optional(),
          utteranceThreshold: z.number().optional(),
          language: z.string().max(20).optional(),
        })
        .optional(),
      speechGen: z
        .object({ provider: z.string().max(50).optional(), voiceId: z.string().max(100).optional() })
        .optional(),
    }),
    vapi: z.object({ id: z.string().optional() }),
    vapiConfig: z.object({
      enableVapiOnWeb: z.boolean().optional(),
      overrideWithVG: z.boolean().optional(),
      promptOnWeb: z.boolean().optional(),
      maxCostMonthly: z.number().min(0).optional(),
      maxMinutesMonthly: z.number().min(0).optional(),
    }),
    /**
     * For `vf` agents: the project at the third party that answers. With `enableIgnoreUrlPaths` the chat of any agent
     * gets only the site, not the path of the page.
     */
    vfSettings: z.object({
      enableIgnoreUrlPaths: z.boolean().optional(),
      /** Never leaves the server. When absent on saving, the present key is kept; an empty text removes it. */
      apiKey: secret(z.string().max(500)).optional(),
      /** Set by the server: whether there is a key. Ignored on saving. */
      hasApiKey: z.boolean().optional(),
      /** `production`, `development` or the id of a version; `production` by default. */
      versionID: z.string().max(100).optional(),
      projectID: z.string().max(100).optional(),
    }),
    ui: z.object({
      widgetType: z.enum(['popup', 'full-width', 'modal', 'inline']).optional(),
      enableFixedFeedbackBtns: z.boolean().optional(),
      showWhatsappButtonOnWeb: z.boolean().optional(),
      voiceQuestionLabel: shortText.optional(),
      voiceContinueLabel: shortText.optional(),
      voiceDismissLabel: shortText.optional(),
    }),
    internal: z.object({
      accountCreationConfig: z.string().optional(),
      websocketServer: z.string().optional(),
      template: z.string().optional(),
    }),

    whatsappPhoneNumber: z.string().max(50),
    whatsappToken: readableSecret(z.string().max(2000)),
    whatsappBusniessId: z.string().max(100),
    whatsappNumberId: z.string().max(100),
    waTestNumber: z.string().max(50),
    waVerifyPassed: z.boolean(),
    gcloudClientEmail: z.string().max(300),
    gcloudPrivateKey: readableSecret(z.string().max(10_000)),
    /** Unix seconds. */
    lastModified: z.number().int(),
  })
  .partial()
  .strict()

/** A whole or partial agent document. Absent fields are unchanged on saving. */
export type AgentDocument = z.infer<typeof agentDocumentSchema>

/** Fields that the dashboard ignores when it compares local edits with the server's copy (part 2 §4). */
export const ignoredInComparison = ['lastModified', 'ts', 'ownerID', 'userId'] as const

/** The only fields of an agent that the widget gets (part 1 §3, 'Public agent data'). */
export const publicAgentSchema = z.object({
  ID: z.string(),
  ownerID: z.string(),
  title: z.string(),
  description: z.string(),
  autoOpenWidget: z.boolean(),
  autoStartWidget: z.boolean(),
  listenForUrlChanges: z.boolean(),
  syncBrowser: z.boolean(),
  recordChatHistory: z.boolean(),
  lang: z.string(),
  theme: z.string(),
  customThemeJSONString: z.string(),
  fontFamily: z.string(),
  ADVANCED_customCSS: z.string(),
  proactiveMessage: z.string(),
  roundedImageURL: z.string(),
  chatBgURL: z.string(),
  branding: z.string(),
  /** Whether the browser keeps nothing of the chat across page loads. */
  chatForget: z.boolean(),
  messageDelayMS: z.number(),
  scrollAnimation: z.boolean(),
  buttonsLayout: z.string(),
  enableGeoAnalytics: z.boolean(),
  /** Whether visitors may send files; `enableQuickFileUpload`: each file is sent at once, without a message. */
  acceptFileUpload: z.boolean(),
  enableQuickFileUpload: z.boolean(),
  enableAudioSupport: z.boolean(),
  enableAITranslate: z.boolean(),
  AITranslateTo: z.string(),
  translateUserResponse: z.boolean(),
  enableHumanHandoff: z.boolean(),
  alwaysShowHandoff: z.boolean(),
  fixedHandoffPopup: z.boolean(),
  showHandoffEvenIfOffline: z.boolean(),
  UIhandoffTitle: z.string(),
  UIhandoffSubtitle: z.string(),
  whatsappPhoneNumber: z.string(),
  vfSettings: z.object({ enableIgnoreUrlPaths: z.boolean() }),
  aiDisclosure: z.object({ off: z.boolean().optional(), text: z.string().optional() }),
  ui: z.object({
    widgetType: z.string(),
    showWhatsappButtonOnWeb: z.boolean(),
    enableFixedFeedbackBtns: z.boolean(),
  }),
})
export type PublicAgent = z.infer<typeof publicAgentSchema>
