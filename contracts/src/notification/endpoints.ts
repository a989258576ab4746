import { z } from 'zod'
import { defineEndpoints, pageOf, pageQuery, wholeList, workspaceParams } from '../endpoint.ts'
import { notificationLevel } from './events.ts'
import { digests, notifyIfs, notifyThroughs } from './settings.ts'

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
  /**
   * The visitor, and what they had said by then, as the conversation has it at present; only for those who may read
   * conversations, and absent once the conversation is deleted. `captured`: the details that a lead or a request is
   * about, for those who may read leads.
   */
  about: z
    .object({
      visitorId: z.string(),
      visitorName: z.string().optional(),
      said: z.string().optional(),
      captured: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
})
export type NotificationView = z.infer<typeof notificationView>
export type NotificationAbout = NonNullable<NotificationView['about']>

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 22:00.')
const settings = z.object({
  notifyThrough: z.enum(notifyThroughs),
  notifyIf: z.enum(notifyIfs),
  emailDigest: z.enum(digests),
  pushDigest: z.enum(digests),
  quietHours: z
    .object({ from: timeOfDay, to: timeOfDay })
    .nullable()
    .meta({ examples: [{ from: '22:00', to: '07:00' }] }),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['Europe/Berlin'] }),
  pushDetails: z.boolean(),
})
/** Settings that are left out stay as they are. */
const settingsToSave = settings.partial().required({ notifyThrough: true, notifyIf: true })

/** A browser that receives push notifications. */
export const pushDeviceView = z.object({
  subscriptionId: z.string(),
  userAgent: z.string(),
  addedAt: z.string(),
  /** Whether it was turned on in the session of this call. */
  current: z.boolean(),
})
export type PushDeviceView = z.infer<typeof pushDeviceView>

/** As a browser's `PushSubscription` is serialised. */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2_000),
  keys: z.object({
    p256dh: z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/)
      .meta({
        examples: ['BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'],
      }),
    auth: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}$/)
      .meta({ examples: ['tBHItJI5svbpez7KI4CCXg'] }),
  }),
})
const subscriptionParams = workspaceParams.extend({
  subscriptionId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
})
/** What a client has seen is its own, whoever views as it. */
const viewed = { 'viewing-as': 403 } as const
const success = z.object({ success: z.literal(true) })
const path = '/api/{region}/v2/workspaces/{workspaceId}/notifications'

export const notificationEndpoints = defineEndpoints({
  'notifications.list': {
    summary: 'The latest five notifications of each level, newest first, and how the caller wants to be told',
    method: 'GET',
    path,
    permission: 'notification.read',
    kind: 'query',
    ofOwnAgents: true,
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
    duringDeletion: true,
    ofOwnAgents: true,
    params: workspaceParams.extend({ notificationId: z.string().regex(/^[A-Za-z0-9_.-]{1,160}$/) }),
    output: success,
    refusals: viewed,
  },
  'notifications.allSeen': {
    summary: 'Mark all notifications as seen by the caller',
    method: 'POST',
    path: `${path}-seen`,
    permission: 'notification.read',
    kind: 'command',
    duringDeletion: true,
    ofOwnAgents: true,
    params: workspaceParams,
    output: success,
    refusals: viewed,
  },
  'notifications.saveSettings': {
    summary: 'Choose through what and of what the caller is told',
    method: 'POST',
    path: `${path}-settings`,
    permission: 'notification.manage',
    kind: 'command',
    overwrites: 'notifications.list',
    ofOwnAgents: true,
    params: workspaceParams,
    body: settingsToSave,
    output: success,
    refusals: { 'invalid-time-zone': 400, ...viewed },
  },
  'notifications.pushKey': {
    summary: 'The public key (VAPID) with which a browser subscribes to push notifications',
    method: 'GET',
    path: `${path}/push-key`,
    permission: 'notification.read',
    kind: 'query',
    ofOwnAgents: true,
    params: workspaceParams,
    output: z.object({ publicKey: z.string() }),
  },
  'notifications.pushDevices': {
    summary: 'The browsers in which the caller has turned on push notifications, the newest first',
    method: 'GET',
    path: `${path}/push-devices`,
    permission: 'notification.read',
    ofOwnAgents: true,
    params: workspaceParams,
    ...wholeList(pushDeviceView),
  },
  'notifications.turnOnPush': {
    summary: 'Send push notifications of the workspace to this browser, until the session of this call ends',
    method: 'POST',
    path: `${path}/push-devices`,
    permission: 'notification.manage',
    kind: 'command',
    ofOwnAgents: true,
    params: workspaceParams,
    body: pushSubscription,
    output: z.object({ subscriptionId: z.string() }),
    refusals: { 'address-not-allowed': 400, ...viewed },
  },
  'notifications.turnOffPush': {
    summary: 'Send no more push notifications to a browser of the caller',
    method: 'DELETE',
    path: `${path}/push-devices/{subscriptionId}`,
    permission: 'notification.manage',
    kind: 'command',
    ofOwnAgents: true,
    params: subscriptionParams,
    output: success,
    refusals: viewed,
  },
  'notifications.testPush': {
    summary: 'Send a test notification to a browser of the caller and tell what its push service answered',
    method: 'POST',
    path: `${path}/push-devices/{subscriptionId}/test`,
    permission: 'notification.manage',
    kind: 'command',
    ofOwnAgents: true,
    params: subscriptionParams,
    output: z.object({ outcome: z.enum(['sent', 'gone', 'refused', 'unreachable']) }),
    refusals: { 'too-many-requests': 429, ...viewed },
  },
})
