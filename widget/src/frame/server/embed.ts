/** Proves to the server on which website the chat is, where that matters (`contracts/src/conversation/embed.ts`). */
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'

const given = document.querySelector<HTMLMetaElement>(`meta[name="${EMBED_HEADER}"]`)
let ticket = given?.content

/** What every call to the server carries. */
export function embedHeaders(): Record<string, string> {
  return ticket ? { [EMBED_HEADER]: ticket } : {}
}

/** To be told of every answer. A proof that is over, such as after a night asleep, is had again with the document. */
export function noteAnswer(header: (name: string) => string | null, code?: string): void {
  ticket = header(EMBED_HEADER) ?? ticket
  if (ticket && code === 'origin-not-allowed') location.reload()
}
