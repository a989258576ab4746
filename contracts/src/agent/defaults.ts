/** The defaults of a new agent (part 1 §3). Ids, keys and the time are passed in: nothing here is random. */
import type { Region } from '../endpoint.ts'
import type { AgentDocument } from './document.ts'
import type { AgentNode } from './nodes.ts'

export const maxVersionsListed = 20

/** In ms. After a longer delay the visitor would think that the agent does not respond. */
export const maxDelayBeforeSubmit = 10_000

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

/** The initial nodes: a greeting, then the model replies; it also replies through the default node. */
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

/** Shows what a message can contain: Markdown, a carousel and a video, which loads nothing until it is played. */
const demoGreeting = `I can answer with **bold**, *italic* and lists:

- questions about our products
- opening hours and prices
- the way to a person who helps you

\`\`\`carousel
[
  {"title": "Ask me anything", "description": "I answer from what I was given to know.", "buttons": [{"label": "What can you do?"}]},
  {"title": "Products", "description": "Find the one that fits you.", "buttons": [{"label": "Show me your products"}]},
  {"title": "People", "description": "Sometimes only a person will do.", "buttons": [{"label": "How can I reach you?"}]}
]
\`\`\`

\`\`\`video
https://www.youtube.com/watch?v=aqz-KE-bpKQ
Big Buck Bunny, a short film by the Blender Foundation
\`\`\``

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
  vg_initPrompt: demoGreeting,
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

/** Fills in absent fields, also in nested objects; lists and present values are unchanged. */
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
