import { expect, test } from 'vitest'
import { pause } from './pause.ts'

const longer = 3_600_000

test('resolves when its signal aborts, and at once when the signal has already aborted', async () => {
  const ending = new AbortController()
  const pausing = pause(longer, ending.signal)
  ending.abort(new Error('stopping'))
  await expect(pausing).resolves.toBeUndefined()
  await expect(pause(longer, ending.signal)).resolves.toBeUndefined()
})

test('lasts for its duration', async () => {
  const startedAt = performance.now()
  await pause(30, new AbortController().signal)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29)
  await pause(-1, undefined)
})
