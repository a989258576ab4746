/** What came of a test case in a run: what the agent replied, and how each expectation was graded. */
import { z } from 'zod'
import { checkKinds } from './names.ts'

/** `skipped`: it could not be graded, such as a tone without a model; it counts neither way. */
export const checkSchema = z.object({
  kind: z.enum(checkKinds),
  expected: z.string(),
  outcome: z.enum(['passed', 'failed', 'skipped']),
  /** What was there instead, or why it was skipped. */
  found: z.string().optional(),
})
export type Check = z.infer<typeof checkSchema>

/** What the agent did with one line of the visitor. */
export const playedLineSchema = z.object({
  says: z.string(),
  /** Undefined if no reply was given; `failure` says why. */
  reply: z.string().optional(),
  failure: z.string().optional(),
  sources: z.array(z.object({ name: z.string(), url: z.string().optional() })),
  tools: z.array(z.string()),
  /** Of `tools`, those whose call the replayed conversation has no result of, so that a success was assumed. */
  notRecorded: z.array(z.string()).optional(),
  handedOver: z.boolean(),
  answered: z.boolean(),
  modelId: z.string(),
  tookMs: z.number(),
  cost: z.number(),
})
export type PlayedLine = z.infer<typeof playedLineSchema>

/** What the replayed conversation has as the reply to a line. */
export const recordedReplySchema = z.object({
  reply: z.string(),
  /** A person's reply is not comparable with an agent's. */
  by: z.enum(['agent', 'person', 'nobody']),
  sources: z.array(z.string()),
  tools: z.array(z.string()),
  handedOver: z.boolean(),
})
export type RecordedReply = z.infer<typeof recordedReplySchema>

export const gradedLineSchema = playedLineSchema.extend({
  checks: z.array(checkSchema),
  recorded: recordedReplySchema.optional(),
})
export type GradedLine = z.infer<typeof gradedLineSchema>
