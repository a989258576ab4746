import type { ReportMailInput, ReportRunInput } from '@parley/contracts/analytics/report-events.ts'
import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { describe, it } from 'vitest'
import { reportMail } from './report-mail.process.ts'
import { reportRun } from './report-run.process.ts'

const passed = { type: 'DeadlinePassed', name: 'report' } as const
const monday = new Date('2026-11-23T08:00:00.000Z')
const weekly: ReportRunInput = { type: 'ScheduleChanged', frequency: 'weekly', weekday: 1, timeZone: 'UTC' }
const lastWeek = { frequency: 'weekly', from: '2026-11-16', to: '2026-11-22', timeZone: 'UTC' } as const
const at = (due: string | null) => ({ deadlines: [{ name: 'report', due }] })

describe('the reports of a workspace', () => {
  it('are waited for, again when the schedule changes, and no more when it is off', () => {
    givenProcess(reportRun)
      .when(weekly, new Date('2026-11-22T12:00:00.000Z'))
      .then(at('2026-11-23T08:00:00.000Z'))
    givenProcess(reportRun, weekly)
      .when({ ...weekly, frequency: 'monthly' }, monday)
      .then(at('2026-12-01T08:00:00.000Z'))
    const off: ReportRunInput = { ...weekly, frequency: 'off' }
    givenProcess(reportRun, weekly).when(off, monday).then(at(null))
    givenProcess(reportRun, weekly, off).when(passed, monday).thenNothing()
  })

  it('are mailed when they are due, and the next one is waited for', () => {
    givenProcess(reportRun, weekly)
      .when(passed, monday)
      .then({ commands: [{ type: 'MailReport', ...lastWeek }], ...at('2026-11-30T08:00:00.000Z') })
  })

  it('are mailed late, and only the newest, if nothing ran for weeks', () => {
    givenProcess(reportRun, weekly)
      .when(passed, new Date('2026-12-16T01:00:00.000Z'))
      .then({
        commands: [{ type: 'MailReport', ...lastWeek, from: '2026-12-07', to: '2026-12-13' }],
        ...at('2026-12-21T08:00:00.000Z'),
      })
  })
})

describe('a report to a member', () => {
  const due: ReportMailInput = { type: 'ReportDue', userId: 'u1', asked: false, ...lastWeek }
  const failed: ReportMailInput = { type: 'ReportFailed' }
  const send = { effects: [{ type: 'SendReport' as const, userId: 'u1', asked: false, ...lastWeek }] }
  const again = (ms: number) => ({
    deadlines: [{ name: 'send', due: new Date(monday.getTime() + ms).toISOString() }],
  })

  it('is sent once, however often it is due', () => {
    givenProcess(reportMail).when(due).then(send)
    givenProcess(reportMail, due).when(due).thenNothing()
    givenProcess(reportMail, due, { type: 'ReportDone' }).when(due).thenNothing()
  })

  it('is tried again with growing pauses, but not for ever', () => {
    givenProcess(reportMail, due).when(failed, monday).then(again(5_000))
    givenProcess(reportMail, due, failed).when({ type: 'DeadlinePassed', name: 'send' }).then(send)
    givenProcess(reportMail, due, failed).when(failed, monday).then(again(10_000))
    const tries = Array.from({ length: 14 }, () => failed)
    givenProcess(reportMail, due, ...tries.slice(1))
      .when(failed, monday)
      .then(again(3_600_000))
    givenProcess(reportMail, due, ...tries)
      .when(failed, monday)
      .then({})
  })
})
