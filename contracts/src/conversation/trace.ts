/** How a reply was produced, step by step, as shown under it in the test panel. */
import { z } from 'zod'
import { personalJson } from '../message.ts'

/** Milliseconds since the turn began, and how long it took. */
const timed = { at: z.number(), tookMs: z.number() }

export const toolCallOutcomes = ['ok', 'error', 'refused', 'time-out', 'too-large'] as const

export const traceStepSchema = z.discriminatedUnion('type', [
  /** The ids of the nodes that ran, in order. */
  z.object({ ...timed, type: z.literal('flow'), nodes: z.array(z.string()) }),
  /** The question as it was sent to retrieval. */
  z.object({
    ...timed,
    type: z.literal('rewrite'),
    modelId: z.string(),
    question: z.string(),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    /** Credits. */
    cost: z.number().optional(),
    /** Why the question was searched for as it stands. */
    failed: z.string().optional(),
  }),
  /** Answers to the flow's questions that a model read from the message. */
  z.object({
    ...timed,
    type: z.literal('extraction'),
    modelId: z.string(),
    /** By what was asked. */
    values: z.array(z.object({ asks: z.string(), value: z.string() })),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    /** Credits. */
    cost: z.number().optional(),
    /** Why the message was read by the rules alone. */
    failed: z.string().optional(),
  }),
  z.object({
    ...timed,
    type: z.literal('retrieval'),
    question: z.string(),
    threshold: z.number(),
    chunks: z.array(
      z.object({
        sourceId: z.string(),
        sourceName: z.string(),
        text: z.string(),
        score: z.number(),
        /** Passed to the model. */
        used: z.boolean(),
      }),
    ),
  }),
  z.object({
    ...timed,
    type: z.literal('model'),
    modelId: z.string(),
    system: z.string(),
    messages: z.array(z.object({ role: z.string(), text: z.string() })),
    inputTokens: z.number(),
    outputTokens: z.number(),
    /** Until the first text, in ms. */
    firstMs: z.number().optional(),
    text: z.string(),
    /** Names of the tools that it called. */
    calls: z.array(z.string()),
    failed: z.string().optional(),
  }),
  z.object({
    ...timed,
    type: z.literal('tool'),
    toolId: z.string(),
    name: z.string(),
    calledBy: z.enum(['model', 'node']),
    outcome: z.enum(toolCallOutcomes),
    status: z.number().optional(),
    request: z.string(),
    response: z.string(),
  }),
  /** A response of the third-party dialog API: what was sent, and the kinds of traces that came back. */
  z.object({
    ...timed,
    type: z.literal('dialog'),
    request: z.string(),
    traces: z.array(z.string()),
    failed: z.string().optional(),
  }),
  /** Texts that a model translated; a cached translation has no step. `cost`: credits. */
  z.object({
    ...timed,
    type: z.literal('translation'),
    modelId: z.string(),
    into: z.string(),
    texts: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    cost: z.number(),
    failed: z.string().optional(),
  }),
  /** The built-in responder, used if no model is configured. */
  z.object({ ...timed, type: z.literal('built-in'), why: z.string() }),
])
export type TraceStep = z.infer<typeof traceStepSchema>

export const traceSchema = z.object({
  steps: z.array(traceStepSchema),
  tookMs: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Credits. */
  cost: z.number(),
  modelId: z.string(),
  grounded: z.boolean(),
})
export type Trace = z.infer<typeof traceSchema>

/** As recorded; undefined once its conversation is erased. */
export const replyTrace = personalJson(traceSchema, undefined)
