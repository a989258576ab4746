/**
 * The node flow of an agent. A flow starts at its `start` node and walks along `next` (and the branches of
 * buttons and conditions) until a node waits for the visitor or ends. Texts may hold `{{variable}}` places.
 * Where no node is waiting, or a reply fits none of its branches, the `default` node (the fallback) answers.
 */
import { z } from 'zod'
import { formField } from '../conversation/blocks.ts'

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

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * What a mapping makes of what it picked. `count`: how many entries; `list`: entries on one line; `lines`: as a
 * Markdown list; `day`: the day of a date, as 2026-11-21.
 */
export const transforms = [
  'as-is',
  'trim',
  'lower-case',
  'upper-case',
  'number',
  'round',
  'count',
  'first',
  'last',
  'list',
  'lines',
  'day',
] as const

export const mappingSchema = z.object({
  id: z.string().max(64),
  /** The variable to pick from: a tool's result as JSON, or a text. */
  from: variableName,
  /** Such as `items[0].name`, `items[*].name` for all of them, or nothing for the whole. */
  path: z.string().max(300),
  transform: z.enum(transforms),
  /** In place of nothing found. */
  otherwise: z.string().max(1000).optional(),
  saveTo: variableName,
})
export type Mapping = z.infer<typeof mappingSchema>

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
  /** Answers from the knowledge, with `tags` only from sources that have one; `notFound` is where to go below the threshold. */
  z.object({
    ...nodeBase,
    type: z.literal('knowledge'),
    tags: z.array(z.string().trim().min(1).max(50)).max(20).optional(),
    notFound: next,
    next,
  }),
  /** Lets the model answer; with `prompt` in place of the agent's system prompt. Waits for the visitor. */
  z.object({
    ...nodeBase,
    type: z.literal('ai'),
    prompt: z.string().max(20000).optional(),
    modelId: z.string().max(100).optional(),
    next,
  }),
  /** Calls a tool of the workspace. `values` by the field's key; the field's own value where there is none. */
  z.object({
    ...nodeBase,
    type: z.literal('tool'),
    toolId: z.string().max(64),
    values: z.record(z.string().max(200), z.string().max(4000)).optional(),
    /** Keeps the answer, as JSON where it is JSON. */
    saveTo: variableName.optional(),
    onError: next,
    next,
  }),
  /** A call of one's own, without secrets: what needs one is a tool. */
  z.object({
    ...nodeBase,
    type: z.literal('http'),
    method: z.enum(httpMethods),
    /** Places are filled as parts of an address are: what a visitor said can't name another site. */
    url: z.string().max(2000),
    headers: z.array(z.object({ key: z.string().max(200), value: z.string().max(2000) })).max(20),
    /** Places within a JSON body are filled as JSON. */
    body: z.string().max(20_000).optional(),
    saveTo: variableName.optional(),
    onError: next,
    next,
  }),
  /** Picks out of a tool's answer what is needed, without code. */
  z.object({ ...nodeBase, type: z.literal('map'), mappings: z.array(mappingSchema).min(1).max(20), next }),
  /** Asks several things at once; each field's name is the variable that keeps it. */
  z.object({
    ...nodeBase,
    type: z.literal('form'),
    text: z.string().max(8000),
    fields: z.array(formField).min(1).max(20),
    submitLabel: z.string().max(80).optional(),
    next,
  }),
  /** Asks the team for a person; `next` is where to go once the conversation is the agent's again. */
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
