import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { expect, test } from 'vitest'
import { firstAccountOf } from './first-account.ts'

const event = (position: number, type: string, stream: string, at: string) =>
  ({ position, type, stream, metadata: JSON.stringify({ at }) }) as StoredEvent
const storeOf = (events: StoredEvent[]) => ({
  readAll: async (after: number, limit = 1_000) =>
    events.filter(({ position }) => position > after).slice(0, limit),
})

test('is the earliest of all regions, and stays so', async () => {
  const na = [event(0, 'InstallationCreated', 'installation-na', '2026-01-01T00:00:00.000Z')]
  const eu: StoredEvent[] = []
  let now = 0
  const first = firstAccountOf([storeOf(na), storeOf(eu)], () => now)
  expect(await first()).toBeUndefined()
  na.push(event(1, 'UserSignedUp', 'user-late', '2026-01-03T00:00:00.000Z'))
  eu.push(event(0, 'UserSignedUp', 'user-first', '2026-01-02T00:00:00.000Z'))
  // Not asked again at once: whoever asks has no session.
  expect(await first()).toBeUndefined()
  now += 10_000
  expect(await first()).toBe('first')
  eu.length = 0
  now += 10_000
  expect(await first()).toBe('first')
})

test('is looked for near the beginning of the log alone', async () => {
  const others = Array.from({ length: 6_000 }, (_, nth) =>
    event(nth, 'Other', 'a-b', '2026-01-01T00:00:00.000Z'),
  )
  others.push(event(6_000, 'UserSignedUp', 'user-late', '2026-01-03T00:00:00.000Z'))
  expect(await firstAccountOf([storeOf(others)])()).toBeUndefined()
})

test('a store that does not answer is asked again', async () => {
  let fails = true
  const store = {
    async readAll() {
      if (fails) throw new Error('away')
      return [event(0, 'UserSignedUp', 'user-a', '2026-01-03T00:00:00.000Z')]
    },
  }
  const first = firstAccountOf([store])
  await expect(first()).rejects.toThrow('away')
  fails = false
  expect(await first()).toBe('a')
})
