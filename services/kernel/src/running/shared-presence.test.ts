import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReadStore } from '../read-models/read-store.ts'
import { sharePresence } from './shared-presence.ts'

let state: ReadStore
beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
})
afterEach(() => state.close())

const at = (store: ReadStore, seats: string[] = []) =>
  sharePresence<string>({
    state: store,
    collection: 'seats',
    seatsOf: () => [...seats],
    seatIn: (written) => (typeof written === 'string' ? written : undefined),
  })

it('lets `ask` return what other processes know, also when the store was unavailable at first', async () => {
  let away = true
  const late: ReadStore = {
    ...state,
    declare: async (spec) => {
      if (away) throw new Error('away')
      await state.declare(spec)
    },
  }
  const asking = at(late)
  expect(await asking.ask('w1')).toEqual([])
  away = false
  at(state, ['ada']).changed('w1')
  await expect.poll(() => asking.ask('w1')).toEqual(['ada'])
  expect(await asking.ask('w2')).toEqual([])
})

it('withdraws its seats when it stops, and writes nothing afterwards', async () => {
  let writes = 0
  const counted: ReadStore = {
    ...state,
    commit: async (batch) => {
      writes++
      await state.commit(batch)
    },
  }
  const seats = ['ada']
  const [stopping, staying] = [at(counted, seats), at(state)]
  stopping.changed('w1')
  await expect.poll(() => staying.ask('w1')).toEqual(['ada'])
  // Stopped while a change waits to be written.
  seats.push('bob')
  stopping.changed('w1')
  await stopping.stop()
  expect(await staying.ask('w1')).toEqual([])
  seats.push('cyd')
  const before = writes
  stopping.changed('w1')
  await stopping.ask('w1')
  await new Promise((resolve) => setTimeout(resolve))
  expect(writes).toBe(before)
})
