/**
 * Notices when engines are back, for all loops of a region: one that has failed often would pause for up to fifteen
 * seconds although it could go on.
 */
import { pause } from '@parley/kernel/pause.ts'

const LOOK_EVERY_MS = 250

/**
 * After a fault that is noted, asks the engines until they answer, and calls `recovered` if they did not answer at once.
 * Faults that have nothing to do with engines so keep their pauses.
 */
export function watchRecovery({
  probe,
  recovered,
  signal,
  everyMs = LOOK_EVERY_MS,
}: {
  probe(): Promise<unknown>
  recovered(): void
  signal: AbortSignal
  everyMs?: number
}): { faultNoted(): void } {
  let watching = false
  return {
    faultNoted() {
      if (watching) return
      watching = true
      void untilBack().finally(() => {
        watching = false
      })
    },
  }

  async function untilBack(): Promise<void> {
    let away = false
    while (!signal.aborted) {
      const answers = await probe().then(
        () => true,
        () => false,
      )
      if (answers) break
      away = true
      await pause(everyMs, signal)
    }
    if (away && !signal.aborted) recovered()
  }
}
