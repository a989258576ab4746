/** The chat within the dashboard's preview: the agent as it is edited, and a conversation that is not sent anywhere. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { Previewing } from '../preview/previewed.ts'
import type { ConversationOptions } from './conversation/conversation.ts'
import { newId } from './conversation/new-id.ts'
import type { ChatState, Conversation } from './conversation/state.ts'
import { merge, ownMessage } from './conversation/transcript.ts'
import { pickPart } from './pick-part.ts'
import { ownStyles } from './theme/own-styles.ts'

/** The parent page has the same origin; the policy of this document allows no other. */
const page = window.parent as Window & Previewing
const { previewed } = page
page.chat = {
  restyle(css) {
    document.adoptedStyleSheets = [ownStyles(css)]
  },
  pick: pickPart,
}
page.chatReady?.()

const answer: Block = {
  type: 'text',
  text: 'This is a preview: nothing was sent, and nobody answers here. In the test panel you can talk to the agent.',
}

export const preview = { agent: previewed.agent, create: previewConversation }

function previewConversation({ agent, onMessage }: Omit<ConversationOptions, 'region'>): Conversation {
  const listeners = new Set<() => void>()
  const { enableHumanHandoff, alwaysShowHandoff, fixedHandoffPopup, UIhandoffTitle, UIhandoffSubtitle } =
    agent
  const offered = enableHumanHandoff && alwaysShowHandoff
  const handoff = {
    offered,
    online: true,
    fixed: fixedHandoffPopup,
    quiet: false,
    title: UIhandoffTitle,
    subtitle: UIhandoffSubtitle,
  }
  const fresh = { typing: false, answering: false, owner: 'agent', resolved: false } as const
  let state: ChatState = { ...fresh, phase: 'idle', messages: [], earlier: false, offline: false, handoff }

  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const say = (blocks: Block[]) => {
    const index = state.messages.length
    const message = { id: newId(), index, role: 'agent', blocks, at: new Date().toISOString() } as const
    set({ messages: merge(state.messages, [message]), typing: false })
    onMessage(message)
  }
  const begin = () => {
    set({ phase: 'ready', messages: [] })
    for (const blocks of previewed.messages) say(blocks)
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => state.phase === 'idle' && begin(),
    send(text, extras = {}) {
      const said = { id: newId(), text, at: new Date().toISOString(), ...extras }
      const { delivery: _, ...own } = ownMessage(state.messages, said)
      set({ messages: merge(state.messages, [own]), typing: true })
      setTimeout(() => say([answer]), agent.messageDelayMS)
    },
    showEarlier: () => undefined,
    retry: () => undefined,
    stop: () => undefined,
    renew: begin,
    rate: async () => true,
    requestHandoff: async () => set({ owner: 'nobody' }),
    place: () => ({ params: { region: 'na', agentId: agent.ID, conversationId: 'preview' }, token: '' }),
    whenReady: (work) => state.phase === 'ready' && work(),
    look: () => undefined,
  }
}
