import { expect, test } from 'vitest'
import { derivedId } from './derived-id.ts'

test('derives the same id of letters and digits from the same parts, and another from other parts', () => {
  const id = derivedId(20, 'w1', 'create')
  expect(id).toMatch(/^[A-Za-z0-9]{20}$/)
  expect(derivedId(20, 'w1', 'create')).toBe(id)
  for (const parts of [['w2', 'create'], ['w1', 'create2'], ['w1create'], ['w1', 'create', '']])
    expect(derivedId(20, ...parts)).not.toBe(id)
  expect(derivedId(100, 'w1')).toHaveLength(100)
})
