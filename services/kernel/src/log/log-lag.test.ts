import { expect, test } from 'vitest'
import type { StoredEvent } from './event-store.ts'
import { createLogLag } from './log-lag.ts'

/** A log with an event every 137 positions, as in a file, one a second. */
const log: StoredEvent[] = Array.from({ length: 100 }, (_, nth) => ({
  id: `${nth}`,
  stream: 'a-1',
  revision: nth,
  position: nth * 137,
  type: 'Noted',
  data: '{}',
  metadata: JSON.stringify({ at: new Date(nth * 1_000).toISOString() }),
}))
const eventStore = {
  readAll: async (after: number, limit: number) =>
    log.filter(({ position }) => position > after).slice(0, limit),
}
const at = (nth: number) => log[nth]!.position

test('counts events and the seconds since the first that is lacking, whatever the positions are', async () => {
  let now = 0
  const lag = createLogLag({ eventStore, from: at(9), now: () => now })
  for (const event of log.slice(10)) {
    now = event.position === at(10) ? 10_000 : now + 1_000
    lag.note([event, event])
  }
  now = 120_000
  expect(await lag.behind(at(99), at(99))).toEqual({ events: 0, seconds: 0 })
  expect(await lag.behind(at(98), at(99))).toEqual({ events: 1, seconds: 21 })
  expect(await lag.behind(at(9), at(99))).toEqual({ events: 90, seconds: 110 })
  // From before this process began to follow.
  expect(await lag.behind(at(4), at(99))).toEqual({ events: 95, seconds: 115 })
  expect(await lag.behind(-1, at(99))).toEqual({ events: 100, seconds: 120 })
})

test('counts from the log what is not remembered any more', async () => {
  const lag = createLogLag({ eventStore, from: -1, now: () => 100_000, remembered: 8 })
  lag.note(log)
  expect(await lag.behind(at(95), at(99))).toEqual({ events: 4, seconds: 0 })
  expect(await lag.behind(at(91), at(99))).toEqual({ events: 8, seconds: 0 })
  expect(await lag.behind(at(49), at(99))).toEqual({ events: 50, seconds: 50 })
})
