import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTurnSchedule, MAX_RECORDING_DELAY_MS } from './turn-schedule.ts'

/** Queues these steps, `a…` to answer and `r…` to record. Returns which have begun, in order. */
function queued(names: readonly string[], schedule = createTurnSchedule()): string[] {
  const begun: string[] = []
  for (const name of names) {
    const turn = name.startsWith('a') ? schedule.toAnswer() : schedule.toRecord()
    turn.then(() => begun.push(name))
  }
  return begun
}

test('a process without other turns begins each step at once', async () => {
  const schedule = createTurnSchedule()
  for (const name of ['a1', 'r1']) {
    const begun = queued([name], schedule)
    await Promise.resolve()
    await Promise.resolve()
    expect(begun).toEqual([name])
    await nextIteration()
    await nextIteration()
  }
})

test('of many turns, messages are answered first, one step in each iteration, each in the order of the calls', async () => {
  const begun = queued(['a1', 'r1', 'a2', 'r2', 'a3'])
  const counts: number[] = []
  while (begun.length < 5) {
    await nextIteration()
    counts.push(begun.length)
  }
  expect(begun).toEqual(['a1', 'a2', 'a3', 'r1', 'r2'])
  expect(counts).toEqual([...new Set(counts)])
})

test('a reply that has waited too long is recorded before messages are answered', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const begun = queued(['a1', 'r1', 'a2', 'a3'])
  vi.advanceTimersByTime(MAX_RECORDING_DELAY_MS + 1)
  while (begun.length < 4) await nextIteration()
  expect(begun).toEqual(['a1', 'r1', 'a2', 'a3'])
})
