/** Calls that fail for a time are made again where the function says so, each with the same idempotency key. */

import { pauseAsked } from '@parley/kernel/outgoing/retry-after.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { Called } from './calling.ts'

/** `again`: another try may succeed; `afterMs` as the server asks. */
export type Tried = Called & { again?: { afterMs?: number } }

const FIRST_PAUSE_MS = 300
/** A server that asks for a longer pause is not tried again: a visitor waits for the reply. */
const LONGEST_PAUSE_MS = 3_000
/** No try begins later than this after the first. */
const WITHIN_MS = 20_000

type RetryOptions = {
  now?: (() => number) | undefined
  /** Once it aborts, there is no further try. */
  signal?: AbortSignal | undefined
  wait?: typeof pause
}

/** `retries`: how often at most it is tried again. `tookMs` of the result is that of all tries with their pauses. */
export async function withRetries(
  retries: number,
  call: () => Promise<Tried>,
  { now = Date.now, signal, wait = pause }: RetryOptions = {},
): Promise<Called> {
  const startedAt = now()
  for (let nth = 0; ; nth++) {
    const { again, ...called } = await call()
    const afterMs = again?.afterMs ?? FIRST_PAUSE_MS * 3 ** nth
    const isLast = nth >= retries || afterMs > LONGEST_PAUSE_MS || now() - startedAt + afterMs > WITHIN_MS
    if (!again || isLast || signal?.aborted)
      return nth === 0 ? called : { ...called, tookMs: now() - startedAt }
    await wait(afterMs, signal)
    if (signal?.aborted) return { ...called, tookMs: now() - startedAt }
  }
}

/** What an HTTP answer says of another try. */
export function againAfter(
  status: number,
  { 'retry-after': after }: Readonly<Record<string, string>>,
  now: () => number = Date.now,
): NonNullable<Tried['again']> | undefined {
  if (status < 500 && status !== 429 && status !== 408) return undefined
  const afterMs = pauseAsked(after, now)
  return afterMs === undefined ? {} : { afterMs }
}
