/** Whether and when the clients of an organisation get its monthly report. Stream `monthlyreport-<organisationId>`. */
import { type MonthlyReportSchedule, noMonthlyReport } from '@parley/contracts/analytics/monthly-report.ts'
import {
  type MonthlyReportEvent,
  monthlyReportEvents,
} from '@parley/contracts/analytics/monthly-report-events.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'

export type MonthlyReportCommand = {
  type: 'ScheduleMonthlyReport'
  organisationId: string
  schedule: MonthlyReportSchedule
}

export const monthlyReport: Aggregate<MonthlyReportSchedule, MonthlyReportCommand, MonthlyReportEvent> = {
  category: 'monthlyreport',
  events: monthlyReportEvents,
  decider: {
    initialState: noMonthlyReport,

    decide({ organisationId, schedule }, state) {
      const { enabled, dayOfMonth, timeZone } = schedule
      const isSame =
        enabled === state.enabled && dayOfMonth === state.dayOfMonth && timeZone === state.timeZone
      return isSame
        ? accept()
        : accept({
            type: 'MonthlyReportScheduleChanged',
            data: { organisationId, enabled, dayOfMonth, timeZone },
          })
    },

    evolve(_, { data: { enabled, dayOfMonth, timeZone } }) {
      return { enabled, dayOfMonth, timeZone }
    },
  },
}
