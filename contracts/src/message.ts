/**
 * How events are typed. An event is a past-tense fact; its data is a zod schema, its shape has a version, and each
 * older version stands beside it with its own schema and one upcaster to the next (docs/event-versions.md).
 *
 * Personal data and secrets are marked in the schema and sealed before they are stored: `personal()` under the key of
 * the person the event is about (its `subject`), `personal({ of: 'userId' })` under the key of the user that the field
 * `userId` beside it names, `secret()` under the key of the tenant. Without the key, a sealed field reads `ERASED`.
 */
import { z } from 'zod'

export type EventShape = {
  version: number
  /** What happened, as shown in the audit: `Created an agent`. Every event of a context has one. */
  summary?: string
  /**
   * The specification's name of the analytics event that this is: `new_agent_created`; or its names by the value of a
   * field, of which others are none.
   */
  analytics?: string | { by: string; names: Readonly<Record<string, string>> }
  data: z.ZodType
  /** By version: how events were written before. Every version below the present one. */
  earlier?: Record<number, EarlierVersion>
}

/** The specification's name of the analytics event that an event is. */
export function analyticsNameOf(shape: EventShape | undefined, data: unknown): string | undefined {
  const { analytics } = shape ?? {}
  if (typeof analytics !== 'object') return analytics
  const value = String(Object(data)[analytics.by])
  return Object.hasOwn(analytics.names, value) ? analytics.names[value] : undefined
}

/** All names of `analyticsNameOf` that events of a shape can have. */
export function analyticsNamesOf(shape: EventShape | undefined): string[] {
  const { analytics } = shape ?? {}
  if (typeof analytics === 'object') return Object.values(analytics.names)
  return analytics === undefined ? [] : [analytics]
}

export type EarlierVersion = {
  data: z.ZodType
  /**
   * Converts data to the next version. Sealed texts are still sealed: they may be moved or dropped, not looked into, and
   * belong in a field that is sealed in the next version too.
   */
  upcast(data: unknown): unknown
}

/** Declares an earlier version of an event: its schema, and how its data becomes that of the next version. */
export function earlierVersion<Schema extends z.ZodType>(
  data: Schema,
  upcast: (data: z.infer<Schema>) => unknown,
): EarlierVersion {
  // What was appended was checked against this schema then, and an appended event never changes.
  return { data, upcast: (stored) => upcast(stored as z.infer<Schema>) }
}

export type EventCatalogue = Record<string, EventShape>

/** The union of `{type, data}` that a catalogue describes. */
export type EventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: { type: Type; data: z.infer<Catalogue[Type]['data']> }
}[keyof Catalogue & string]

/** The same as the log and read models have it: sealed fields are texts. */
export type SealedEventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: { type: Type; data: z.input<Catalogue[Type]['data']> }
}[keyof Catalogue & string]

export type AnyEvent = { type: string; data: unknown }

/** Declares the events of one stream category. */
export function defineEvents<const Catalogue extends EventCatalogue>(catalogue: Catalogue): Catalogue {
  return catalogue
}

/** Returns some events of a catalogue, by name. */
export function pick<Catalogue extends EventCatalogue, Name extends keyof Catalogue>(
  catalogue: Catalogue,
  ...names: Name[]
): Pick<Catalogue, Name> {
  return Object.fromEntries(names.map((name) => [name, catalogue[name]])) as Pick<Catalogue, Name>
}

export type SealedFor = 'person' | 'tenant'

/** Replaces a sealed text whose key has been erased. */
export const ERASED = '[erased]'

/** Shown in place of the name of a member whose account was deleted. */
export const FORMER_MEMBER = 'Former member'

/** Returns the name of a member of the team as screens show it. */
export function memberName(name: string): string {
  return name === ERASED ? FORMER_MEMBER : name
}

/**
 * A text about a person: sealed under the key of the event's subject, or of the user whose id is in the field `of` of
 * the same object. An event about one person that mentions another seals what it says of each under their own key.
 */
export function personal({ of }: { of?: string } = {}): z.ZodString {
  return z.string().meta({ sealed: 'person', ...(of === undefined ? {} : { of }) })
}

/** The subject whose key seals a conversation: its own, so that it can be erased by itself. */
export function conversationSubject(conversationId: string): string {
  return `conversation-${conversationId}`
}

/** The subject whose key seals what is said of a user. */
export function userSubject(userId: string): string {
  return `user-${userId}`
}

/** Proves a person's identity, such as a one-time code: sealed like personal text, masked wherever it is shown. */
export function personalSecret(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'person', masked: true })
}

/** A secret, or a text that belongs to the tenant alone: sealed under the tenant's key. */
export function secret(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'tenant' })
}

/**
 * Data that is sealed as one JSON text. Opened, it has the type of its schema; in the log and in read models it is the
 * sealed text, which is the schema's input type. `erased` is what it reads once its key is erased.
 */
export type SealedJson<Value> = z.ZodType<Value, string>

/** Data about a person: sealed like `personal()`. */
export function personalJson<Schema extends z.ZodType, Erased extends z.output<Schema> | undefined>(
  schema: Schema,
  erased: Erased,
): SealedJson<z.output<Schema> | Erased>
export function personalJson(schema: z.ZodType, erased: unknown): z.ZodType {
  return schema.meta({ sealed: 'person', json: true, erased })
}

/**
 * Data that is about nobody where the boolean field `name` beside it is true. If it is long, it is then sealed under the
 * key of the tenant and stored once, however many events contain it: erasing the event's subject leaves it readable.
 */
export function impersonalIf<Value>(name: string, json: SealedJson<Value>): SealedJson<Value> {
  return json.meta({ ...json.meta(), impersonalIf: name })
}

/** Data that contains secrets: sealed like `secret()`. */
export function secretJson<Schema extends z.ZodType, Erased extends z.output<Schema> | undefined>(
  schema: Schema,
  erased: Erased,
): SealedJson<z.output<Schema> | Erased>
export function secretJson(schema: z.ZodType, erased: unknown): z.ZodType {
  return schema.meta({ sealed: 'tenant', json: true, erased })
}

/** Reads JSON that was sealed under a schema. Returns the schema's value for erased data if it can't be read. */
export function readJson<Value>(schema: SealedJson<Value>, text: string): Value
export function readJson(schema: z.ZodType, text: string): unknown
export function readJson(schema: z.ZodType, text: string): unknown {
  const erased = schema.meta()?.erased
  if (text === ERASED) return erased
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : erased
  } catch {
    return erased
  }
}

/** A text that the team wrote for itself: sealed under the tenant's key, and shown in the tenant's own audit. */
export function tenantText(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'tenant', masked: false })
}

/** A secret that is readable for those who may edit the document. Any other secret is written and never returned. */
export function readableSecret(schema: z.ZodString = z.string()): z.ZodString {
  return schema.meta({ sealed: 'tenant', readable: true })
}

/** Who did it. `id` is the user's, client's, visitor's or access token's id, the policy's name, or the session of an agency's admin. */
export const actorSchema = z.object({
  kind: z.enum([
    'user',
    'client',
    'agency-admin',
    'visitor',
    'policy',
    'support',
    'api-key',
    'token',
    'system',
  ]),
  id: z.string(),
  /** The user who acts in the place of the client (*View as*). */
  viewer: z.string().optional(),
})
export type Actor = z.infer<typeof actorSchema>

/** Why it happened: the interface, the command, and the request or event that caused it. */
export const causeSchema = z.object({
  via: z.enum(['dashboard', 'api', 'widget', 'channel', 'policy', 'command-line', 'system']),
  /** The idempotency key of the command. */
  command: z.string(),
  /** The endpoint's or policy's name. */
  by: z.string().optional(),
  /** The request that carried the command. */
  request: z.string().optional(),
  /** The event to which a policy reacted. */
  event: z.string().optional(),
  correlation: z.string(),
  /** W3C traceparent, if tracing is on. */
  trace: z.string().optional(),
})
export type Cause = z.infer<typeof causeSchema>
