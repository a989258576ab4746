/** The monthly report of an organisation as PDF: by mail to its clients, and to download. */
import { z } from 'zod'
import { organisationId } from '../client/settings.ts'
import { defineEndpoints, regionParams, workspaceParams } from '../endpoint.ts'
import { lastReportDay } from './monthly-report.ts'

const organisationParams = workspaceParams.extend({ organisationId })
const schedule = z.object({
  enabled: z.boolean(),
  dayOfMonth: z.number().int().min(1).max(lastReportDay),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['Europe/Berlin'] }),
})
const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Please give a month as YYYY-MM.')
  .meta({ examples: ['2026-10'] })
const success = z.object({ success: z.literal(true) })
const path = '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}/report'
const ownPath = '/api/{region}/client/monthly-reports'
/** Refused to a client that may not see figures. */
const own = { access: 'client', permission: 'client.profile.manage' } as const

export const monthlyReportView = schedule.extend({
  /** When the next one is sent, ISO 8601; absent if none is. */
  next: z.string().optional(),
  /** The names of the clients that get it by now, in the order of names. */
  recipients: z.array(z.string()),
})
export type MonthlyReportView = z.infer<typeof monthlyReportView>

export const monthlyReportEndpoints = defineEndpoints({
  'monthlyReports.get': {
    summary: 'Whether and when the clients of an organisation get its monthly report, and who they are',
    method: 'GET',
    path,
    permission: 'client.read',
    kind: 'query',
    params: organisationParams,
    output: monthlyReportView,
  },
  'monthlyReports.save': {
    summary: 'Choose whether and when the clients of an organisation get its monthly report',
    method: 'POST',
    path,
    permission: 'client.manage',
    kind: 'command',
    overwrites: 'monthlyReports.get',
    params: organisationParams,
    body: schedule,
    output: success,
    refusals: { 'invalid-time-zone': 400 },
  },
  'monthlyReports.preview': {
    summary: 'The report of the last whole month of an organisation with all of its agents, as PDF',
    method: 'GET',
    path: `${path}/preview.pdf`,
    permission: 'analytics.read',
    kind: 'query',
    delivery: 'bytes',
    mediaTypes: ['application/pdf'],
    params: organisationParams,
    output: z.string(),
    refusals: { 'too-many-requests': 429 },
  },
  'monthlyReports.send': {
    summary: 'Mail the report of the last whole month of an organisation to the caller now',
    method: 'POST',
    path: `${path}/send`,
    permission: 'analytics.read',
    kind: 'command',
    params: organisationParams,
    output: success,
    refusals: { 'too-many-requests': 429 },
  },
  'monthlyReports.own': {
    ...own,
    summary: 'The whole months whose report the signed-in client can download, the last one first',
    method: 'GET',
    path: ownPath,
    kind: 'query',
    params: regionParams,
    output: z.object({ months: z.array(z.string()) }),
  },
  'monthlyReports.download': {
    ...own,
    summary: 'The report of a whole month about the agents of the signed-in client, as PDF',
    method: 'GET',
    path: `${ownPath}/report.pdf`,
    kind: 'query',
    delivery: 'bytes',
    mediaTypes: ['application/pdf'],
    params: regionParams,
    /** By default the last whole month. */
    query: z.object({ month: month.optional() }),
    output: z.string(),
    refusals: { 'too-many-requests': 429 },
  },
})
