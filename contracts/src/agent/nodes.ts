/**
 * The node flow of an agent. A flow starts at its `start` node and follows `next` (and the branches of buttons and
 * conditions) until a node waits for the visitor or ends. Texts may contain `{{variable}}` placeholders. If no node is
 * waiting, or a reply matches none of its branches, the `default` node (the fallback) answers.
 */
import { z } from 'zod'
import { formField } from '../conversation/blocks.ts'
import { mostTries } from './question-tries.ts'

const nodeBase = {
  id: z.string().min(1).max(64),
  title: z.string().max(100).optional(),
  position: z.object({ x: z.number(), y: z.number() }),
}
const next = z.string().max(64).optional()
const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'Use letters, digits and _ for a variable name')

/** `date-time`: as 2026-11-21T10:00, in the visitor's time; `money`: as 1500 or 99.5, without the currency. */
export const captureTypes = [
  'text',
  'name',
  'email',
  'phone',
  'number',
  'date',
  'date-time',
  'money',
  'yes-no',
] as const

export const conditionTestSchema = z.object({
  variable: variableName,
  operator: z.enum(['is', 'is-not', 'contains', 'is-set', 'is-not-set', 'greater-than', 'less-than']),
  value: z.string().max(1000).optional(),
})

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * How a mapping transforms the picked values. `count`: the number of entries; `list`: entries on one line; `lines`: a
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
  /** For example `items[0].name`, `items[*].name` for all entries, or empty for the whole value. */
  path: z.string().max(300),
  transform: z.enum(transforms),
  /** Used if nothing is found. */
  otherwise: z.string().max(1000).optional(),
  saveTo: variableName,
})
export type Mapping = z.infer<typeof mappingSchema>

/** The nodes that Parley 0.1 stored. Their types stay as they are. */
export const formerNodeSchema = z.discriminatedUnion('type', [
  z.object({ ...nodeBase, type: z.literal('start'), next }),
  /** Sends a message and continues. Markdown, with the blocks of the UI engine. */
  z.object({ ...nodeBase, type: z.literal('message'), text: z.string().max(8000), next }),
  /** Asks, waits for the answer, validates it and stores it in a variable. */
  z.object({
    ...nodeBase,
    type: z.literal('question'),
    text: z.string().max(8000),
    variable: variableName,
    capture: z.enum(captureTypes),
    /** Sent when the answer is invalid; the node keeps waiting. */
    retryText: z.string().max(2000).optional(),
    /** Whether the visitor may leave it out; the variable is empty then. */
    optional: z.boolean().optional(),
    /** Of a date: whether it has to be today or later, or today or earlier. Any day counts without it. */
    when: z.enum(['future', 'past']).optional(),
    /** Of a text: whether it is a code, such as an order number, for which no sentence is accepted. */
    code: z.boolean().optional(),
    /** Of a text: whether a question counts as the answer instead of being answered first. */
    takesQuestions: z.boolean().optional(),
    /** Failed tries after which `gaveUp` is followed; `usualTries` if not set. */
    tries: z.number().int().min(1).max(mostTries).optional(),
    /** Followed after the last failed try; without it the flow waits for free questions. */
    gaveUp: next,
    next,
  }),
  /** Offers buttons and waits; a reply that matches none goes to `next`, else to the default node. */
  z.object({
    ...nodeBase,
    type: z.literal('buttons'),
    text: z.string().max(8000),
    buttons: z
      .array(z.object({ id: z.string(), label: z.string().min(1).max(80), next }))
      .min(1)
      .max(10),
    /** Keeps the label of the button, or what was written instead where `next` leads on, such as a certain time. */
    variable: variableName.optional(),
    next,
  }),
  z.object({
    ...nodeBase,
    type: z.literal('condition'),
    branches: z
      .array(z.object({ id: z.string(), test: conditionTestSchema, next }))
      .min(1)
      .max(20),
    /** Followed if no branch matches. */
    next,
  }),
  z.object({
    ...nodeBase,
    type: z.literal('set-variable'),
    variable: variableName,
    value: z.string().max(4000),
    next,
  }),
  /**
   * Answers from the knowledge, with `tags` only from sources that have one of them; below the threshold it goes to
   * `notFound`.
   */
  z.object({
    ...nodeBase,
    type: z.literal('knowledge'),
    tags: z.array(z.string().trim().min(1).max(50)).max(20).optional(),
    notFound: next,
    next,
  }),
  /** Lets the model reply, with `prompt` instead of the agent's system prompt if set. Waits for the visitor. */
  z.object({
    ...nodeBase,
    type: z.literal('ai'),
    prompt: z.string().max(20000).optional(),
    modelId: z.string().max(100).optional(),
    next,
  }),
  /** Calls a tool of the workspace. `values` by field key; fields without an entry use their own value. */
  z.object({
    ...nodeBase,
    type: z.literal('tool'),
    toolId: z.string().max(64),
    values: z.record(z.string().max(200), z.string().max(4000)).optional(),
    /** Stores the response, as JSON if it is JSON. */
    saveTo: variableName.optional(),
    onError: next,
    next,
  }),
  /** An HTTP request defined in the node, without secrets; a request that needs one must be a tool. */
  z.object({
    ...nodeBase,
    type: z.literal('http'),
    method: z.enum(httpMethods),
    /** Placeholders are encoded as parts of an address, so a visitor's text can't change the site. */
    url: z.string().max(2000),
    headers: z.array(z.object({ key: z.string().max(200), value: z.string().max(2000) })).max(20),
    /** Placeholders within a JSON body are encoded as JSON. */
    body: z.string().max(20_000).optional(),
    saveTo: variableName.optional(),
    onError: next,
    next,
  }),
  /** Picks values out of a tool's response, without code. */
  z.object({ ...nodeBase, type: z.literal('map'), mappings: z.array(mappingSchema).min(1).max(20), next }),
  /** Asks for several values at once; each field's name is the variable that stores it. */
  z.object({
    ...nodeBase,
    type: z.literal('form'),
    text: z.string().max(8000),
    fields: z.array(formField).min(1).max(20),
    submitLabel: z.string().max(80).optional(),
    next,
  }),
  /**
   * Says what was understood, value by value, and asks whether it is right. Values that are empty are left out. A visitor
   * corrects one by saying it, or by naming what is wrong, whose question is then asked again.
   */
  z.object({
    ...nodeBase,
    type: z.literal('read-back'),
    /** Said before the values; a sentence in the visitor's language if not set. */
    text: z.string().max(2000).optional(),
    values: z
      .array(
        z.object({
          variable: variableName,
          /** What the visitor calls the value; the title of its question, or a word for its kind, if not set. */
          label: z.string().max(80).optional(),
        }),
      )
      .min(1)
      .max(20),
    /** Messages that neither confirm nor correct anything, after which `gaveUp` is followed; `usualTries` if not set. */
    tries: z.number().int().min(1).max(mostTries).optional(),
    /** Followed after the last failed try; without it the flow waits for free questions. */
    gaveUp: next,
    next,
  }),
  /** Requests a person of the team; `next` is followed once the agent owns the conversation again. */
  z.object({ ...nodeBase, type: z.literal('handoff'), text: z.string().max(2000).optional(), next }),
  z.object({ ...nodeBase, type: z.literal('jump'), to: z.string().max(64) }),
  z.object({ ...nodeBase, type: z.literal('end'), text: z.string().max(2000).optional() }),
  /**
   * Answers first, whatever else the conversation is about, where a message describes a medical emergency or holds one
   * of `phrases`. The flow then stays where it was.
   */
  z.object({
    ...nodeBase,
    type: z.literal('always-first'),
    emergencies: z.boolean(),
    phrases: z.array(z.string().trim().min(2).max(100)).max(100).optional(),
    /** If empty, an emergency is answered in the visitor's language, with the number of their country. */
    text: z.string().max(2000),
  }),
  /** A comment on the canvas; never executed. */
  z.object({ ...nodeBase, type: z.literal('note'), text: z.string().max(8000) }),
  /** The fallback, used when no other node answers. */
  z.object({ ...nodeBase, type: z.literal('default'), next }),
])

export const nodeSchema = z.discriminatedUnion('type', [
  ...formerNodeSchema.options,
  /** A frame around nodes on the canvas, which move together; never executed. */
  z.object({ ...nodeBase, type: z.literal('group'), nodeIds: z.array(z.string().max(64)).max(500) }),
])
export type AgentNode = z.infer<typeof nodeSchema>
export type NodeType = AgentNode['type']
