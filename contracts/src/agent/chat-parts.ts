/** The parts of the chat that an agent's own CSS may address by `data-part` (docs/data-parts.md). */
export const chatParts = {
  header: 'the bar with the agent’s picture and name',
  avatar: 'the agent’s picture',
  log: 'the messages, which scroll',
  disclosure: 'the notice that an AI answers',
  'agent-messages': 'messages of the agent or the team in a row',
  'visitor-messages': 'messages of the visitor in a row',
  bubble: 'the text of one message',
  choices: 'the buttons that a visitor may choose from',
  feedback: 'the thumbs below an answer',
  handoff: 'the offer to talk to a person',
  menu: 'the open menu of the header',
  composer: 'the field for messages with its buttons',
  send: 'the button that sends',
}
export type ChatPart = keyof typeof chatParts
