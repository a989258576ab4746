/**
 * What the loader on the visitor's page and the chat in its frame tell each other. Both sides check origin and
 * source of every message; neither sends to `*`.
 */
import type { VisitorIdentity } from './page-api.ts'

export type FromLoader =
  /** The chat is on screen: begin or go on, and take the focus if asked. */
  | { type: 'open'; focus: boolean; page: string }
  /** Begin in the background (`autoStartWidget`). */
  | { type: 'start'; page: string }
  /** Go on with a conversation that there is, and show what came meanwhile; begin none. */
  | { type: 'watch'; page: string }
  | { type: 'close' }
  /** The page says something in the visitor's name; the conversation begins if there is none. */
  | { type: 'send'; text: string; page: string }
  /** Who the visitor is; `signature`: HMAC-SHA256 of the userId under the agent's key, made by the page's server. */
  | { type: 'identify'; identity: Identity }
  | { type: 'variables'; variables: Record<string, string> }
  /** The visitor went to another page without leaving this document (`listenForUrlChanges`). */
  | { type: 'moved'; page: string }

export type Identity = VisitorIdentity

export type FromFrame =
  | { type: 'ready' }
  | { type: 'close' }
  /** How many replies came while nobody looked: the chat closed, or its page hidden. 0 once they are seen. */
  | { type: 'unread'; count: number }
  /** A message is whole: the visitor's, the agent's or a person's. */
  | { type: 'message'; role: string; id: string; text?: string }
  /** The conversation changed hands. */
  | { type: 'handoff'; owner: 'agent' | 'human' | 'nobody' }

export type Mode = 'popup' | 'full-width' | 'modal' | 'inline'

/** The loader tells the frame in the address's fragment whom it answers to and how it is shown. */
export function frameHash(parentOrigin: string, mode: Mode): string {
  return `#parent=${encodeURIComponent(parentOrigin)}&mode=${mode}`
}
