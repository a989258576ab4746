/** The state of a conversation as the chat shows it, and its operations. */
import type { HandoffView } from '@parley/contracts/conversation/visitor-endpoints.ts'
import type { Extras } from './saved.ts'
import type { ChatMessage } from './transcript.ts'

export type ChatState = {
  /** `broken` can be retried; `stopped` cannot, because credits or usage are exhausted. */
  phase: 'idle' | 'starting' | 'ready' | 'broken' | 'stopped'
  messages: readonly ChatMessage[]
  /** The server has messages before the first of these. */
  earlier: boolean
  typing: boolean
  /** Name of the person who types. */
  typist?: string
  /** A reply is in progress and can be stopped. */
  answering: boolean
  owner: 'agent' | 'human' | 'nobody'
  resolved: boolean
  /** Name of the person who answers. */
  person?: string
  handoff?: HandoffView
  /** A person was asked for while nobody was there. */
  requested?: boolean
  offline: boolean
  /** Error for the visitor, set only while `broken`. */
  trouble?: string
}

export type Conversation = {
  state(): ChatState
  subscribe(listener: () => void): () => void
  /** Starts or resumes the conversation once; later calls fetch new messages. */
  start(page: string | undefined): void
  send(text: string, extras?: Extras): void
  /** Sends a message again with the same id, so that it is recorded only once. */
  retry(id: string): void
  /** Fetches the messages before the first one. */
  showEarlier(): void
  /** Stops the reply in progress. */
  stop(): void
  /** Leaves this conversation for a new one, or for an earlier one of the same visitor. */
  renew(other?: { conversationId: string; visitorToken: string }): void
  /** Rates a message; 'none' removes the rating. */
  rate(messageId: string, rating: 'up' | 'down' | 'none', comment?: string): Promise<boolean>
  requestHandoff(): Promise<void>
  /** Parameters and token for calls about this conversation. */
  place(): { params: { region: 'na' | 'eu'; agentId: string; conversationId: string }; token: string }
  /** Runs `work` once the conversation is ready. */
  whenReady(work: () => void): void
  /**
   * Sets whether the visitor looks. The conversation is followed only then, or while a person is the owner or awaited.
   */
  look(open: boolean): void
}
