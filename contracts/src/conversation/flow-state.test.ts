import { expect, test } from 'vitest'
import { ERASED, readJson } from '../message.ts'
import { type DialogState, type FlowState, storedFlow } from './flow-state.ts'

const flow = (change: Partial<FlowState>) => ({ nodeId: 'n1', variables: { name: 'Ada' }, ...change })
const dialog = (change: Partial<DialogState>) => ({
  dialog: { choices: [{ label: 'Bread', action: { type: 'path-order' } }], ended: false, ...change },
})
const read = (value: unknown) => readJson(storedFlow, JSON.stringify(value))

test('is the state of a flow or of a dialog', () => {
  expect(read(flow({ answered: true }))).toEqual(flow({ answered: true }))
  const told = dialog({ variables: { name: 'Ada' } })
  expect(read(told)).toEqual(told)
  expect(readJson(storedFlow, ERASED)).toBeUndefined()
})

test('a dialog that was stored before its variables were a record is read without them', () => {
  const { dialog: stored } = dialog({})
  expect(read({ dialog: { ...stored, told: '{"name":"Ada"}' } })).toEqual({ dialog: stored })
})

test('every text in it is bounded', () => {
  const long = 'x'.repeat(20_001)
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, nth) => [`v${nth}`, 'x'.repeat(19_000)]))
  const choice = { label: 'Bread', action: { type: 'path', payload: 'x'.repeat(10_000) } }
  for (const tooMuch of [
    flow({ nodeId: long }),
    flow({ variables: { name: long } }),
    flow({ variables: { [long]: 'Ada' } }),
    flow({ variables: many }),
    dialog({ variables: { name: long } }),
    dialog({ variables: { [long]: 'Ada' } }),
    dialog({ choices: [{ ...choice, label: long }] }),
    dialog({ choices: [{ label: 'Bread', action: { type: long } }] }),
    dialog({ choices: Array(7).fill(choice) }),
  ])
    expect(storedFlow.safeParse(tooMuch).success, JSON.stringify(tooMuch).slice(0, 80)).toBe(false)
  expect(storedFlow.safeParse(dialog({ choices: Array(6).fill(choice) })).success).toBe(true)
})
