import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ConnectedVisitors, createConnectedVisitors } from './connected-visitors.ts'

let state: ReadStore
let processes: ConnectedVisitors[]

beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
  const process = () => createConnectedVisitors({ state, tellEveryMs: 1 })
  processes = [process(), process()]
})
afterEach(async () => {
  await Promise.all(processes.map((process) => process.stop()))
  await state.close()
})

const place = (conversationId: string, tenant = 'w1') => ({ tenant, conversationId })

test('a visitor is there once, in whichever process, until the last chat is closed', async () => {
  const [one, other] = processes as [ConnectedVisitors, ConnectedVisitors]
  const leave = one.join(place('c1'))
  const leaveAgain = other.join(place('c1'))
  expect(await one.of('w1')).toEqual(['c1'])
  await expect.poll(() => other.of('w1')).toEqual(['c1'])
  leave()
  await expect.poll(() => one.of('w1')).toEqual(['c1'])
  leaveAgain()
  await expect.poll(() => one.of('w1')).toEqual([])
  expect(await other.of('w1')).toEqual([])
})

test('another process learns of who comes and leaves, another workspace of nobody', async () => {
  const [one, other] = processes as [ConnectedVisitors, ConnectedVisitors]
  const leave = one.join(place('c1'))
  one.join(place('c2', 'w2'))
  await expect.poll(() => other.of('w1')).toEqual(['c1'])
  await expect.poll(() => other.of('w2')).toEqual(['c2'])
  expect(await other.of('w3')).toEqual([])
  leave()
  await expect.poll(() => other.of('w1')).toEqual([])
})

test('a process that stops takes its visitors with it', async () => {
  const [one, other] = processes as [ConnectedVisitors, ConnectedVisitors]
  one.join(place('c1'))
  await expect.poll(() => other.of('w1')).toEqual(['c1'])
  await one.stop()
  expect(await other.of('w1')).toEqual([])
})
