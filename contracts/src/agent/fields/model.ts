/** What the agent says and with which model: the page Prompt, and the flow on the canvas. */
import { z } from 'zod'
import { field } from '../field.ts'
import { demoGreeting, friendlyPrompt, initialNodes } from '../initial-content.ts'
import { nodeSchema } from '../nodes.ts'

const longText = z.string().max(60_000)

export const modelFields = {
  enableNodes: field(z.boolean(), {
    label: 'Node flow',
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
    help: 'Instructions that the model follows in every reply. State facts here that the agent may always use.',
    place: 'prompt',
    words: 'instructions persona',
    defaultWithoutNodes: friendlyPrompt,
    exported: true,
  }),
  vg_initPrompt: field(longText, {
    label: 'Greeting prompt',
    defaultWithoutNodes: demoGreeting,
    exported: true,
  }),
  vg_initMessages: field(z.array(z.string().max(8000)).max(10), {
    label: 'First messages',
    help: 'Said as soon as a conversation starts, in this order. Markdown works.',
    place: 'prompt',
    words: 'welcome greeting',
    defaultWithoutNodes: ['Hi there! 👋 How can I help you today?'],
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
  smartInit: field(z.boolean(), { label: 'Smart Initialization', exported: true }),
}
