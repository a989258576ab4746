/** When the report of a workspace is mailed, and to which members. Stream `report-<workspaceId>`. */
import { noReportSchedule, type ReportSchedule } from '@parley/contracts/analytics/report.ts'
import { type ReportEvent, reportEvents } from '@parley/contracts/analytics/report-events.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'

export type ReportCommand =
  | { type: 'ScheduleReport'; schedule: ReportSchedule }
  /** Ignores whoever does not get it. */
  | { type: 'StopReport'; userId: string }

export const report: Aggregate<ReportSchedule, ReportCommand, ReportEvent> = {
  category: 'report',
  events: reportEvents,
  decider: {
    initialState: noReportSchedule,

    decide(command, state) {
      if (command.type === 'StopReport') {
        const { userId } = command
        return state.recipients.includes(userId)
          ? accept({ type: 'ReportStopped', data: { userId } })
          : accept()
      }
      const { recipients, ...when } = command.schedule
      const recipientIds = [...new Set(recipients)]
      const isSame =
        when.frequency === state.frequency &&
        when.weekday === state.weekday &&
        when.timeZone === state.timeZone &&
        recipientIds.join() === state.recipients.join()
      return isSame ? accept() : accept({ type: 'ReportScheduleChanged', data: { ...when, recipientIds } })
    },

    evolve(state, event) {
      if (event.type === 'ReportStopped') {
        const recipients = state.recipients.filter((userId) => userId !== event.data.userId)
        return { ...state, recipients }
      }
      const { recipientIds: recipients, ...when } = event.data
      return { ...when, recipients }
    },
  },
}
