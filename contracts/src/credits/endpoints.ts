import { z } from 'zod'
import { chartPeriod, chartStep, range, rangeQuery, since } from '../analytics/range.ts'
import {
  agentParams,
  defineEndpoints,
  pageOf,
  pageQuery,
  regionSchema,
  workspaceParams,
} from '../endpoint.ts'
import { creditPurposes } from './events.ts'
import { type CreditFeature, creditFeatures } from './usage.ts'

/**
 * A line of a workspace's credits. `amount` is negative if credits were taken; from the balance of an organisation, if one
 * paid.
 */
export const creditLineView = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('grant'),
    id: z.string(),
    /** ISO 8601. */
    at: z.string(),
    amount: z.number(),
    reason: z.enum(['sign-up', 'purchase', 'support', 'demo', 'monthly']),
    /** Of a monthly grant: YYYY-MM. */
    month: z.string().optional(),
    /** The name of the operator who granted it, and why. */
    operator: z.string().optional(),
    note: z.string().optional(),
  }),
  z.object({
    kind: z.literal('charge'),
    id: z.string(),
    at: z.string(),
    amount: z.number(),
    agentId: z.string(),
    /** Absent for an agent that was deleted. */
    agentTitle: z.string().optional(),
    conversationId: z.string(),
    /** What was paid for, if it was not a reply. */
    purpose: z.enum(creditPurposes).optional(),
    modelId: z.string(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    /** Present if an organisation paid, whose balance alone it reduced. */
    orgId: z.string().optional(),
    consumedFromOrg: z.literal(true).optional(),
    /** Absent for an organisation that was deleted. */
    organisationName: z.string().optional(),
  }),
  z.object({
    kind: z.literal('transfer'),
    id: z.string(),
    at: z.string(),
    amount: z.number(),
    organisationId: z.string(),
    /** Absent for an organisation that was deleted. */
    organisationName: z.string().optional(),
    /** Whether the credits came back because the organisation could not take them. */
    returned: z.literal(true).optional(),
  }),
])
export type CreditLineView = z.infer<typeof creditLineView>

const feature = z.enum(Object.keys(creditFeatures) as [CreditFeature, ...CreditFeature[]])
/** `before`: in as many days right before. */
const used = { credits: z.number(), before: z.number() }

/** The usage of a workspace over a range of days. Lists have the most first. */
export const usageView = z.object({
  range,
  before: range,
  since,
  step: chartStep,
  credits: z.object({ value: z.number(), before: z.number() }),
  tokens: z.object({ input: z.number(), output: z.number() }),
  features: z.array(z.object({ feature, ...used })),
  /** Without `title` for an agent that was deleted. */
  agents: z.array(z.object({ agentId: z.string(), title: z.string().optional(), ...used })),
  /** Only models that used tokens. */
  models: z.array(z.object({ modelId: z.string(), inputTokens: z.number(), outputTokens: z.number() })),
  points: z.array(
    chartPeriod.extend({
      credits: z.number(),
      /** Null where the days before have no such period. */
      before: z.number().nullable(),
      /** Of the first agents and models of the lists, in their order, and last of all others, if there are any. */
      agents: z.array(z.number()),
      models: z.array(z.number()),
    }),
  ),
})
export type UsageView = z.infer<typeof usageView>

export const creditsEndpoints = defineEndpoints({
  'credits.history': {
    summary:
      'The credits of a workspace: the balance, and what was added and taken or paid by its organisations, newest first',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/credits',
    permission: 'workspace.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery,
    output: pageOf(creditLineView).extend({
      balance: z.number(),
      /** Credits that the workspace is granted in each calendar month; 0 for none. */
      monthlyGrant: z.number(),
    }),
  },
  'credits.usage': {
    summary: 'What a workspace used its credits for: by feature, agent and model, and over time',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/usage',
    permission: 'workspace.read',
    kind: 'query',
    params: workspaceParams,
    query: rangeQuery,
    output: usageView,
  },
  'credits.exportUsage': {
    summary: 'The usage of each day by agent, feature, model and who paid as CSV',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/usage/export',
    permission: 'workspace.read',
    kind: 'query',
    delivery: 'stream',
    mediaTypes: ['text/csv'],
    params: workspaceParams,
    query: rangeQuery,
    output: z.string(),
  },
  'public.checkCredits': {
    summary: 'Whether the owner of an agent has credits for a reply; of the agent, if it is named',
    method: 'GET',
    path: '/api/{region}/public/users/{ownerId}/check-credits',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    params: z.object({ region: regionSchema, ownerId: z.string().min(1).max(64) }),
    query: z.object({ agentId: agentParams.shape.agentId.optional() }),
    output: z.object({ continue: z.boolean(), hasEverPaid: z.boolean() }),
  },
  'public.agentUsage': {
    summary:
      'Whether an agent is within its own limits of the month (maxTokensUsage, monthlyCreditsLimit; 0 for none)',
    method: 'GET',
    path: '/api/{region}/v2/public/agents/{agentId}/usage',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    params: agentParams,
    output: z.object({ data: z.object({ shouldContinue: z.boolean() }) }),
  },
})
