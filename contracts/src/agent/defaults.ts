/** What a new agent starts with (part 1 §3). Ids, keys and the time come in: nothing here is random. */
import type { Region } from '../endpoint.ts'
import type { AgentDocument } from './document.ts'
import type { AgentNode } from './nodes.ts'

export const maxVersionsListed = 20

/** The new-agent defaults of every agent (part 1 §3, first table). `lastModified` is in unix seconds. */
export function newAgentDefaults(agent: {
  ID: string
  ownerID: string
  region: Region
  SECRET_API_KEY: string
  lastModified: number
}): AgentDocument {
  return {
    ...agent,
    agentPlatform: 'vg',
    description: 'Your virtual assistant.',
    theme: 'blue-light',
    scrollAnimation: true,
    proactiveMessage: '👋 Hi, how can I help you today?',
    messageDelayMS: 1000,
    maxTokensUsage: 0,
    autoStartWidget: false,
    syncBrowser: false,
    listenForUrlChanges: false,
    lang: 'en',
    recordChatHistory: true,
    enableGeoAnalytics: false,
    internal: { accountCreationConfig: 'v2' },
    enableNodes: true,
    nodes: initialNodes,
    voiceConfig: {
      config: { recordAudio: true, enableWebCalling: true, backgroundNoise: 'restaurant' },
      transcriber: { provider: 'deepgram', modelId: 'nova-2', utteranceThreshold: 50, language: 'en' },
      speechGen: { provider: 'deepgram', voiceId: 'asteria' },
    },
    vapiConfig: { promptOnWeb: false },
  }
}

/** The initial node set: a greeting, then the model answers; whatever fits nowhere is answered by it too. */
export const initialNodes: AgentNode[] = [
  { id: 'start', type: 'start', position: { x: 0, y: 0 }, next: 'greeting' },
  {
    id: 'greeting',
    type: 'message',
    title: 'Greeting',
    text: 'Hi! How can I help you today?',
    position: { x: 280, y: 0 },
    next: 'answer',
  },
  { id: 'answer', type: 'ai', title: 'Answer', position: { x: 560, y: 0 } },
  { id: 'default', type: 'default', position: { x: 0, y: 180 }, next: 'answer' },
]

/** Extra defaults merged for vg agents without nodes (part 1 §3). */
export const agentDefaultsWithoutNodes: AgentDocument = {
  vg_defaultModel: 'gpt-4o',
  vg_enableUIEngine: true,
  vg_temperature: 0.5,
  vg_systemPrompt: [
    'You are a friendly customer-care assistant. You help visitors of this website with their questions.',
    '',
    '- Be warm, patient and brief: two or three sentences unless more is asked for.',
    '- Answer from what you know about the company. If you do not know something, say so and offer to pass',
    '  the question on; never make up prices, dates or promises.',
    '- Ask one question at a time when you need to know more.',
    '- Write in the language of the visitor.',
  ].join('\n'),
  vg_initPrompt: [
    'Welcome the visitor and show what you can do, in this order:',
    '',
    '1. One sentence of welcome in **Markdown**, with the most important words in bold.',
    '2. A carousel of three cards: what you can answer, how a person can be reached, and what is new.',
    '3. A short video that introduces the company, if you know of one.',
  ].join('\n'),
  vg_initMessages: ['Hi there! 👋 How can I help you today?'],
  vg_maxTokens: 1024,
  vg_kbDefaultDimension: 1536,
  internal: { websocketServer: 'nodejs' },
  vgOptions: { maxChunkSize: 2424 },
  vapiConfig: { promptOnWeb: false },
  enableGeoAnalytics: true,
  voiceConfig: {
    transcriber: { utteranceThreshold: 150 },
    speechGen: { provider: 'google-live' },
  },
}

/** Fills what is absent, in nested objects too; lists and present values stay as they are. */
export function withDefaults<Value extends object>(value: Value, defaults: Partial<Value>): Value {
  const filled: Record<string, unknown> = { ...defaults }
  for (const [name, own] of Object.entries(value)) {
    if (own === undefined) continue
    const fallback = filled[name]
    filled[name] = isPlainObject(own) && isPlainObject(fallback) ? withDefaults(own, fallback) : own
  }
  return filled as Value
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
