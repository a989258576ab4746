import type { LogEntryView } from '@parley/contracts/integration/log-endpoints.ts'
import { type LogEvent, logEvents } from '@parley/contracts/integration/log-events.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import { expect, test } from 'vitest'
import { logEntriesProjection } from './log-entries.projection.ts'
import { logQueries } from './log-entries.queries.ts'

/** Appends events as they are. */
const entries: Aggregate<null, LogEvent, LogEvent> = {
  category: 'logentry',
  events: logEvents,
  decider: { initialState: null, evolve: () => null, decide: (event) => ({ ok: true, events: [event] }) },
}

test('a page goes on among entries of the same moment, each once', async ({ onTestFinished }) => {
  const region = await openTestRegion({ projections: [logEntriesProjection] })
  onTestFinished(() => region.close())
  const ids = ['e1', 'e2', 'e3', 'e4', 'e5']
  for (const entryId of ids) {
    const data = {
      entryId,
      at: '2026-11-27T12:00:00.000Z',
      type: 'import',
      content: entryId,
      withEmail: false,
    }
    const cause = { via: 'system', command: entryId, correlation: entryId } as const
    const context = { tenant: 'w1', actor: { kind: 'system', id: 'test' } as const, cause }
    await region.handle(entries, entryId, { type: 'LogEntryAdded', data }, context)
  }
  await region.settled()
  const list = logQueries({ reader: region.reader })['log.list'] as (
    call: object,
  ) => Promise<{ value: { items: LogEntryView[]; next?: string } }>
  const read: string[] = []
  let cursor: string | undefined
  do {
    const { value } = await list({ tenant: 'w1', query: { limit: 2, cursor } })
    read.push(...value.items.map(({ entryId }) => entryId))
    cursor = value.next
  } while (cursor !== undefined)
  expect(read).toEqual(ids.toReversed())
})
