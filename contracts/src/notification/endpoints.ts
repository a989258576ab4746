import { z } from 'zod'
import { defineEndpoints, pageOf, pageQuery, workspaceParams } from '../endpoint.ts'
import { notificationLevel } from './events.ts'
import { notifyIfs, notifyThroughs } from './settings.ts'

/** Part 2 §3. */
export const notificationView = z.object({
  ID: z.string(),
  title: z.string(),
  body: z.string(),
  /** Unix seconds. */
  ts: z.number(),
  urlPathname: z.string(),
  /** Whether the principal has seen it. */
  seen: z.boolean(),
  notificationLevel,
  notifyOnly: z.array(z.string()),
})
export type NotificationView = z.infer<typeof notificationView>

const settings = z.object({ notifyThrough: z.enum(notifyThroughs), notifyIf: z.enum(notifyIfs) })
const success = z.object({ success: z.literal(true) })
const path = '/api/{region}/v2/workspaces/{workspaceId}/notifications'

export const notificationEndpoints = defineEndpoints({
  'notifications.list': {
    summary: 'The latest five notifications of each level, newest first, and how the member wants to be told',
    method: 'GET',
    path,
    permission: 'notification.read',
    kind: 'query',
    params: workspaceParams,
    output: z.object({ items: z.array(notificationView), settings }),
  },
  'notifications.history': {
    summary: 'All notifications meant for the member, of both levels, newest first',
    method: 'GET',
    path: `${path}/history`,
    permission: 'notification.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery,
    output: pageOf(notificationView),
  },
  'notifications.seen': {
    summary: 'Mark a notification as seen by the caller',
    method: 'POST',
    path: `${path}/{notificationId}/seen`,
    permission: 'notification.read',
    kind: 'command',
    params: workspaceParams.extend({ notificationId: z.string().regex(/^[A-Za-z0-9_.-]{1,160}$/) }),
    output: success,
  },
  'notifications.allSeen': {
    summary: 'Mark all notifications as seen by the caller',
    method: 'POST',
    path: `${path}-seen`,
    permission: 'notification.read',
    kind: 'command',
    params: workspaceParams,
    output: success,
  },
  'notifications.saveSettings': {
    summary: 'Choose through what and of what the caller is told',
    method: 'POST',
    path: `${path}-settings`,
    permission: 'notification.manage',
    kind: 'command',
    params: workspaceParams,
    body: settings,
    output: success,
  },
})
