import { WEBHOOKS } from '@parley/contracts/topics.ts'
import { toldEvents } from '@parley/integration/webhook/payload.ts'
import { expect, test } from 'vitest'
import { merged } from './modules.ts'

test('the streams that grow for years have snapshots', () => {
  const kept = Object.values(merged.aggregates).filter(({ snapshot }) => snapshot)
  expect(kept.map(({ category }) => category).toSorted()).toEqual([
    ...['conversation', 'credential', 'credits', 'orgcredits'],
  ])
})

test('every event that webhooks are told of is relayed to them', () => {
  const relayed = merged.relays.filter(({ topics }) => topics.includes(WEBHOOKS))
  expect(Object.keys(toldEvents).toSorted()).toEqual(
    [...new Set(relayed.flatMap(({ events }) => Object.keys(events)))].toSorted(),
  )
})
