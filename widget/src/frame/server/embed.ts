/**
 * Proves to the server on which website the chat is embedded, if the agent restricts it
 * (`contracts/src/conversation/embed.ts`).
 */
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'

const given = document.querySelector<HTMLMetaElement>(`meta[name="${EMBED_HEADER}"]`)
let ticket = given?.content

/** Headers of every call to the server. */
export function embedHeaders(): Record<string, string> {
  return ticket ? { [EMBED_HEADER]: ticket } : {}
}

/**
 * Call it with the headers of every response. If the proof has expired, for example while the device was asleep,
 * reloads the document to get a new one.
 */
export function noteAnswer(header: (name: string) => string | null, code?: string): void {
  ticket = header(EMBED_HEADER) ?? ticket
  if (ticket && code === 'origin-not-allowed') location.reload()
}
