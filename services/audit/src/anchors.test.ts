import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { EventStore } from '@parley/kernel/event-store.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import { encode } from '@parley/kernel/recorded-event.ts'
import { verifyLog } from '@parley/kernel/verification.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anchorsOf, anchorYesterday } from './anchors.ts'

let eventStore: EventStore
let state: ReadStore
const heads = new Map<string, { revision: number; previousHash: string }>()
beforeEach(async () => {
  eventStore = await openSqliteEventStore({ file: ':memory:' })
  state = await openSqliteReadStore({ file: ':memory:' })
  heads.clear()
})
afterEach(async () => {
  await eventStore.close()
  await state.close()
})

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12))

/** Appends an event on a day of November. */
async function append(tenant: string, stream: string, day: number): Promise<void> {
  const { revision, previousHash } = heads.get(stream) ?? { revision: 0, previousHash: '' }
  const actor = { kind: 'system', id: 'test' } as const
  const cause = { via: 'system', command: `${stream}-${revision}`, correlation: '' } as never
  const metadata = { tenant, actor, cause, at: at(day).toISOString(), version: 1 }
  const { event, hash } = encode(
    { type: 'Happened', data: { revision } },
    { stream, revision, previousHash },
    metadata,
  )
  await eventStore.append(stream, revision === 0 ? 'none' : revision - 1, [event])
  heads.set(stream, { revision: revision + 1, previousHash: hash })
}

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
    for (let nth = 0; nth < 300; nth++) await append('w1', `a-${(nth * day) % 470}`, day)
    await append('w2', `b-${day}`, day)
    await append('w1', 'a-0', day + 1)
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
  await append('w1', 'a-1', 1)
  await append('w2', 'b-1', 1)
  await anchor(1)
  const head = await eventStore.head()
  await append('w1', 'a-2', 2)
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
  for (let nth = 0; nth < 20; nth++) await append(nth % 3 ? 'w1' : 'w2', `a-${nth}`, 1)
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
    await append('w1', `later-${writes}`, 2)
    if (!done) expect(await anchor(1, tried)).toBe(2)
    state = tried
    for (const tenant of ['w1', 'w2']) expect(await newest(tenant)).toMatchObject(await verified(tenant))
  }
})
