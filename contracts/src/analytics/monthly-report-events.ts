import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'
import { processEvents } from '../process-events.ts'

const schedule = { enabled: z.boolean(), dayOfMonth: z.number(), timeZone: z.string() }

/** Stream `monthlyreport-<organisationId>`: whether and when the clients of an organisation get its monthly report. */
export const monthlyReportEvents = defineEvents({
  /** All of it after the change. */
  MonthlyReportScheduleChanged: {
    version: 1,
    summary: 'Changed the monthly report of an organisation',
    data: z.object({ organisationId: z.string(), ...schedule }),
  },
})
export type MonthlyReportEvent = EventOf<typeof monthlyReportEvents>

const reported = {
  organisationId: z.string(),
  /** YYYY-MM. */
  month: z.string(),
  timeZone: z.string(),
}

export const monthlyRunInput = z.object({
  type: z.literal('ScheduleChanged'),
  organisationId: z.string(),
  ...schedule,
  /** When it was changed, ISO 8601: the next report is the first one due after it. */
  at: z.string(),
})
export type MonthlyRunInput = z.infer<typeof monthlyRunInput>

/** Mails the report of a month to the clients of the organisation. */
export const monthlyRunCommand = z.object({ type: z.literal('MailMonthlyReport'), ...reported })
export type MonthlyRunCommand = z.infer<typeof monthlyRunCommand>

/** Stream `monthlyrun-<organisationId>`: waits for the next report of an organisation. */
export const monthlyRunEvents = processEvents('MonthlyReportRunAdvanced', {
  summary: 'Waited for the time of a monthly report',
  input: monthlyRunInput,
  command: monthlyRunCommand,
  effect: z.never(),
})

/** Whom it is mailed to; a member only if they asked for it. */
const recipient = { clientId: z.string().optional(), userId: z.string().optional() }

export const monthlyMailInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('MonthlyReportDue'), ...recipient, ...reported }),
  /** It was sent, refused for good, or is not wanted any more. */
  z.object({ type: z.literal('MonthlyReportDone') }),
  /** The mail server could not be reached. */
  z.object({ type: z.literal('MonthlyReportFailed') }),
])
export type MonthlyMailInput = z.infer<typeof monthlyMailInput>

export const monthlyMailEffect = z.object({
  type: z.literal('SendMonthlyReport'),
  ...recipient,
  ...reported,
})
export type MonthlyMailEffect = z.infer<typeof monthlyMailEffect>

/** Stream `monthlymail-<organisationId>.<clientId>.<month>`: the report of one month to one client. */
export const monthlyMailEvents = processEvents('MonthlyReportMailAdvanced', {
  summary: 'Sent a monthly report by mail, or tried to',
  input: monthlyMailInput,
  command: z.never(),
  effect: monthlyMailEffect,
})
