/** What the chat shows of a conversation, and what may be done with it. */
import type { HandoffView } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { Extras } from './saved.ts'
import type { ChatMessage } from './transcript.ts'

export type ChatState = {
  /** `broken` can be tried again; `stopped` can't: credits or usage say so. */
  phase: 'idle' | 'starting' | 'ready' | 'broken' | 'stopped'
  messages: readonly ChatMessage[]
  typing: boolean
  /** Who types, where it is a person. */
  typist?: string
  /** A reply is being given that can be stopped. */
  answering: boolean
  owner: 'agent' | 'human' | 'nobody'
  resolved: boolean
  /** Who answers, where a person does. */
  person?: string
  handoff?: HandoffView
  offline: boolean
  /** What went wrong, for the visitor; only while broken. */
  trouble?: string
}

export type Conversation = {
  state(): ChatState
  subscribe(listener: () => void): () => void
  /** Begins or resumes once; later calls fetch what came meanwhile. */
  start(pageUrl: string | undefined): void
  send(text: string, extras?: Extras): void
  /** Sends a message again under its own id, so that it is never said twice. */
  retry(id: string): void
  /** Ends the reply that is being given. */
  stop(): void
  /** Leaves this conversation for a new one, or for an earlier one of the same visitor. */
  renew(other?: { conversationId: string; visitorToken: string }): void
  /** Rates a message; 'none' takes it back. */
  rate(messageId: string, rating: 'up' | 'down' | 'none', comment?: string): Promise<boolean>
  requestHandoff(): Promise<void>
  /** Where calls about this conversation go. */
  place(): { params: { region: 'na' | 'eu'; agentId: string; conversationId: string }; token: string }
  /** Does something with the conversation once there is one. */
  whenReady(work: () => void): void
  /** Whether the visitor looks: others are only followed then, or while a person answers. */
  look(open: boolean): void
}
