/** The texts and the flow that new agents begin with. */
import type { AgentNode } from './nodes.ts'

/** First message of a new agent with nodes. */
export const initialGreeting = 'Hi! How can I help you today?'

/** First message of a new agent without nodes. */
export const friendlyGreeting = 'Hi there! 👋 How can I help you today?'

/** Greetings that nobody wrote: visitors read them in their own language. */
export const initialGreetings: readonly string[] = [initialGreeting, friendlyGreeting]

/** The initial nodes: a greeting, then the model replies; it also replies through the default node. */
export const initialNodes: AgentNode[] = [
  { id: 'start', type: 'start', position: { x: 0, y: 0 }, next: 'greeting' },
  {
    id: 'greeting',
    type: 'message',
    title: 'Greeting',
    text: initialGreeting,
    position: { x: 280, y: 0 },
    next: 'answer',
  },
  { id: 'answer', type: 'ai', title: 'Answer', position: { x: 560, y: 0 } },
  { id: 'default', type: 'default', position: { x: 0, y: 180 }, next: 'answer' },
]

/** Shows what a message can contain: Markdown, a carousel and a video, which loads nothing until it is played. */
export const demoGreeting = `I can answer with **bold**, *italic* and lists:

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

export const friendlyPrompt = [
  'You are a friendly customer-care assistant. You help visitors of this website with their questions.',
  '',
  '- Be warm, patient and brief: two or three sentences unless more is asked for.',
  '- Answer from what you know about the company. If you do not know something, say so and offer to pass',
  '  the question on; never make up prices, dates or promises.',
  '- Ask one question at a time when you need to know more.',
  '- Write in the language of the visitor.',
].join('\n')
