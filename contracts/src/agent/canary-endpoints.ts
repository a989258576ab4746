/** A version of an agent that answers a share of new conversations, beside the published one. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { canaryRates, canaryShare } from './canary.ts'
import { agentDocumentSchema } from './document.ts'
import { untested } from './untested.ts'

const share = z.number().int().min(canaryShare.min).max(canaryShare.max)
const version = z.number().int().min(1)
const path = '/api/{region}/v2/agents/{agentId}/canary'
const ofAgent = { method: 'POST', kind: 'command', params: agentParams } as const

const counted = z.object({ count: z.number(), of: z.number() })
const interval = z.object({ low: z.number(), high: z.number() })

/** What one version did in the conversations that began while the canary ran. */
const canaryArm = z.object({
  version: z.number(),
  conversations: z.number(),
  /** With a message of the visitor, or a wish for a person; the rates are shares of these. */
  engaged: z.number(),
  /** `feedback`: thumbs up, of the rated ones. With the Wilson interval at 95 %, if there is any. */
  rates: z.record(z.enum(canaryRates), counted.extend({ interval: interval.optional() })),
  /** Median milliseconds from the visitor's first message to the reply. */
  firstReplyMs: z.number().optional(),
  /** Mean credits of an engaged conversation. */
  creditsPerConversation: z.number().optional(),
})
export type CanaryArm = z.infer<typeof canaryArm>

const canaryView = z.object({
  version: z.number(),
  share: z.number(),
  /** ISO 8601. */
  startedAt: z.string(),
  changed: z.array(z.string()),
  canary: canaryArm,
  control: canaryArm,
  /** Canary less control, at 95 %; a rate is absent while there are too few conversations to compare. */
  differences: z.partialRecord(z.enum(canaryRates), interval),
})
export type CanaryView = z.infer<typeof canaryView>

const done = z.object({ success: z.literal(true) })
const refusals = {
  /** None is running, or not this version any more. */
  'no-canary': 409,
  'agent-deleted': 410,
} as const

export const canaryEndpoints = defineEndpoints({
  'canary.get': {
    summary: 'The canary version of an agent, and how it does beside the published one',
    method: 'GET',
    path,
    permission: 'agent.read',
    kind: 'query',
    params: agentParams,
    /** Without `canary` if none is running. */
    output: z.object({ canary: canaryView.optional() }),
  },
  'canary.start': {
    ...ofAgent,
    summary:
      'Let a draft answer a share of new conversations as a new version. Conversations stay on the version they began with; each visitor always gets the same',
    path,
    permission: 'agent.publish',
    body: z.object({
      draft: agentDocumentSchema,
      share,
      untested,
    }),
    output: z.object({ version: z.number() }),
    refusals: {
      'canary-running': 409,
      'nothing-changed': 409,
      'changed-meanwhile': 409,
      'tests-not-passed': 409,
      'agent-deleted': 410,
      'invalid-flow': 422,
      'too-large': 413,
      'wrong-type': 415,
    },
    maxBodyBytes: 8_000_000,
  },
  'canary.setShare': {
    ...ofAgent,
    summary: 'Change the share of new conversations that the canary version answers',
    path: `${path}/share`,
    permission: 'agent.publish',
    body: z.object({ version, share }),
    output: done,
    refusals,
  },
  'canary.promote': {
    ...ofAgent,
    summary: 'Publish the canary version',
    path: `${path}/promote`,
    permission: 'agent.publish',
    body: z.object({
      version,
      untested,
    }),
    output: done,
    refusals: { ...refusals, 'tests-not-passed': 409, 'changed-meanwhile': 409 },
  },
  'canary.withdraw': {
    ...ofAgent,
    summary: 'Let the published version answer all new conversations again',
    path: `${path}/withdraw`,
    permission: 'agent.publish',
    body: z.object({ version }),
    output: done,
    refusals,
  },
})
