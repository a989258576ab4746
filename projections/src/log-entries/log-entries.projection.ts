/** One document for each entry of the log of a workspace; its texts stay sealed. */
import { type LogEvent, logEvents } from '@parley/contracts/integration/log-events.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `content` and `metadata`: sealed; `at`: ISO 8601. */
export type LogEntryDocument = Extract<LogEvent, { type: 'LogEntryAdded' }>['data']

export const logEntriesProjection = tenantProjection<LogEntryDocument>()({
  name: 'log-entries',
  version: 1,
  events: logEvents,
  indexes: {
    newest: ['at'],
    byType: ['type', 'at'],
    byAgent: ['agentId', 'at'],
  },
  identify: ({ data }) => data.entryId,
  project: (_, { data }) => data,
})
