import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anchorsOf, anchorYesterday } from './anchors.ts'
import { at, type DailyLog, openDailyLog } from './daily-log.test-setup.ts'

let daily: DailyLog
let eventStore: EventStore
let state: ReadStore
beforeEach(async () => {
  daily = await openDailyLog()
  ;({ eventStore, state } = daily)
})
afterEach(() => daily.close())

const anchor = (day: number, store: ReadStore = state) =>
  anchorYesterday({ eventStore, state: store, now: () => at(day + 1) })
const newest = async (tenant: string) => (await anchorsOf({ eventStore, state }, tenant))[0]

/** The root and number of streams, from every event of the tenant up to an anchor's position. */
async function verified(tenant: string): Promise<object> {
  const { ok, root, streams } = await verifyLog(eventStore, {
    tenant,
    upTo: (await newest(tenant))?.position ?? -1,
  })
  expect(ok).toBe(true)
  return { root, streams }
}

it("gives each day's root over all streams of a tenant, as verification of the whole log does", async () => {
  const roots = new Set<string>()
  for (const day of [1, 2, 3]) {
    for (let nth = 0; nth < 300; nth++) await daily.append('w1', `a-${(nth * day) % 470}`, day)
    await daily.append('w2', `b-${day}`, day)
    await daily.append('w1', 'a-0', day + 1)
    expect(await anchor(day)).toBe(2)
    for (const tenant of ['w1', 'w2']) {
      const found = await newest(tenant)
      expect(found).toMatchObject({ ...(await verified(tenant)), day: `2026-11-0${day}` })
      roots.add(`${found?.root}`)
    }
  }
  expect(roots.size).toBe(6)
  expect(await anchor(3)).toBe(0)
})

it('reads only what was appended since the last anchors, and anchors a tenant without news again', async () => {
  await daily.append('w1', 'a-1', 1)
  await daily.append('w2', 'b-1', 1)
  await anchor(1)
  const head = await eventStore.head()
  await daily.append('w1', 'a-2', 2)
  const begins: number[] = []
  const { readUntil } = eventStore
  eventStore = {
    ...eventStore,
    readUntil(until, options) {
      begins.push(options.after)
      return readUntil(until, options)
    },
    readAll: () => Promise.reject(new Error('only the news are read')),
  }
  const former = await newest('w2')
  expect(await anchor(2)).toBe(2)
  expect(begins).toEqual([head])
  expect(await newest('w2')).toMatchObject({ day: '2026-11-02', root: former?.root, streams: 1 })
  expect(await newest('w1')).toMatchObject({ day: '2026-11-02', streams: 2 })
})

it('comes to the same roots when it fails after any write and is tried again', async () => {
  for (let nth = 0; nth < 20; nth++) await daily.append(nth % 3 ? 'w1' : 'w2', `a-${nth}`, 1)
  for (let writes = 0, done = false; !done; writes++) {
    const tried = await openSqliteReadStore({ file: ':memory:' })
    let left = writes
    const failing: ReadStore = {
      ...tried,
      commit: (batch) => (left-- > 0 ? tried.commit(batch) : Promise.reject(new Error('disk full'))),
    }
    done = await anchor(1, failing).then(
      () => true,
      () => false,
    )
    await daily.append('w1', `later-${writes}`, 2)
    if (!done) expect(await anchor(1, tried)).toBe(2)
    state = tried
    for (const tenant of ['w1', 'w2']) expect(await newest(tenant)).toMatchObject(await verified(tenant))
  }
})
