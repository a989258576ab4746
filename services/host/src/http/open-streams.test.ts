import { EventEmitter } from 'node:events'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { shareCounts } from '@parley/kernel/limits/shared-counts.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { countOpenStreams } from './open-streams.ts'

let state: ReadStore
beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
})
afterEach(() => state.close())

let conversations = 0
/**
 * A process; `follow` opens the stream of a visitor, another one by default, and returns how to close it or why it was
 * refused.
 */
function process(visitorStreams: number, store: ReadStore = state, onFault = () => {}) {
  const openStreams = countOpenStreams({
    workspaces: shareCounts({ state: store, collection: 'open-streams', onFault }),
    bearers: shareCounts({ state: store, collection: 'open-streams-of-bearers', onFault }),
  })
  return async (tenant: string, raw: EventEmitter = connection(), conversationId = `c${conversations++}`) => {
    const principal: Principal = { kind: 'visitor', tenant, agentId: 'a', conversationId, visitorId: 'v' }
    const refused = await openStreams(
      { principal, tenant },
      { streams: 0, visitorStreams },
      { raw: raw as never },
    )
    return refused?.rejection.code ?? (() => raw.emit('close'))
  }
}
const connection = (closed = false) => Object.assign(new EventEmitter(), { closed })

it('counts the streams of a workspace in all processes', async () => {
  const [one, two] = [process(2), process(2)]
  const first = await one('w1')
  expect(await two('w1')).toBeTypeOf('function')
  expect([await one('w1'), await two('w1')]).toEqual(Array(2).fill('visitor-stream-limit-reached'))
  expect(await two('w2')).toBeTypeOf('function')
  if (typeof first === 'function') first()
  await expect.poll(() => two('w1')).toBeTypeOf('function')
  expect(await one('w1')).toBe('visitor-stream-limit-reached')
})

it('never opens more than the quota, however many start at the same time in all processes', async () => {
  const processes = [process(5), process(5), process(5)]
  const starts = Array.from({ length: 30 }, (_, nth) => processes[nth % 3]?.('w1'))
  const opened = (await Promise.all(starts)).filter((each) => typeof each === 'function')
  expect(opened.length).toBeLessThanOrEqual(5)
  // Those that were refused hold nothing, so the rest of the quota is there.
  for (let nth = opened.length; nth < 5; nth++)
    await expect.poll(() => processes[0]?.('w1')).toBeTypeOf('function')
  expect(await processes[1]?.('w1')).toBe('visitor-stream-limit-reached')
})

it('counts a stream whose connection closed before or while it started no longer', async () => {
  const one = process(1)
  await one('w1', connection(true))
  const raw = connection()
  const starting = one('w1', raw)
  raw.emit('close')
  await starting
  expect(await one('w1')).toBeTypeOf('function')
})

it('counts the streams of a bearer in all processes, and those of another not with them', async () => {
  const processes = [process(1_000), process(1_000), process(1_000)]
  const follow = (nth: number) => processes[nth % 3]?.('w1', connection(), 'one')
  const opened: (() => void)[] = []
  for (let nth = 0; nth < 60; nth++) {
    const close = await follow(nth)
    if (typeof close === 'function') opened.push(close)
    else expect(close).toBe('too-many-requests')
  }
  expect(opened.length).toBe(30)
  expect(await processes[0]?.('w1')).toBeTypeOf('function')
  opened[0]?.()
  await expect.poll(() => follow(1)).toBeTypeOf('function')
  expect(await follow(2)).toBe('too-many-requests')
})

it('opens what each process alone allows while the shared state is unavailable, and tells of it', async () => {
  const away = async () => {
    throw new Error('away')
  }
  let faults = 0
  const one = process(1_000, { ...state, commit: away, find: away }, () => void faults++)
  for (let nth = 0; nth < 30; nth++) expect(await one('w1', connection(), 'one')).toBeTypeOf('function')
  expect(await one('w1', connection(), 'one')).toBe('too-many-requests')
  expect(faults).toBeGreaterThan(0)
})

it('costs no further round trip for a bearer with few streams', async () => {
  const collections = new Set<string>()
  const find: ReadStore['find'] = (collection, ...query) => {
    collections.add(collection)
    return state.find(collection, ...query)
  }
  const one = process(1_000, { ...state, find })
  for (const _ of [1, 2]) await one('w1', connection(), 'one')
  expect([...collections]).toEqual(['open-streams'])
  await one('w1', connection(), 'one')
  expect([...collections]).toEqual(['open-streams', 'open-streams-of-bearers'])
})
