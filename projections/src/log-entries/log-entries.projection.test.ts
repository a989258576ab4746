import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { logEntriesProjection } from './log-entries.projection.ts'

test('contains an entry with its texts sealed', () => {
  const data = {
    entryId: 'e1',
    at: '2026-11-27T12:00:00.000Z',
    type: 'order.shipped',
    agentId: 'a1',
    channel: 'shop',
    content: 'sealed content',
    metadata: 'sealed metadata',
    withEmail: true,
  }
  expect(projected(logEntriesProjection, [{ type: 'LogEntryAdded', data }]).get('e1')).toEqual(data)
})
