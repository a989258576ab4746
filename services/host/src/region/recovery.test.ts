import { expect, test, vi } from 'vitest'
import { watchRecovery } from './recovery.ts'

const signal = new AbortController().signal

test('tells once when engines that were away answer again, however many loops have failed', async () => {
  let isAway = true
  let asked = 0
  let told = 0
  const watch = watchRecovery({
    async probe() {
      asked += 1
      if (isAway) throw new Error('away')
    },
    recovered() {
      told += 1
    },
    signal,
    everyMs: 1,
  })
  for (let fault = 0; fault < 5; fault += 1) watch.faultNoted()
  await vi.waitFor(() => expect(asked).toBeGreaterThan(3))
  expect(told).toBe(0)
  isAway = false
  await vi.waitFor(() => expect(told).toBe(1))
  watch.faultNoted()
  const before = asked
  await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(before))
  expect(told).toBe(1)
})
