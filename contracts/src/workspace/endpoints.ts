import { z } from 'zod'
import { planChannels } from '../billing/plan-limits.ts'
import { defineEndpoints, regionParams, workspaceParams } from '../endpoint.ts'
import { sessionWorkspaceView } from '../identity/views.ts'
import { webhookInRecordSchema, webhookInRecordView } from '../integration/webhook.ts'
import { photoSchema } from '../photo.ts'
import { memberRoles } from './roles.ts'

/** What the owner has been through (specification part 2 §4). */
export const onboardingFlags = z.object({
  /** An agent was made of the owner's website, or the owner went on without. */
  isAgentOnboardingDone: z.boolean().optional(),
  /** The guided tour is over, or is not wanted. */
  completedDriverOnboarding: z.boolean().optional(),
})

export const workspaceView = z.object({
  workspaceId: z.string(),
  workspaceName: z.string(),
  /** Empty for those who may not replace it (`workspace.secret.manage`). */
  workspaceSecret: z.string(),
  workspacePhotoURL: z.string().optional(),
  ownerId: z.string(),
  /** Of one person for as long as their account exists: it can't be handed over. */
  personal: z.boolean(),
  region: z.string(),
  loadTokens: z.number(),
  /** `events`: of those who may read webhooks, if it has one. */
  internal: onboardingFlags.extend({ events: webhookInRecordView.optional() }),
  members: z.array(z.object({ userId: z.string(), role: z.enum(memberRoles) })),
})
export type WorkspaceView = z.infer<typeof workspaceView>

export const workspaceContents = z.object({
  agents: z.number(),
  conversations: z.number(),
  leads: z.number(),
  sources: z.number(),
  members: z.number(),
  /** How long a deletion can be undone. */
  graceDays: z.number(),
})
export type WorkspaceContents = z.infer<typeof workspaceContents>

/** `used` is for the team alone; without a `max` there is no limit. */
const limited = z.object({
  max: z.number().optional(),
  used: z.number().optional(),
  reached: z.boolean(),
})
export const planLimitsView = z.object({
  /** Of the kinds that a plan may leave out, those that it includes. */
  channels: z.array(z.enum(planChannels)),
  allowAnalytics: z.boolean(),
  allowLeads: z.boolean(),
  allowVoiceChannel: z.boolean(),
  agents: limited,
  knowledgeCharacters: limited,
  /** Of the present calendar month (UTC). */
  monthlyCredits: limited,
  maxConcurrentCalls: z.number(),
})
export type PlanLimitsView = z.infer<typeof planLimitsView>

export const workspaceNameSchema = z.string().trim().min(1, 'Please enter a workspace name.').max(100)

export const workspaceEndpoints = defineEndpoints({
  'workspaces.get': {
    summary: 'A workspace with its secret and credit balance',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}',
    permission: 'workspace.read',
    kind: 'query',
    params: workspaceParams,
    output: workspaceView,
  },
  'workspaces.limits': {
    summary: 'What the plan of a workspace allows, and for its team, how much of it is used',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/limits',
    permission: 'agent.list',
    kind: 'query',
    ofOwnAgents: true,
    params: workspaceParams,
    output: planLimitsView,
  },
  'workspaces.create': {
    summary: 'Create another workspace in a region, also in another one than that of the own account',
    method: 'POST',
    path: '/api/{region}/v2/workspaces',
    access: 'person',
    permission: 'account.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({ workspaceName: workspaceNameSchema }),
    output: sessionWorkspaceView,
    refusals: { 'too-many-workspaces': 403 },
  },
  'workspaces.save': {
    summary:
      'Rename a workspace, change or remove its photo, note how far its onboarding is, or set the webhook of its record',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}',
    permission: 'workspace.manage',
    kind: 'command',
    overwrites: 'workspaces.get',
    params: workspaceParams,
    body: z.object({
      workspaceName: workspaceNameSchema.optional(),
      workspacePhotoURL: photoSchema.optional(),
      /** `events`: the webhook to which the workspace secret is sent; null removes it. */
      internal: onboardingFlags.extend({ events: webhookInRecordSchema.nullable().optional() }).optional(),
    }),
    output: z.object({ success: z.literal(true) }),
    refusals: { 'too-many-webhooks': 403, 'address-not-allowed': 422 },
  },
  'workspaces.contents': {
    summary: 'What a deletion of the workspace would delete, and after how many days',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/contents',
    permission: 'workspace.delete',
    kind: 'query',
    params: workspaceParams,
    output: workspaceContents,
  },
  'workspaces.export': {
    summary: 'Everything in the workspace as JSON Lines: agents, knowledge, conversations, leads, members',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/export',
    permission: 'workspace.delete',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['application/x-ndjson'],
    params: workspaceParams,
    output: z.string(),
  },
  'workspaces.delete': {
    summary: 'Delete a workspace: its agents stop at once, and it is erased when the time to undo it is over',
    method: 'DELETE',
    path: '/api/{region}/v2/workspaces/{workspaceId}',
    permission: 'workspace.delete',
    kind: 'command',
    duringDeletion: true,
    params: workspaceParams,
    output: z.object({
      success: z.literal(true),
      /** ISO 8601. */
      deletedAt: z.string(),
    }),
    refusals: { 'personal-workspace': 409 },
  },
  'workspaces.keep': {
    summary: 'Undo the deletion of a workspace while there is time; its agents answer again',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/keep',
    permission: 'workspace.delete',
    kind: 'command',
    duringDeletion: true,
    params: workspaceParams,
    output: z.object({ success: z.literal(true) }),
  },
  'workspaces.regenerateSecret': {
    summary: 'Replace the workspace secret; the former one stops working',
    method: 'POST',
    path: '/api/{region}/v2/workspaces/{workspaceId}/secret',
    permission: 'workspace.secret.manage',
    kind: 'command',
    overwrites: 'workspaces.get',
    params: workspaceParams,
    output: z.object({ workspaceSecret: z.string() }),
  },
})
