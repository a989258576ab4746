import { initialGreeting } from '@parley/contracts/agent/initial-content.ts'
import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { flow, modelSettings } from './template.ts'

export const blankTemplate: AgentTemplate = {
  key: 'blank-template',
  name: 'Blank Template',
  description: 'An empty flow to build on.',
  icon: 'square-rounded-plus',
  template: {
    ...modelSettings,
    enableNodes: true,
    vg_systemPrompt: [
      'You are a helpful assistant on the website of {{business}}. Answer from what you have been given to know, in',
      'two or three sentences and in the visitor’s language. When you do not know something, say so.',
    ].join('\n'),
    vg_initMessages: [initialGreeting],
    nodes: flow(
      { id: 'start', type: 'start', next: 'greeting' },
      { id: 'greeting', type: 'message', title: 'Greeting', text: initialGreeting, next: 'answer' },
      { id: 'answer', type: 'ai', title: 'Answer' },
      { id: 'default', type: 'default', next: 'answer' },
    ),
  },
}
