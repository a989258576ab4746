import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announceProcess, deadlineKindsIn, processesIn, rememberDeadlineKinds } from './processes.ts'

let state: ReadStore
beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
})
afterEach(() => state.close())

const HOUR = 3_600_000
const described = { roles: ['api'], version: '1.0.0', lag: [], failing: [], limits: [], signatures: [] }
const faults: unknown[] = []
const announce = (at: number, describe = async () => described) =>
  announceProcess({ state, describe, now: () => at, onFault: (error) => faults.push(error), everyMs: HOUR })
const seenAt = async (now: number) => (await processesIn(state, now)).map(({ seen, alive }) => [seen, alive])

test('a process is there until it stops, is said to be gone when it was killed, and is forgotten', async () => {
  const killed = announce(1_000 * HOUR)
  const running = announce(1_000 * HOUR + 60_000)
  const now = 1_000 * HOUR + 61_000
  await expect.poll(() => seenAt(now)).toHaveLength(2)
  expect(await seenAt(now)).toEqual([
    [1_000 * HOUR + 60_000, true],
    [1_000 * HOUR, false],
  ])
  await running.stop()
  expect(await seenAt(now)).toEqual([[1_000 * HOUR, false]])
  const later = announce(1_003 * HOUR)
  await expect
    .poll(() => state.find('processes', 'public', { index: 'bySeen' }))
    .toMatchObject({
      items: [{ document: { seen: 1_003 * HOUR } }],
    })
  await later.stop()
  await killed.stop()
  expect(faults).toEqual([])
})

test('stops also while what it says of itself can’t be told', async () => {
  const stuck = announce(1_000 * HOUR, () => new Promise(() => undefined))
  await stuck.stop()
  expect(await seenAt(1_000 * HOUR)).toEqual([])
})

test('kinds of deadlines are remembered', async () => {
  expect(await deadlineKindsIn(state)).toEqual([])
  await rememberDeadlineKinds(state, ['retention', 'anchors'])
  expect(await deadlineKindsIn(state)).toEqual(['retention', 'anchors'])
})
