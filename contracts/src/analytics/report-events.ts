import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'
import { processEvents } from '../process-events.ts'
import { reportFrequencies } from './report.ts'

const frequency = z.enum(reportFrequencies)
const schedule = { frequency, weekday: z.number(), timeZone: z.string() }

/** Stream `report-<workspaceId>`: when the report of the workspace is mailed, and to whom. */
export const reportEvents = defineEvents({
  /** All of it after the change. */
  ReportScheduleChanged: {
    version: 1,
    summary: 'Changed the report by mail',
    data: z.object({ ...schedule, recipientIds: z.array(z.string()) }),
  },
  ReportStopped: {
    version: 1,
    summary: 'Stopped getting the report by mail',
    data: z.object({ userId: z.string() }),
  },
})
export type ReportEvent = EventOf<typeof reportEvents>

const period = {
  frequency: z.enum(['weekly', 'monthly']),
  /** The first and last day that it is about, YYYY-MM-DD. */
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
}
export const reportPeriodSchema = z.object(period)
export type ReportPeriod = z.infer<typeof reportPeriodSchema>

export const reportRunInput = z.object({ type: z.literal('ScheduleChanged'), ...schedule })
export type ReportRunInput = z.infer<typeof reportRunInput>

/** Mails the report to whoever gets it at that time. */
export const reportRunCommand = z.object({ type: z.literal('MailReport'), ...period })
export type ReportRunCommand = z.infer<typeof reportRunCommand>

/** Stream `reportrun-<workspaceId>`: waits for the next report of a workspace. */
export const reportRunEvents = processEvents('ReportRunAdvanced', {
  summary: 'Waited for the time of a report',
  input: reportRunInput,
  command: reportRunCommand,
  effect: z.never(),
})

export const reportMailInput = z.discriminatedUnion('type', [
  /** `asked`: the member asked for it, whether or not they are among the recipients. */
  z.object({ type: z.literal('ReportDue'), userId: z.string(), asked: z.boolean(), ...period }),
  /** It was sent, refused for good, or is not wanted any more. */
  z.object({ type: z.literal('ReportDone') }),
  /** The mail server could not be reached. */
  z.object({ type: z.literal('ReportFailed') }),
])
export type ReportMailInput = z.infer<typeof reportMailInput>

export const reportMailEffect = z.object({
  type: z.literal('SendReport'),
  userId: z.string(),
  asked: z.boolean(),
  ...period,
})
export type ReportMailEffect = z.infer<typeof reportMailEffect>

/** Stream `reportmail-<workspaceId>.<userId>.<frequency>.<last day>`: one report to one member. */
export const reportMailEvents = processEvents('ReportMailAdvanced', {
  summary: 'Sent a report by mail, or tried to',
  input: reportMailInput,
  command: z.never(),
  effect: reportMailEffect,
})
