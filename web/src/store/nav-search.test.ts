import { expect, test } from 'vitest'
import { searchFields } from './field-search.ts'
import { heldOut, tuned } from './nav-search.queries.ts'
test('baseline', () => {
  for (const [name, set] of Object.entries({ tuned, heldOut })) {
    const ranks = set.map(([query, ...meant]) => searchFields(query).findIndex(({ field }) => meant.includes(field)))
    console.log(name, 'first', ranks.filter((r) => r === 0).length, 'five', ranks.filter((r) => r >= 0).length, 'of', set.length)
  }
  expect(1).toBe(1)
})
