import { randomBytes } from 'node:crypto'
import { analyticsEvents } from '@parley/contracts/analytics/events.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { createKeyring } from '@parley/kernel/sealing/sealing.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LoadCounter, type LoadCounterOptions, startLoadCounter } from './load-counter.ts'
import { browserOf, platformOf } from './visitor-software.ts'

let eventStore: EventStore
let state: ReadStore
let time = Date.parse('2026-11-21T12:20:00Z')
const counters: LoadCounter[] = []
const faults: unknown[] = []

beforeEach(async () => {
  time = Date.parse('2026-11-21T12:20:00Z')
  eventStore = await openSqliteEventStore({ file: ':memory:' })
  state = await openSqliteReadStore({ file: ':memory:' })
  faults.length = 0
})
afterEach(async () => {
  for (const counter of counters.splice(0)) await counter.stop()
  await Promise.all([eventStore.close(), state.close()])
})

async function start(options: Partial<LoadCounterOptions> = {}): Promise<LoadCounter> {
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  const { handle } = createCommandHandler({ eventStore, keyring })
  const never = 3_600_000
  const counter = await startLoadCounter({
    handle,
    state,
    now: () => time,
    appendEveryMs: never,
    keepEveryMs: never,
    onFault: (error) => faults.push(error),
    ...options,
  })
  counters.push(counter)
  return counter
}
const load = (agentId: string, more: { browser?: string; country?: string } = {}) => ({
  tenant: 'w1',
  agentId,
  browser: 'Chrome',
  platform: 'Windows',
  country: undefined,
  ...more,
})
async function counted() {
  const events = await eventStore.readAll(-1, 100)
  return events.map((stored) => {
    const { data, tenant } = decode(stored, analyticsEvents)
    return {
      stream: stored.stream,
      tenant,
      ...(data as { loads: number; quarter: string; groups: object[] }),
    }
  })
}

it('records many loads as one event per agent and quarter of an hour', async () => {
  const counter = await start()
  for (let n = 0; n < 500; n++) counter.count(load('a1', n % 5 === 0 ? { country: 'DE' } : {}))
  counter.count(load('a2', { browser: 'Safari' }))
  time += 15 * 60_000
  counter.count(load('a1'))
  await counter.flush()
  const events = await counted()
  expect(events.map(({ stream, loads, quarter }) => [stream, loads, quarter])).toEqual([
    ['loads-a1.2026-11-21', 500, '2026-11-21T12:15'],
    ['loads-a2.2026-11-21', 1, '2026-11-21T12:15'],
    ['loads-a1.2026-11-21', 1, '2026-11-21T12:30'],
  ])
  expect(events[0]?.groups).toEqual([
    { browser: 'Chrome', platform: 'Windows', country: 'DE', loads: 100 },
    { browser: 'Chrome', platform: 'Windows', loads: 400 },
  ])
  await counter.flush()
  expect(await counted()).toHaveLength(3)
})

it('appends the remaining loads when it stops', async () => {
  const counter = await start()
  counter.count(load('a1'))
  await counter.stop()
  expect(await counted()).toHaveLength(1)
})

it('appends the counts of a process that died, once, even if they had been appended', async () => {
  // Appends, but ends before it can record that.
  const dying = await start({
    state: { ...state, commit: async (batch) => (appended ? undefined : state.commit(batch)) },
    handle: async (...args) => {
      appended = true
      return (await handler()).handle(...args)
    },
  })
  let appended = false
  dying.count(load('a1'))
  dying.count(load('a1'))
  await dying.flush()
  expect(await counted()).toMatchObject([{ loads: 2 }])
  counters.length = 0

  const next = await start()
  await next.flush()
  time += 200_000
  await next.flush()
  expect(await counted(), 'the same batch again appends nothing').toHaveLength(1)
  for await (const { document } of state.scan('pending-widget-loads')) expect(document).toBeUndefined()
  expect(faults).toEqual([])
})

it('appends counts that were stored and never appended', async () => {
  const dying = await start({ handle: async () => Promise.reject(new Error('the log is away')) })
  dying.count(load('a1'))
  await dying.flush()
  expect(faults).toHaveLength(1)
  counters.length = 0
  time += 200_000
  const next = await start()
  await next.flush()
  expect(await counted()).toMatchObject([{ loads: 1, tenant: 'w1' }])
})

it('keeps trying while the log is unavailable', async () => {
  let away = true
  const { handle } = await handler()
  const counter = await start({
    handle: (...args) => (away ? Promise.reject(new Error('away')) : handle(...args)),
  })
  counter.count(load('a1'))
  await counter.flush()
  away = false
  await counter.flush()
  expect(await counted()).toMatchObject([{ loads: 1 }])
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120 Safari/537.36 Edg/120', 'Edge', 'Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17) AppleWebKit/605 Version/17 Mobile Safari/604', 'Safari', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Firefox', 'Firefox', 'Other'],
  ['CFNetwork/1410 Darwin/22.6.0', 'Other', 'macOS'],
  ['Microsoft Edge', 'Edge', 'Other'],
  ['Knowledge/1.0', 'Other', 'Other'],
  ['<script>', 'Other', 'Other'],
  ['', '', ''],
])('recognises the software in %j', (said, browser, platform) => {
  expect([browserOf(said), platformOf(said)]).toEqual([browser, platform])
})

async function handler() {
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  return createCommandHandler({ eventStore, keyring })
}
