import { usualCatalogue } from '@parley/contracts/models/catalogue.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shareModelFaults } from './model-faults.ts'

let region: TestRegion
let clock = 0
beforeEach(async () => {
  region = await openTestRegion()
})
afterEach(() => region.close())

const failed: unknown[] = []
const aProcess = (state: Parameters<typeof shareModelFaults>[0]['state'] = region.readStore) =>
  shareModelFaults({
    state,
    catalogue: usualCatalogue,
    onFault: (error) => failed.push(error),
    now: () => clock,
  })
const modelId = 'gpt-4o'
const fault = { modelId, fault: 'wrong-key', detail: '401' } as const

test('a fault is known to every process, and a success of any ends it', async () => {
  const [one, other] = [aProcess(), aProcess()]
  other.note(modelId, undefined)
  await other.lastOf(modelId)
  one.note(modelId, fault)
  expect(await one.lastOf(modelId)).toEqual(fault)
  expect(await other.lastOf(modelId)).toEqual(fault)
  expect(await aProcess().lastOf(modelId)).toEqual(fault)
  clock += 60_000
  other.note(modelId, undefined)
  expect(await other.lastOf(modelId)).toBeUndefined()
  expect(await one.lastOf(modelId)).toBeUndefined()
  one.note(modelId, { ...fault, fault: 'quota' })
  one.note(modelId, undefined)
  expect(await one.lastOf(modelId)).toBeUndefined()
})

test('a fault that lasts is known again soon after the success of another process', async () => {
  const [one, other] = [aProcess(), aProcess()]
  one.note(modelId, fault)
  await one.lastOf(modelId)
  other.note(modelId, undefined)
  expect(await other.lastOf(modelId)).toBeUndefined()
  clock += 1_000
  one.note(modelId, fault)
  expect(await one.lastOf(modelId)).toEqual(fault)
})

test('a success is written once a minute', async () => {
  const written: string[] = []
  const setSetting = async (name: string, value: string) => {
    written.push(value)
    await region.readStore.setSetting(name, value)
  }
  const faults = aProcess({ setSetting, getSetting: (name) => region.readStore.getSetting(name) })
  for (let nth = 0; nth < 120; nth++) {
    faults.note(modelId, undefined)
    clock += 1_000
  }
  await faults.lastOf(modelId)
  expect(written).toEqual(['', ''])
})

test('a model that is not in the catalogue is not noted', async () => {
  const faults = aProcess()
  faults.note('any-name', { ...fault, modelId: 'any-name' })
  expect(await faults.lastOf('any-name')).toBeUndefined()
})

test('a store that is down ends no reply, and models are listed without their faults', async () => {
  const down = async () => Promise.reject(new Error('down'))
  const faults = aProcess({ setSetting: down, getSetting: down })
  faults.note(modelId, fault)
  expect(await faults.lastOf(modelId)).toBeUndefined()
  expect(failed).toHaveLength(2)
})
