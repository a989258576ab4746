/** The clients of an agency, in its workspace. */
import { z } from 'zod'
import { returnedMailKinds } from '../agency/bounces.ts'
import { agentParams, chosenIds, defineEndpoints, pageOf, pageQuery, workspaceParams } from '../endpoint.ts'
import { clientGoalIds } from './onboarding.ts'
import { clientSettings, dashboardPassword, notificationsSettings, organisationId } from './settings.ts'
import { clientStatuses } from './statuses.ts'

const clientParams = workspaceParams.extend({ clientId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })
const acknowledged = z.object({ success: z.literal(true) })
const refusals = { 'email-in-use': 409, 'no-client-seats': 403 } as const

export const clientView = z.object({
  ID: z.string(),
  orgId: z.string(),
  /** Absent if the organisation was deleted. */
  orgName: z.string().optional(),
  name: z.string(),
  email: z.string(),
  squarePhotoURL: z.string(),
  canAccess: z.array(z.string()),
  clientTabOrder: z.array(z.string()),
  /** Agents that exist. */
  widgetIDs: z.array(z.string()),
  /** Whether it is an admin of its organisation. */
  isOrgAdmin: z.boolean(),
  /** Whether it may create agents. */
  allowCreateAgents: z.boolean(),
  /** Whether it may assign conversations of its agents. */
  canDelegateChats: z.boolean(),
  /** Whether it may not give users that it adds such settings. */
  hideAdvancedSettings: z.boolean(),
  notificationsSettings,
  preferredLanguage: clientSettings.shape.preferredLanguage,
  status: z.enum(clientStatuses),
  /** Whether it signs in with an account at the OpenID provider of its organisation. */
  hasOpenId: z.boolean(),
  /** Whether it signed up by itself. */
  isNewSignup: z.boolean(),
  /** Of one that signed up: what it was asked; empty where it was not answered. */
  onboardingState: z.object({
    isCompleted: z.boolean(),
    goals: z.array(z.enum(clientGoalIds)),
    companyName: z.string(),
    companyWebsite: z.string(),
    companyDescription: z.string(),
  }),
  /** Why no mail is sent to the address; absent if mails are. */
  returnedMail: z.enum(returnedMailKinds).optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** When it last signed in, came online or went offline; absent for one that never signed in. ISO 8601. */
  lastSeenAt: z.string().optional(),
})
export type ClientOnboardingState = z.infer<typeof clientView>['onboardingState']
export type ClientView = z.infer<typeof clientView>

/** `lastSeen`: who was seen last first, those who never signed in at the end. */
export const clientSorts = ['newest', 'oldest', 'name', 'email', 'lastSeen'] as const
export type ClientSort = (typeof clientSorts)[number]

const filters = z.object({
  /** Words in the name or the e-mail address. */
  q: z.string().max(200).optional(),
  orgId: organisationId.optional(),
  /** An agent that they have. */
  agentId: agentParams.shape.agentId.optional(),
  sort: z.enum(clientSorts).optional(),
})
export type ClientFilters = z.infer<typeof filters>

export const clientEndpoints = defineEndpoints({
  'clients.list': {
    summary: 'The clients of a workspace, newest first by default, and how many it may have',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients',
    permission: 'client.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery.extend(filters.shape),
    output: pageOf(clientView).extend({
      /** All clients of the workspace, and how many it may have. */
      clients: z.number(),
      seats: z.number(),
    }),
  },
  'clients.get': {
    summary: 'A client',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}',
    permission: 'client.read',
    kind: 'query',
    params: clientParams,
    output: clientView,
  },
  'clients.export': {
    summary: 'The clients of a workspace as CSV',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients.csv',
    permission: 'client.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['text/csv'],
    params: workspaceParams,
    /** `ids`: only these, if they match the filters. */
    query: filters.extend({ ids: chosenIds }),
    output: z.string(),
  },
  'clients.create': {
    summary: 'Create a client; what is left out follows from its organisation',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients',
    permission: 'client.manage',
    kind: 'command',
    params: workspaceParams,
    body: clientSettings
      .partial({
        squarePhotoURL: true,
        canAccess: true,
        clientTabOrder: true,
        widgetIDs: true,
        isOrgAdmin: true,
        allowCreateAgents: true,
        canDelegateChats: true,
        hideAdvancedSettings: true,
        notificationsSettings: true,
        preferredLanguage: true,
      })
      .extend({ dashboardPassword }),
    output: z.object({ clientId: z.string() }),
    refusals,
  },
  'clients.save': {
    summary: 'Change a client; a new password ends its sessions',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}',
    permission: 'client.manage',
    kind: 'command',
    overwrites: 'clients.get',
    params: clientParams,
    body: clientSettings.partial().extend({ dashboardPassword: dashboardPassword.optional() }),
    output: acknowledged,
    refusals,
  },
  'clients.delete': {
    summary: 'Delete a client and erase what is known of them',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}',
    permission: 'client.manage',
    kind: 'command',
    overwrites: 'clients.get',
    params: clientParams,
    output: acknowledged,
  },
  'clients.unlinkOpenId': {
    summary:
      'Unlink a client from its account at the OpenID provider of its organisation; whoever signs in there next with its e-mail address is linked to it',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}/clients/{clientId}/openid',
    permission: 'client.manage',
    kind: 'command',
    params: clientParams,
    output: acknowledged,
  },
})
