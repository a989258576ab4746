/** Interprets failed calls for the visitor. */
import { CallError } from '../server/api.ts'
import type { Words } from '../words/words.ts'

/** True if credits or usage are exhausted. */
export const isRefusedForMoney = (error: unknown) => error instanceof CallError && error.status === 402

/** Returns a text in the visitor's language if the chat has one, else the message of the server. */
export function explain(error: unknown, words: Words): string {
  if (!(error instanceof CallError)) return words.unreachable
  if (error.code === 'interrupted') return words.interrupted
  if (error.status === 0) return words.unreachable
  if (error.status === 429) return words.tooMany
  return error.message || words.unreachable
}
