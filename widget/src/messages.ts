/**
 * Messages between the loader on the visitor's page and the chat in its frame. Both sides check origin and source of
 * every message; neither sends to `*`.
 */
import type { VisitorIdentity } from './page-api.ts'

/** `page`: its address, with its title on a second line where it may be known. */
export type FromLoader =
  /** The chat is visible: start or resume the conversation, and take the focus if `focus` is set. */
  | { type: 'open'; focus: boolean; page: string }
  /** Start in the background (`autoStartWidget`). */
  | { type: 'start'; page: string }
  /** Resume an existing conversation and fetch new messages; do not start one. */
  | { type: 'watch'; page: string }
  | { type: 'close' }
  /** Send a message as the visitor. Starts a conversation if there is none. */
  | { type: 'send'; text: string; page: string }
  /** Who the visitor is. `signature`: HMAC-SHA256 of the userId with the agent's key, created by the page's server. */
  | { type: 'identify'; identity: Identity }
  | { type: 'variables'; variables: Record<string, string> }
  /** The visitor navigated without leaving this document (`listenForUrlChanges`). */
  | { type: 'moved'; page: string }

export type Identity = VisitorIdentity

export type FromFrame =
  | { type: 'ready' }
  | { type: 'close' }
  /** Number of replies since the chat was closed or its page hidden; 0 once they are seen. */
  | { type: 'unread'; count: number }
  /** A message of the visitor, the agent or a person is complete. */
  | { type: 'message'; role: string; id: string; text?: string }
  /** The owner of the conversation changed. */
  | { type: 'handoff'; owner: 'agent' | 'human' | 'nobody' }

export type Mode = 'popup' | 'full-width' | 'modal' | 'inline'

/** Returns the fragment by which the frame knows the origin of its parent, its mode and the font to take over. */
export function frameHash(parentOrigin: string, mode: Mode, font: string): string {
  return `#parent=${encodeURIComponent(parentOrigin)}&mode=${mode}&font=${encodeURIComponent(font)}`
}
