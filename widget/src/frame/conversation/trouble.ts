/** Interprets failed calls for the visitor. */
import type { Api } from '@parley/contracts/api.ts'
import type { commonRefusals } from '@parley/contracts/endpoint.ts'
import { CallError } from '../server/call-error.ts'
import type { endpointNames } from '../server/endpoint-names.ts'
import type { Words } from '../words/words.ts'

type Called = Api[(typeof endpointNames)[number]]
type DeclaredBy<One> = One extends { refusals: infer Refusals } ? keyof Refusals : never
type Refusal = DeclaredBy<Called> | keyof typeof commonRefusals

/**
 * What a visitor reads of each refusal of the endpoints that the chat calls. The server's own messages are in English,
 * and some say what the owner of the agent should do.
 */
const sentences: Record<Refusal, keyof Words> = {
  'address-not-allowed': 'failed',
  'push-off': 'failed',
  'bad-signature': 'failed',
  'changed-since-read': 'failed',
  'client-access-disabled': 'notHere',
  'channel-limit-reached': 'stopped',
  'channel-not-in-plan': 'stopped',
  'knowledge-limit-reached': 'stopped',
  conflict: 'failed',
  deleted: 'gone',
  'draft-too-large': 'failed',
  'handoff-off': 'noPerson',
  'invalid-input': 'failed',
  'link-failed': 'uploadFailed',
  'no-credits': 'stopped',
  'not-allowed': 'notHere',
  'not-found': 'gone',
  'not-signed-in': 'gone',
  'token-expired': 'gone',
  'origin-not-allowed': 'notHere',
  'source-limit-reached': 'stopped',
  'storage-limit-reached': 'stopped',
  'stream-limit-reached': 'tooMany',
  'too-large': 'failed',
  'too-many-requests': 'tooMany',
  'too-many-variables': 'failed',
  unavailable: 'failed',
  unexpected: 'failed',
  'uploads-off': 'uploadFailed',
  'usage-limit': 'stopped',
  'visitor-stream-limit-reached': 'tooMany',
  'workspace-being-deleted': 'stopped',
  'write-limit-reached': 'tooMany',
  'wrong-type': 'uploadFailed',
}

/** True if credits or usage are exhausted. */
export const isRefusedForMoney = (error: unknown) => error instanceof CallError && error.status === 402

/** Returns a text in the visitor's language. */
export function explain(error: unknown, words: Words): string {
  if (!(error instanceof CallError)) return words.unreachable
  if (error.code === 'interrupted') return words.interrupted
  if (error.status === 0) return words.unreachable
  if (error.field === 'files') return words.fileGone
  const known: Partial<Record<string, keyof Words>> = sentences
  return words[known[error.code] ?? 'failed']
}
