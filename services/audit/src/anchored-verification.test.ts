import type { EventStore, StoredEvent } from '@parley/kernel/log/event-store.ts'
import type { Fault } from '@parley/kernel/log/verification.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AnchoredOptions, type RootFault, verifyAnchored } from './anchored-verification.ts'
import { anchorYesterday } from './anchors.ts'
import { at, type DailyLog, openDailyLog } from './daily-log.test-setup.ts'

let daily: DailyLog
let eventStore: EventStore
let state: ReadStore
beforeEach(async () => {
  daily = await openDailyLog()
  ;({ eventStore, state } = daily)
})
afterEach(() => daily.close())

const anchor = (day: number) => anchorYesterday({ eventStore, state, now: () => at(day + 1) })

/** The log as somebody who changed it would show it. */
function changed(change: (event: StoredEvent) => StoredEvent | undefined): EventStore {
  const all = (events: StoredEvent[]) => events.flatMap((event) => change(event) ?? [])
  return {
    ...eventStore,
    readAll: async (after, limit) => all(await eventStore.readAll(after, limit)),
    readStream: async (stream, options) => all(await eventStore.readStream(stream, options)),
  }
}

async function verify(options: AnchoredOptions = {}, log: EventStore = eventStore) {
  const faults: Fault[] = []
  const roots: RootFault[] = []
  const verified = await verifyAnchored(
    { eventStore: log, state },
    { ...options, onFault: (fault) => faults.push(fault), onRootFault: (fault) => roots.push(fault) },
  )
  return { verified, faults, roots }
}

it('finds the roots of the newest anchors in the log, and goes on from them afterwards', async () => {
  for (let nth = 0; nth < 30; nth++) await daily.append(nth % 3 ? 'w1' : 'w2', `a-${nth % 12}`, 1)
  expect(await verify({ fromAnchor: true })).toMatchObject({ verified: 'none-verified' })
  await anchor(1)
  expect(await verify({ fromAnchor: true })).toMatchObject({ verified: 'none-verified' })
  const place = { day: '2026-11-01', position: await eventStore.head() }
  await daily.append('w1', 'a-1', 2)
  await daily.append('w1', 'new-1', 2)
  const whole = await verify()
  expect(whole).toMatchObject({ verified: { ok: true, events: 32, streams: 13, anchor: place } })

  const read: number[] = []
  const watched: EventStore = {
    ...eventStore,
    readAll: (after, limit) => {
      read.push(after)
      return eventStore.readAll(after, limit)
    },
  }
  const { verified } = await verify({ fromAnchor: true }, watched)
  expect(verified).toMatchObject({ ok: true, events: 2, streams: 2, since: place })
  expect(Math.min(...read)).toBe(place.position)
})

it('names what was changed after the verified anchor, and each tenant', async () => {
  for (const stream of ['a-1', 'a-2']) for (const day of [1, 1, 2, 2]) await daily.append('w1', stream, day)
  await daily.append('w2', 'b-1', 2)
  await anchor(1)
  await verify()
  const forged = changed((event) =>
    event.stream === 'a-1' && event.revision === 3 ? { ...event, data: '{"revision":"other"}' } : event,
  )
  expect(await verify({ fromAnchor: true }, forged)).toEqual({
    verified: expect.objectContaining({ ok: false }),
    roots: [],
    faults: [
      {
        tenant: 'w1',
        stream: 'a-1',
        revision: 3,
        fault: 'the content was changed after it was appended',
      },
    ],
  })
  const missing = changed((event) => (event.stream === 'a-2' && event.revision === 2 ? undefined : event))
  expect((await verify({ fromAnchor: true }, missing)).faults).toMatchObject([
    { stream: 'a-2', revision: 3, fault: 'revision 2 is missing' },
  ])
})

it('finds a stream whose end, or all of which, is no longer in the log', async () => {
  for (const day of [1, 1]) await daily.append('w1', 'a-1', day)
  await daily.append('w2', 'b-1', 1)
  await daily.append('w3', 'c-1', 1)
  await anchor(1)
  const cut = changed((event) =>
    (event.stream === 'a-1' && event.revision === 1) || event.stream === 'b-1' ? undefined : event,
  )
  const found = await verify({}, cut)
  expect(found.faults).toEqual([])
  expect(found.roots).toEqual(['w1', 'w2'].map((tenant) => ({ tenant, day: '2026-11-01' })))
  expect(found.verified).toMatchObject({ ok: false })
  // An anchor that the log does not have is not one to go on from.
  expect((await verify({ fromAnchor: true })).verified).toBe('none-verified')
  expect((await verify({ tenant: 'w3' }, cut)).verified).toMatchObject({ ok: true, events: 1 })
  // Nor is one of which only a part was verified.
  expect((await verify({ fromAnchor: true })).verified).toBe('none-verified')
})

it('reports every fault as it is found, also those that have no place in the result', async () => {
  for (let nth = 0; nth < 130; nth++) await daily.append('w1', `a-${nth}`, 1)
  const forged = changed((event) => ({ ...event, data: '{}' }))
  expect((await verify({}, forged)).faults).toHaveLength(130)
})
