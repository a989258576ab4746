/**
 * How events are typed. An event is a past-tense fact; its data is a zod schema, its shape has a version, and
 * each older version has one upcaster that lifts it to the next.
 *
 * Personal data and secrets are marked in the schema and sealed before they are stored: `personal()` under the
 * key of the person the event is about (its `subject`), `secret()` under the key of the tenant. Whoever reads a
 * sealed field without its key sees `ERASED`.
 */
import { z } from 'zod'

export type EventShape = {
  version: number
  /** What happened, as people read it in the audit: `Created an agent`. Every event of a context has one. */
  summary?: string
  data: z.ZodType
  /** `upcast[n]` lifts data of version n to version n + 1. */
  upcast?: Record<number, (data: never) => unknown>
}

export type EventCatalogue = Record<string, EventShape>

/** The union of `{type, data}` that a catalogue describes. */
export type EventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: { type: Type; data: z.infer<Catalogue[Type]['data']> }
}[keyof Catalogue & string]

export type AnyEvent = { type: string; data: unknown }

/** Declares the events of one stream category. */
export function defineEvents<const Catalogue extends EventCatalogue>(catalogue: Catalogue): Catalogue {
  return catalogue
}

export type SealedFor = 'person' | 'tenant'

/** What stands in place of a sealed text whose key has been erased. */
export const ERASED = '[erased]'

/** A text about a person: sealed under the key of the event's subject. */
export function personal(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'person' })
}

/** What proves who a person is, such as a one-time code: sealed like personal text, masked wherever it is shown. */
export function personalSecret(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'person', masked: true })
}

/** A secret, or a text that belongs to the tenant alone: sealed under the tenant's key. */
export function secret(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'tenant' })
}

/** A text that the team wrote for itself: sealed under the tenant's key, and shown in the tenant's own history. */
export function tenantText(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'tenant', masked: false })
}

/** A secret that those who may edit what it belongs to also read. Any other is written and never given back. */
export function readableSecret(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'tenant', readable: true })
}

/** Who did it. `id` is the user's, client's or visitor's id, or the policy's name. */
export const actorSchema = z.object({
  kind: z.enum(['user', 'client', 'visitor', 'policy', 'support', 'api-key', 'system']),
  id: z.string(),
})
export type Actor = z.infer<typeof actorSchema>

/** Why it happened: through which door, for which command, because of which request or event. */
export const causeSchema = z.object({
  via: z.enum(['dashboard', 'api', 'widget', 'channel', 'policy', 'command-line', 'system']),
  /** The idempotency key of the command. */
  command: z.string(),
  /** The endpoint's or policy's name. */
  by: z.string().optional(),
  /** The request that carried the command. */
  request: z.string().optional(),
  /** The event that a policy answered. */
  event: z.string().optional(),
  correlation: z.string(),
  /** W3C traceparent, where traces are taken. */
  trace: z.string().optional(),
})
export type Cause = z.infer<typeof causeSchema>
