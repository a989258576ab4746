import { expect, test } from 'vitest'
import { isTooMuch } from './large-deliveries.ts'

test('a delivery holds at most 1,000 updates, in one list or in many, and parts without any count', () => {
  const lists = ['messages', 'statuses']
  const updates = (count: number) => Array.from({ length: count }, () => ({}))
  expect(isTooMuch([{ messages: updates(1_000) }], lists)).toBe(false)
  expect(isTooMuch([{ messages: updates(1_001) }], lists)).toBe(true)
  expect(isTooMuch([{ messages: updates(600), statuses: updates(401) }], lists)).toBe(true)
  expect(isTooMuch([{ messages: updates(500), contacts: updates(900) }], lists)).toBe(false)
  expect(isTooMuch(updates(1_001), lists)).toBe(true)
  expect(isTooMuch([null, 'x', { messages: 'x' }], lists)).toBe(false)
})
