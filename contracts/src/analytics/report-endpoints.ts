/** The report of a workspace by mail. */
import { z } from 'zod'
import { defineEndpoints, workspaceParams } from '../endpoint.ts'
import { mostReportRecipients, reportFrequencies } from './report.ts'

const schedule = z.object({
  frequency: z.enum(reportFrequencies),
  weekday: z.number().int().min(1).max(7),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['Europe/Berlin'] }),
  recipientIds: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/))
    .max(mostReportRecipients)
    .meta({ examples: [[]] }),
})
const frequency = z.enum(['weekly', 'monthly'])
const success = z.object({ success: z.literal(true) })
const path = '/api/{region}/v2/workspaces/{workspaceId}/report'

export const reportView = schedule.extend({
  /** When the next one is sent, ISO 8601; absent if none is. */
  next: z.string().optional(),
  /** Whether whoever calls gets it. */
  mine: z.boolean(),
})
export type ReportView = z.infer<typeof reportView>

export const reportEndpoints = defineEndpoints({
  'reports.get': {
    summary: 'When the report of the workspace is mailed, and to whom',
    method: 'GET',
    path,
    permission: 'workspace.read',
    kind: 'query',
    params: workspaceParams,
    output: reportView,
  },
  'reports.save': {
    summary: 'Choose when the report of the workspace is mailed, and to which members',
    method: 'POST',
    path,
    permission: 'workspace.manage',
    kind: 'command',
    overwrites: 'reports.get',
    params: workspaceParams,
    body: schedule,
    output: success,
    refusals: { 'invalid-time-zone': 400, 'not-a-member': 400 },
  },
  'reports.preview': {
    summary: 'The report of the last whole week or month as it is mailed',
    method: 'GET',
    path: `${path}/preview`,
    permission: 'analytics.read',
    kind: 'query',
    params: workspaceParams,
    query: z.object({ frequency }),
    output: z.object({ subject: z.string(), html: z.string() }),
  },
  'reports.send': {
    summary: 'Mail the report of the last whole week or month to the caller now',
    method: 'POST',
    path: `${path}/send`,
    permission: 'analytics.read',
    kind: 'command',
    params: workspaceParams,
    body: z.object({ frequency }),
    output: success,
    refusals: { 'too-many-requests': 429 },
  },
  'reports.stop': {
    summary: 'Stop mailing the report to the caller',
    method: 'POST',
    path: `${path}/stop`,
    permission: 'workspace.read',
    kind: 'command',
    params: workspaceParams,
    output: success,
  },
})
