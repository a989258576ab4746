/**
 * Waits for the next monthly report of an organisation and has it mailed. A report whose time passed while nothing ran is
 * mailed late; if several months passed, each of them, one after the other.
 */
import { type MonthlyReportSchedule, noMonthlyReport } from '@parley/contracts/analytics/monthly-report.ts'
import {
  type MonthlyRunCommand,
  type MonthlyRunInput,
  monthlyRunCommand,
  monthlyRunInput,
} from '@parley/contracts/analytics/monthly-report-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'
import { z } from 'zod'
import { lastWholeMonth, nextMonthlyReport } from './monthly-report-dates.ts'

/** `due`: when the report that is waited for is sent, in ms since 1970. */
export type MonthlyRunState = {
  organisationId: string
  when: MonthlyReportSchedule
  due: number | undefined
}

export const monthlyRun: ProcessManager<MonthlyRunState, MonthlyRunInput, MonthlyRunCommand, never> = {
  name: 'monthlyrun',
  event: 'MonthlyReportRunAdvanced',
  input: monthlyRunInput,
  command: monthlyRunCommand,
  effect: z.never(),
  initialState: { organisationId: '', when: noMonthlyReport, due: undefined },

  evolve(state, heard) {
    if (heard.type === 'DeadlinePassed') return { ...state, due: after(state) }
    const { organisationId, enabled, dayOfMonth, timeZone, at } = heard
    const when = { enabled, dayOfMonth, timeZone }
    return { organisationId, when, due: nextMonthlyReport(when, Date.parse(at)) }
  },

  decide(state, heard) {
    if (heard.type === 'ScheduleChanged')
      return { deadlines: [deadline(nextMonthlyReport(heard, Date.parse(heard.at)))] }
    const { organisationId, due, when } = state
    if (due === undefined) return undefined
    const { timeZone } = when
    const month = lastWholeMonth(due, timeZone)
    return {
      commands: [{ type: 'MailMonthlyReport', organisationId, month, timeZone }],
      deadlines: [deadline(after(state))],
    }
  },
}

const after = ({ when, due }: MonthlyRunState) =>
  due === undefined ? undefined : nextMonthlyReport(when, due)

const deadline = (at: number | undefined) => ({
  name: 'report',
  due: at === undefined ? null : new Date(at).toISOString(),
})
