/** What the widget may know of each agent (part 1 §3, 'Public agent data'), defaults filled in. */
import type { AgentDocument, PublicAgent } from '@parley/contracts/agent/document.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { pick, publicProjection } from '@parley/kernel/projection.ts'

/**
 * `position` is that of the event that made it so; `restricted`: only certain websites may embed it. Neither leaves
 * the server.
 */
export type StoredPublicAgent = { agent: PublicAgent; position: number; restricted: boolean }

export const publicAgentsProjection = publicProjection<StoredPublicAgent>()({
  name: 'public-agents',
  version: 4,
  events: pick(
    agentEvents,
    'AgentCreated',
    'AgentPublished',
    'AgentRenamed',
    'AgentVersionRestored',
    'AgentDeleted',
  ),
  indexes: {},
  identify: (event) => event.data.agentId,
  project(stored, event) {
    const { position } = event
    if (event.type === 'AgentCreated')
      return storedOf({ ...event.data.document, ID: event.data.agentId }, position)
    if (!stored || event.type === 'AgentDeleted') return undefined
    switch (event.type) {
      case 'AgentPublished': {
        const { changes, removed } = event.data
        const kept = Object.entries(stored.agent).filter(([name]) => !removed.includes(name))
        const restricted = removed.includes('allowedOrigins') ? false : stored.restricted
        return {
          agent: publicAgentOf({ ...Object.fromEntries(kept), ...changes }),
          restricted: isRestricted(changes) ?? restricted,
          position,
        }
      }
      case 'AgentRenamed':
        return { ...stored, agent: { ...stored.agent, title: event.data.title }, position }
      case 'AgentVersionRestored':
        return storedOf(event.data.document, position)
    }
  },
})

function storedOf(document: AgentDocument, position: number): StoredPublicAgent {
  return { agent: publicAgentOf(document), restricted: isRestricted(document) ?? false, position }
}

function isRestricted({ allowedOrigins }: AgentDocument): boolean | undefined {
  return allowedOrigins === undefined ? undefined : allowedOrigins.length > 0
}

/** Exactly the public fields of a document; whatever else it holds stays behind. */
export function publicAgentOf(document: AgentDocument): PublicAgent {
  return {
    ID: document.ID ?? '',
    ownerID: document.ownerID ?? '',
    title: document.title ?? '',
    description: document.description ?? '',
    autoOpenWidget: document.autoOpenWidget ?? false,
    autoStartWidget: document.autoStartWidget ?? false,
    listenForUrlChanges: document.listenForUrlChanges ?? false,
    syncBrowser: document.syncBrowser ?? false,
    recordChatHistory: document.recordChatHistory ?? true,
    lang: document.lang ?? 'en',
    theme: document.theme ?? 'blue-light',
    customThemeJSONString: document.customThemeJSONString ?? '',
    fontFamily: document.fontFamily || 'DM Sans',
    ADVANCED_customCSS: document.ADVANCED_customCSS ?? '',
    proactiveMessage: document.proactiveMessage ?? 'none',
    roundedImageURL: document.roundedImageURL ?? '',
    chatBgURL: document.chatBgURL ?? '',
    branding: document.branding ?? '',
    acceptFileUpload: document.acceptFileUpload ?? false,
    enableQuickFileUpload: document.enableQuickFileUpload ?? false,
    chatForget: document.chatForget ?? false,
    messageDelayMS: document.messageDelayMS ?? 1000,
    scrollAnimation: document.scrollAnimation ?? true,
    buttonsLayout: document.buttonsLayout ?? 'horizontal',
    enableGeoAnalytics: document.enableGeoAnalytics ?? false,
    enableAudioSupport: document.enableAudioSupport ?? false,
    enableAITranslate: document.enableAITranslate ?? false,
    AITranslateTo: document.AITranslateTo ?? '',
    translateUserResponse: document.translateUserResponse ?? false,
    enableHumanHandoff: document.enableHumanHandoff ?? false,
    alwaysShowHandoff: document.alwaysShowHandoff ?? false,
    fixedHandoffPopup: document.fixedHandoffPopup ?? false,
    showHandoffEvenIfOffline: document.showHandoffEvenIfOffline ?? false,
    UIhandoffTitle: document.UIhandoffTitle ?? '',
    UIhandoffSubtitle: document.UIhandoffSubtitle ?? '',
    vfSettings: { enableIgnoreUrlPaths: document.vfSettings?.enableIgnoreUrlPaths ?? false },
    whatsappPhoneNumber: document.whatsappPhoneNumber ?? '',
    aiDisclosure: document.aiDisclosure ?? {},
    ui: {
      widgetType: document.ui?.widgetType ?? 'popup',
      showWhatsappButtonOnWeb: document.ui?.showWhatsappButtonOnWeb ?? false,
      enableFixedFeedbackBtns: document.ui?.enableFixedFeedbackBtns ?? false,
    },
  }
}
