import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { flow, modelSettings } from './template.ts'

const greeting = 'Hi! How can I help you today?'

export const blankTemplate: AgentTemplate = {
  key: 'blank-template',
  name: 'Blank Template',
  description: 'An empty flow to build on.',
  icon: 'square-rounded-plus',
  template: {
    ...modelSettings,
    enableNodes: true,
    vg_systemPrompt: [
      'You are a helpful assistant on a website. Answer from what you have been given to know, in two or three',
      'sentences and in the visitor’s language. When you do not know something, say so.',
    ].join('\n'),
    vg_initMessages: [greeting],
    nodes: flow(
      { id: 'start', type: 'start', next: 'greeting' },
      { id: 'greeting', type: 'message', title: 'Greeting', text: greeting, next: 'answer' },
      { id: 'answer', type: 'ai', title: 'Answer' },
      { id: 'default', type: 'default', next: 'answer' },
    ),
  },
}
