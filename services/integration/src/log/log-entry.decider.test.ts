import { given } from '@parley/kernel/commands/specification.ts'
import { test } from 'vitest'
import { logEntry } from './log-entry.decider.ts'

const entry = { entryId: 'e1', type: 'order.shipped', content: 'Order 1204 was shipped.', withEmail: false }
const at = '2026-11-27T12:00:00.000Z'
const added = { type: 'LogEntryAdded', data: { ...entry, at } } as const

test('is added', () => {
  given(logEntry).when({ type: 'AddLogEntry', entry }, new Date(at)).then(added)
})

test('is added once', () => {
  given(logEntry, added)
    .when({ type: 'AddLogEntry', entry: { ...entry, content: 'Another.' } })
    .then()
})
