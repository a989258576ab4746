import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPresence } from './presence.ts'

const ada = { userId: 'u1' }
const ben = { userId: 'u2' }
const place = { tenant: 'w1', conversationId: 'c1' }

let state: ReadStore
beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
})
afterEach(() => state.close())

it('shows people in different processes to each other until they leave', async () => {
  const [one, two] = [createPresence({ fadeMs: 60_000, state }), createPresence({ fadeMs: 60_000, state })]
  let told = 0
  const adaLeaves = one.join(place, ada, () => told++)
  const benLeaves = two.join(place, ben, () => {})
  await expect.poll(() => one.others(place, 'u1')).toEqual([{ ...ben, writing: false }])
  await expect.poll(() => two.others(place, 'u2')).toEqual([{ ...ada, writing: false }])
  expect(told).toBeGreaterThan(0)
  // A request may reach either process.
  one.writes(place, ben, true)
  expect(one.others(place, 'u1')).toEqual([{ ...ben, writing: true }])
  await expect.poll(() => two.others(place, 'none')).toContainEqual({ ...ben, writing: true })
  await expect.poll(() => one.isPresent(place, 'u2')).toBe(true)
  one.writes(place, ben, false)
  benLeaves()
  await expect.poll(() => one.others(place, 'u1')).toEqual([])
  // Who wrote a moment ago need not be there any more.
  await expect.poll(() => one.isPresent(place, 'u2')).toBe(false)
  adaLeaves()
})

it('leaves no documents behind', async () => {
  const one = createPresence({ fadeMs: 500, state })
  const left = async () => (await state.find('presence', 'w1', { index: 'byUntil' })).items.length
  const leave = one.join(place, ada, () => {})
  one.writes(place, ada, true)
  await expect.poll(left).toBe(1)
  one.writes(place, ada, false)
  leave()
  await expect.poll(left).toBe(0)
})

it('shows a writer to the other side in another process; the latest report counts', async () => {
  const [one, two] = [createPresence({ fadeMs: 60_000, state }), createPresence({ fadeMs: 60_000, state })]
  const leave = [one.join(place, 'visitor', () => {}), two.join(place, ada, () => {})]
  two.writes(place, ada, true)
  await expect.poll(() => one.writer(place, 'visitor')).toMatchObject({ userId: 'u1' })
  // The next request may reach the other process.
  one.writes(place, ada, false)
  expect(one.writer(place, 'visitor')).toBeUndefined()
  expect(one.others(place, 'none')).toEqual([{ ...ada, writing: false }])
  await expect.poll(() => two.others(place, 'none')).toEqual([{ ...ada, writing: false }])

  one.writes(place, 'visitor', true)
  await expect.poll(() => two.writer(place, ada)).toEqual({ at: expect.any(Number) })
  expect(one.writer(place, 'visitor')).toBeUndefined()
  expect(two.writer({ ...place, conversationId: 'c2' }, ada)).toBeUndefined()
  for (const each of leave) each()
})

it('keeps conversations and workspaces apart', async () => {
  const [one, two] = [createPresence({ fadeMs: 60_000, state }), createPresence({ fadeMs: 60_000, state })]
  const leave = [
    one.join(place, ada, () => {}),
    two.join({ tenant: 'w1', conversationId: 'c2' }, ben, () => {}),
    two.join({ tenant: 'w2', conversationId: 'c1' }, ben, () => {}),
    two.join(place, { userId: 'u3' }, () => {}),
  ]
  await expect.poll(() => one.others(place, 'u1')).toMatchObject([{ userId: 'u3' }])
  expect(two.others(place, 'u3')).toMatchObject([{ userId: 'u1' }])
  for (const each of leave) each()
})

it('removes the people of a process that was killed', async () => {
  await state.declare({ name: 'presence', indexes: { byUntil: ['until'] } })
  const seat = { conversationId: 'c1', person: ben, said: { writing: true, at: Date.now() } }
  const document = { until: Date.now() - 60_000, seats: [seat] }
  const writes = [{ collection: 'presence', tenant: 'w1', id: 'killed', document, position: 1 }]
  await state.commit({ checkpoint: 'presence', position: 1, writes })
  const one = createPresence({ fadeMs: 60_000, state })
  const leave = one.join(place, ada, () => {})
  const stored = async () =>
    (await state.find('presence', 'w1', { index: 'byUntil' })).items.map(({ id }) => id)
  await expect.poll(stored).toHaveLength(1)
  await expect.poll(stored).not.toContain('killed')
  expect(one.others(place, 'u1')).toEqual([])
  leave()
})
