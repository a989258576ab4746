import { sealedFields } from '@parley/kernel/sealing.ts'
import { expect, test } from 'vitest'
import { merged } from './modules.ts'

test('snapshots contain nothing personal and no secret', () => {
  const kept = Object.values(merged.aggregates).filter(({ snapshot }) => snapshot)
  expect(kept.map(({ category }) => category)).toEqual(['credits'])
  for (const { events } of kept)
    for (const type of Object.keys(events)) expect([type, sealedFields(events, type)]).toEqual([type, []])
})
