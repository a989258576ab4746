/**
 * The node flow of an agent. A flow starts at its `start` node and walks along `next` (and the branches of
 * buttons and conditions) until a node waits for the visitor or ends. Texts may hold `{{variable}}` places.
 * Where no node is waiting, or a reply fits none of its branches, the `default` node (the fallback) answers.
 */
import { z } from 'zod'

const nodeBase = {
  id: z.string().min(1).max(64),
  title: z.string().max(100).optional(),
  position: z.object({ x: z.number(), y: z.number() }),
}
const next = z.string().max(64).optional()
const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'Use letters, digits and _ for a variable name')

export const captureTypes = ['text', 'name', 'email', 'phone', 'number', 'date', 'yes-no'] as const

export const conditionTestSchema = z.object({
  variable: variableName,
  operator: z.enum(['is', 'is-not', 'contains', 'is-set', 'is-not-set', 'greater-than', 'less-than']),
  value: z.string().max(1000).optional(),
})

export const nodeSchema = z.discriminatedUnion('type', [
  z.object({ ...nodeBase, type: z.literal('start'), next }),
  /** Says something and goes on. Markdown, with the blocks of the UI engine. */
  z.object({ ...nodeBase, type: z.literal('message'), text: z.string().max(8000), next }),
  /** Asks, waits for the answer, validates it and keeps it in a variable. */
  z.object({
    ...nodeBase,
    type: z.literal('question'),
    text: z.string().max(8000),
    variable: variableName,
    capture: z.enum(captureTypes),
    /** Said when the answer does not validate; the node goes on waiting. */
    retryText: z.string().max(2000).optional(),
    next,
  }),
  /** Offers buttons and waits; a reply that fits none goes to `next`, else to the default node. */
  z.object({
    ...nodeBase,
    type: z.literal('buttons'),
    text: z.string().max(8000),
    buttons: z
      .array(z.object({ id: z.string(), label: z.string().min(1).max(80), next }))
      .min(1)
      .max(10),
    next,
  }),
  z.object({
    ...nodeBase,
    type: z.literal('condition'),
    branches: z
      .array(z.object({ id: z.string(), test: conditionTestSchema, next }))
      .min(1)
      .max(20),
    /** Where none of the branches holds. */
    next,
  }),
  z.object({
    ...nodeBase,
    type: z.literal('set-variable'),
    variable: variableName,
    value: z.string().max(4000),
    next,
  }),
  /** Answers from the knowledge; `notFound` is where to go below the threshold. */
  z.object({ ...nodeBase, type: z.literal('knowledge'), notFound: next, next }),
  /** Lets the model answer; with `prompt` in place of the agent's system prompt. Waits for the visitor. */
  z.object({
    ...nodeBase,
    type: z.literal('ai'),
    prompt: z.string().max(20000).optional(),
    modelId: z.string().max(100).optional(),
    next,
  }),
  z.object({
    ...nodeBase,
    type: z.literal('tool'),
    toolId: z.string(),
    saveTo: variableName.optional(),
    onError: next,
    next,
  }),
  z.object({ ...nodeBase, type: z.literal('handoff'), text: z.string().max(2000).optional(), next }),
  z.object({ ...nodeBase, type: z.literal('jump'), to: z.string().max(64) }),
  z.object({ ...nodeBase, type: z.literal('end'), text: z.string().max(2000).optional() }),
  /** A remark on the canvas; never executed. */
  z.object({ ...nodeBase, type: z.literal('note'), text: z.string().max(8000) }),
  /** The fallback: what happens when nothing else answers. */
  z.object({ ...nodeBase, type: z.literal('default'), next }),
])
export type AgentNode = z.infer<typeof nodeSchema>
export type NodeType = AgentNode['type']
