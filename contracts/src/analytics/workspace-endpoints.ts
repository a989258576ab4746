/** What there is to do in a workspace, and how its agents do beside each other. */
import { z } from 'zod'
import { defineEndpoints, wholeList, workspaceParams } from '../endpoint.ts'
import { measured, problem, unansweredQuestion, waitingVisitor } from './endpoints.ts'
import { comparedFigures } from './figure-names.ts'
import { range, rangeQuery, since } from './range.ts'

const ofAgent = { agentId: z.string(), agentTitle: z.string() }
const limit = z.object({ limit: z.coerce.number().int().min(1).max(50).optional() })
const figures = z.record(z.enum(comparedFigures), measured)

/** An agent's figures of a range of days beside the days before. */
export const comparedAgent = z.object({
  agentId: z.string(),
  title: z.string(),
  roundedImageURL: z.string().optional(),
  figures,
  /** Conversations of each day of the range, oldest first. */
  days: z.array(z.number()),
})
export type ComparedAgent = z.infer<typeof comparedAgent>

const waitingAnywhere = waitingVisitor.extend(ofAgent)
export type WaitingAnywhere = z.infer<typeof waitingAnywhere>

const unansweredAnywhere = unansweredQuestion.extend(ofAgent)
export type UnansweredAnywhere = z.infer<typeof unansweredAnywhere>

/** `dialog`: the agent's replies come from a dialog platform. */
const problemAnywhere = z.object({ ...ofAgent, dialog: z.boolean(), problem })
export type ProblemAnywhere = z.infer<typeof problemAnywhere>

const overview = z.object({
  range,
  before: range,
  since,
  /** Of the listed agents together. */
  figures,
  days: z.array(z.number()),
  /** At most 100, those with the most conversations. */
  agents: z.array(comparedAgent),
  /** How many agents the workspace has. */
  total: z.number(),
})
export type WorkspaceOverview = z.infer<typeof overview>

export const workspaceAnalyticsEndpoints = defineEndpoints({
  'workspaces.overview': {
    summary: 'The figures of all agents of a workspace beside each other, the most conversations first',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/overview',
    permission: 'analytics.read',
    kind: 'query',
    params: workspaceParams,
    query: rangeQuery,
    output: overview,
  },
  'workspaces.waiting': {
    summary: 'The visitors of all agents who wait for a person, longest first',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/waiting',
    permission: 'conversation.read',
    kind: 'query',
    params: workspaceParams,
    query: limit,
    output: z.object({ total: z.number(), items: z.array(waitingAnywhere) }),
  },
  'workspaces.unanswered': {
    summary:
      'The newest questions of the last 30 days that an agent could not answer and nobody took care of',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/unanswered',
    permission: 'analytics.read',
    kind: 'query',
    params: workspaceParams,
    query: limit,
    output: z.object({ total: z.number(), items: z.array(unansweredAnywhere) }),
  },
  'workspaces.problems': {
    summary: 'What failed and can be mended, of the 100 agents that were modified last',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/problems',
    permission: 'agent.read',
    params: workspaceParams,
    ...wholeList(problemAnywhere),
  },
})
