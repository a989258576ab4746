/**
 * Waits for the next report of a workspace and has it mailed. A report whose time passed while nothing ran is mailed
 * late, once: it is the newest one, and earlier ones are left out.
 */
import { noReportSchedule } from '@parley/contracts/analytics/report.ts'
import {
  type ReportRunCommand,
  type ReportRunInput,
  reportRunCommand,
  reportRunInput,
} from '@parley/contracts/analytics/report-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'
import { z } from 'zod'
import { nextReport, reportedPeriod, type When } from './report-dates.ts'

export const reportRun: ProcessManager<When, ReportRunInput, ReportRunCommand, never> = {
  name: 'reportrun',
  event: 'ReportRunAdvanced',
  input: reportRunInput,
  command: reportRunCommand,
  effect: z.never(),
  initialState: noReportSchedule,

  evolve(state, heard) {
    if (heard.type === 'DeadlinePassed') return state
    const { frequency, weekday, timeZone } = heard
    return { frequency, weekday, timeZone }
  },

  decide(state, heard, now) {
    if (heard.type === 'ScheduleChanged') return { deadlines: [next(heard, now)] }
    const { frequency, ...when } = state
    if (frequency === 'off') return undefined
    const period = reportedPeriod({ ...when, frequency }, now.getTime())
    return { commands: [{ type: 'MailReport', ...period }], deadlines: [next(state, now)] }
  },
}

function next(when: When, now: Date): { name: string; due: string | null } {
  const at = nextReport(when, now.getTime())
  return { name: 'report', due: at === undefined ? null : new Date(at).toISOString() }
}
