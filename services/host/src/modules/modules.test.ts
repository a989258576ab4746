import { expect, test } from 'vitest'
import { merged } from './modules.ts'

test('the streams that grow for years have snapshots', () => {
  const kept = Object.values(merged.aggregates).filter(({ snapshot }) => snapshot)
  expect(kept.map(({ category }) => category).toSorted()).toEqual([
    ...['conversation', 'credential', 'credits', 'orgcredits'],
  ])
})
