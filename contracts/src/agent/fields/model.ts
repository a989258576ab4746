/** What the agent says and with which model: the page Prompt, and the flow on the canvas. */
import { z } from 'zod'
import { field } from '../field.ts'
import { demoGreeting, friendlyGreeting, friendlyPrompt, initialNodes } from '../initial-content.ts'
import { nodeSchema } from '../nodes.ts'

const longText = z.string().max(60_000)

export const modelFields = {
  enableNodes: field(z.boolean(), {
    label: 'Node flow',
    help: 'With it, the first messages are those of the flow; without it, the agent answers from its prompt and knowledge alone.',
    place: 'prompt',
    words: 'canvas steps builder',
    default: true,
    exported: true,
  }),
  nodes: field(z.array(nodeSchema).max(500), {
    label: 'Nodes',
    place: 'prompt',
    words: 'canvas flow steps',
    default: initialNodes,
    exported: true,
  }),
  vg_defaultModel: field(z.string().max(100), {
    label: 'Model',
    help: 'Choose one, or type the name of another',
    place: 'prompt',
    words: 'llm gpt claude gemini',
    defaultWithoutNodes: 'gpt-4o',
    fallback: 'gpt-4o',
    emptyIsAbsent: true,
    exported: true,
  }),
  vg_maxTokens: field(z.number().int().min(1).max(128_000), {
    label: 'Longest reply',
    help: 'In tokens; a token is about ¾ of a word',
    place: 'prompt',
    words: 'maximum length output',
    defaultWithoutNodes: 1024,
    fallback: 1024,
    exported: true,
  }),
  vg_temperature: field(z.number().min(0).max(2), {
    label: 'Temperature',
    help: 'Low keeps replies to the point and alike; high makes them more varied.',
    place: 'prompt',
    words: 'creativity randomness',
    defaultWithoutNodes: 0.5,
    fallback: 0.5,
    exported: true,
  }),
  vg_systemPrompt: field(longText, {
    label: 'System prompt',
    help: 'Instructions that the model follows in every reply. Visitors are never shown them.',
    place: 'prompt',
    words: 'instructions persona',
    defaultWithoutNodes: friendlyPrompt,
    exported: true,
  }),
  facts: field(z.string().max(20_000), {
    label: 'Facts the agent may state',
    help: 'Sentences that visitors may be told as they stand, such as opening hours or an address. One fact a line.',
    place: 'prompt',
    words: 'address opening hours public information',
    exported: true,
    // An address and opening hours are those of one business, a blueprint is for many.
    own: true,
  }),
  vg_initPrompt: field(longText, {
    label: 'Launch message',
    help: 'Said after the first messages. Markdown works, and blocks such as a carousel or a video.',
    place: 'prompt',
    words: 'greeting prompt welcome',
    defaultWithoutNodes: demoGreeting,
    exported: true,
  }),
  vg_initMessages: field(z.array(z.string().max(8000)).max(10), {
    label: 'First messages',
    help: 'Said as soon as a conversation starts, in this order. Markdown works.',
    place: 'prompt',
    words: 'welcome greeting',
    defaultWithoutNodes: [friendlyGreeting],
    exported: true,
  }),
  assignedToolsIds: field(z.array(z.string()), {
    label: 'Functions',
    help: 'What the model may call when it helps to answer. Nodes can call any function.',
    place: 'prompt',
    words: 'tools api calls',
  }),
  vg_enableUIEngine: field(z.boolean(), {
    label: 'UI engine',
    defaultWithoutNodes: true,
    exported: true,
  }),
  vg_enableAboutContext: field(z.boolean(), { label: 'About the agent', exported: true }),
  smartInit: field(z.boolean(), {
    label: 'Smart Initialization',
    help: 'Waits for the visitor’s first message and answers that, instead of always saying the same launch message.',
    place: 'prompt',
    exported: true,
  }),
}
