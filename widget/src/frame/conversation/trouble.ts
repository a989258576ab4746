/** What a failed call means for the visitor. */
import { CallError } from '../server/api.ts'
import type { Words } from '../words/words.ts'

/** Credits or usage say stop. */
export const isRefusedForMoney = (error: unknown) => error instanceof CallError && error.status === 402

/** In the visitor's language where the chat has words for it, else the server's sentence. */
export function explain(error: unknown, words: Words): string {
  if (!(error instanceof CallError)) return words.unreachable
  if (error.code === 'interrupted') return words.interrupted
  if (error.status === 0) return words.unreachable
  if (error.status === 429) return words.tooMany
  return error.message || words.unreachable
}
