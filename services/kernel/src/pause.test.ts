import { expect, test } from 'vitest'
import { pause } from './pause.ts'

const longer = 3_600_000

test('ends when its signal aborts, and does not begin after that', async () => {
  const ending = new AbortController()
  const pausing = pause(longer, ending.signal)
  ending.abort(new Error('stopping'))
  await expect(pausing).resolves.toBeUndefined()
  await expect(pause(longer, ending.signal)).resolves.toBeUndefined()
})

test('lasts its time', async () => {
  const startedAt = performance.now()
  await pause(30, new AbortController().signal)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29)
  await pause(-1, undefined)
})
