import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReadStore } from '../read-models/read-store.ts'
import { type SharedCounts, shareCounts } from './shared-counts.ts'

let state: ReadStore
const started: SharedCounts<'streams'>[] = []
beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((counts) => counts.stop()))
  await state.close()
})

function process(store: ReadStore = state): SharedCounts<'streams'> {
  const counts = shareCounts<'streams'>({ state: store, collection: 'counts' })
  started.push(counts)
  return counts
}

it('tells each process what all others hold, by workspace', async () => {
  const [one, two, three] = [process(), process(), process()]
  one.set('w1', 'streams', 2)
  two.set('w1', 'streams', 3)
  three.set('w2', 'streams', 9)
  // What this one holds is written before it reads, so the next to ask is told.
  await one.others('w1', 'streams')
  expect(await two.others('w1', 'streams')).toBe(2)
  expect(await one.others('w1', 'streams')).toBe(3)
  expect(await three.others('w1', 'streams')).toBe(5)
  one.set('w1', 'streams', 0)
  await one.others('w1', 'streams')
  expect([one.own('w1', 'streams'), await two.others('w1', 'streams')]).toEqual([0, 0])
})

it('lets at least one of two processes that take the last at the same time know of the other', async () => {
  for (let nth = 0; nth < 20; nth++) {
    const [one, two] = [process(), process()]
    const tenant = `w${nth}`
    one.set(tenant, 'streams', 1)
    two.set(tenant, 'streams', 1)
    const told = await Promise.all([one.others(tenant, 'streams'), two.others(tenant, 'streams')])
    expect(Math.max(...told)).toBe(1)
  }
})

it('costs two round trips for any number of calls at the same time', async () => {
  let trips = 0
  const counted: ReadStore = {
    ...state,
    commit: async (batch) => {
      trips++
      await state.commit(batch)
    },
    find: async (...query) => {
      trips++
      return state.find(...query)
    },
  }
  const one = process(counted)
  for (let nth = 1; nth <= 100; nth++) one.set('w1', 'streams', nth)
  await Promise.all(Array.from({ length: 100 }, () => one.others('w1', 'streams')))
  expect(trips).toBe(2)
})

it('counts alone while the state is unavailable', async () => {
  const away: ReadStore = { ...state, commit: () => Promise.reject(new Error('away')) }
  const one = process(away)
  one.set('w1', 'streams', 1)
  expect([one.own('w1', 'streams'), await one.others('w1', 'streams')]).toEqual([1, 0])
})
