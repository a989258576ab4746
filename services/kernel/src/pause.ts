import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after this many milliseconds, or as soon as the signal aborts. Never rejects. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0 || signal?.aborted) return
  await wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
}
