/** An entry of the log of a workspace. Stream `logentry-<entryId>`; the tenant is the workspace. */
import { type LogEvent, logEvents } from '@parley/contracts/integration/log-events.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'

type Added = Extract<LogEvent, { type: 'LogEntryAdded' }>['data']

export type LogEntryCommand = { type: 'AddLogEntry'; entry: Omit<Added, 'at'> }
export type LogEntryState = { status: 'none' } | { status: 'added'; entry: Added }

/** Refuses nothing; an entry that is added again stays as it was. */
export const logEntry: Aggregate<LogEntryState, LogEntryCommand, LogEvent> = {
  category: 'logentry',
  events: logEvents,
  decider: {
    initialState: { status: 'none' },
    evolve: (_, { data }) => ({ status: 'added', entry: data }),
    decide({ entry }, state, now) {
      if (state.status === 'added') return accept()
      return accept({ type: 'LogEntryAdded', data: { ...entry, at: now.toISOString() } })
    },
  },
}
