import type { MonthlyMailInput, MonthlyRunInput } from '@parley/contracts/analytics/monthly-report-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { describe, expect, it } from 'vitest'
import { monthlyMail } from './monthly-mail.process.ts'
import { monthlyReport } from './monthly-report.decider.ts'
import { daysOfMonth, lastWholeMonth, monthsLater, nextMonthlyReport } from './monthly-report-dates.ts'
import { monthlyRun } from './monthly-run.process.ts'

const schedule = { enabled: true, dayOfMonth: 1, timeZone: 'Europe/Berlin' }
const changed: MonthlyRunInput = {
  type: 'ScheduleChanged',
  organisationId: 'o1',
  ...schedule,
  at: '2026-10-20T12:00:00.000Z',
}
const passed = { type: 'DeadlinePassed', name: 'report' } as const
const waits = (due: string | null) => ({ deadlines: [{ name: 'report', due }] })
const mails = (month: string) => ({
  commands: [{ type: 'MailMonthlyReport' as const, organisationId: 'o1', month, timeZone: 'Europe/Berlin' }],
})

describe('the months of reports', () => {
  const next = (dayOfMonth: number, timeZone: string, now: string) => {
    const at = nextMonthlyReport({ enabled: true, dayOfMonth, timeZone }, Date.parse(now))
    return at === undefined ? undefined : new Date(at).toISOString()
  }

  it('are sent at nine of the chosen day, on both sides of a change of clocks', () => {
    expect(next(1, 'Europe/Berlin', '2026-10-20T12:00:00Z')).toBe('2026-11-01T08:00:00.000Z')
    expect(next(28, 'Europe/Berlin', '2026-03-28T08:00:00Z')).toBe('2026-04-28T07:00:00.000Z')
    expect(next(1, 'Pacific/Auckland', '2026-10-31T19:59:59Z')).toBe('2026-10-31T20:00:00.000Z')
    expect(next(1, 'Pacific/Auckland', '2026-10-31T20:00:00Z')).toBe('2026-11-30T20:00:00.000Z')
    expect(nextMonthlyReport({ ...schedule, enabled: false }, 0)).toBeUndefined()
  })

  it('are whole months of the time zone', () => {
    expect(lastWholeMonth(Date.parse('2026-10-31T20:00:00Z'), 'Pacific/Auckland')).toBe('2026-10')
    expect(lastWholeMonth(Date.parse('2027-01-01T03:00:00Z'), 'America/New_York')).toBe('2026-11')
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(monthsLater('2026-01', -1)).toBe('2025-12')
  })
})

describe('the choice of an organisation’s report', () => {
  const command = { type: 'ScheduleMonthlyReport', organisationId: 'o1', schedule } as const
  const event = {
    type: 'MonthlyReportScheduleChanged',
    data: { organisationId: 'o1', ...schedule },
  } as const

  it('is recorded once', () => {
    given(monthlyReport).when(command).then(event)
    given(monthlyReport, event).when(command).thenNothing()
  })
})

describe('the reports of an organisation', () => {
  it('are waited for, again when that changes, and no more when they are off', () => {
    givenProcess(monthlyRun).when(changed).then(waits('2026-11-01T08:00:00.000Z'))
    const off: MonthlyRunInput = { ...changed, enabled: false }
    givenProcess(monthlyRun, changed).when(off).then(waits(null))
    givenProcess(monthlyRun, changed, off).when(passed).thenNothing()
  })

  it('are mailed when they are due, and the next one is waited for', () => {
    givenProcess(monthlyRun, changed)
      .when(passed, new Date('2026-11-01T08:00:00.000Z'))
      .then({ ...mails('2026-10'), ...waits('2026-12-01T08:00:00.000Z') })
  })

  it('are mailed late, and each of the months in which nothing ran', () => {
    const late = new Date('2027-01-20T08:00:00.000Z')
    givenProcess(monthlyRun, changed)
      .when(passed, late)
      .then({ ...mails('2026-10'), ...waits('2026-12-01T08:00:00.000Z') })
    givenProcess(monthlyRun, changed, passed)
      .when(passed, late)
      .then({ ...mails('2026-11'), ...waits('2027-01-01T08:00:00.000Z') })
  })
})

describe('a report to a client', () => {
  const of = { clientId: 'c1', organisationId: 'o1', month: '2026-10', timeZone: 'UTC' }
  const due: MonthlyMailInput = { type: 'MonthlyReportDue', ...of }
  const failed: MonthlyMailInput = { type: 'MonthlyReportFailed' }
  const send = { effects: [{ type: 'SendMonthlyReport' as const, ...of }] }
  const now = new Date('2026-11-01T09:00:00.000Z')
  const again = (ms: number) => ({
    deadlines: [{ name: 'send', due: new Date(now.getTime() + ms).toISOString() }],
  })

  it('is sent once, however often it is due', () => {
    givenProcess(monthlyMail).when(due).then(send)
    givenProcess(monthlyMail, due).when(due).thenNothing()
    givenProcess(monthlyMail, due, { type: 'MonthlyReportDone' }).when(due).thenNothing()
  })

  it('is tried again with growing pauses, but not for ever', () => {
    givenProcess(monthlyMail, due).when(failed, now).then(again(5_000))
    givenProcess(monthlyMail, due, failed).when({ type: 'DeadlinePassed', name: 'send' }).then(send)
    const tries = Array.from({ length: 57 }, () => failed)
    givenProcess(monthlyMail, due, ...tries.slice(1))
      .when(failed, now)
      .then(again(3_600_000))
    givenProcess(monthlyMail, due, ...tries)
      .when(failed, now)
      .then({})
  })
})
