import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after so many milliseconds, or as soon as the signal aborts; it never rejects. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0 || signal?.aborted) return
  await wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
}
