/**
 * How an HTTP call is typed. An endpoint is data: from this one object come the server's routes, the typed
 * client of `web` and `widget`, the OpenAPI document and the generated access tests.
 */
import { z } from 'zod'
import type {
  PersonPermission,
  ProviderPermission,
  PublicPermission,
  VisitorPermission,
  WorkspacePermission,
} from './permissions.ts'

/**
 * By which credentials an endpoint is called, and the permission that it needs (`permissions.ts`):
 * - `anyone`: none (public reads, sign-in).
 * - `person`: a session; touches nothing of a tenant.
 * - `visitor`: the visitor token of the conversation that `{conversationId}` names, as bearer.
 * - `signed`: the signature of a provider under a secret that it shares with us, over the raw bytes of what it delivers.
 *   A delivery that was handled is not handled again; one that failed is, when it is repeated.
 * - unless told: those of whoever acts for a workspace: a member's session, the workspace secret, or the key
 *   (`SECRET_API_KEY`) of the agent that `{agentId}` names.
 */
export type Access =
  | { access: 'anyone'; permission: PublicPermission }
  | { access: 'person'; permission: PersonPermission }
  | { access: 'visitor'; permission: VisitorPermission }
  | { access: 'signed'; permission: ProviderPermission; scheme: WebhookScheme }
  | { access?: undefined; permission: WorkspacePermission }

/** How a provider signs what it delivers (`services/integration/src/webhook-schemes.ts`). */
export const webhookSchemes = ['stripe', 'meta', 'parley'] as const
export type WebhookScheme = (typeof webhookSchemes)[number]

/** What every `signed` endpoint answers. */
export const receivedSchema = z.object({ received: z.literal(true) })

/** How the answer travels: one JSON value, bytes prepared in advance, or server-sent events. */
export type Delivery = 'json' | 'bytes' | 'stream'

/** What bounds how often an endpoint may be called; the numbers are the host's (`visitor-limits.ts`). */
export type Limited = 'start' | 'message' | 'upload' | 'handoff' | 'mail' | 'signal' | 'read'

export type Endpoint = Access & {
  name: string
  summary: string
  method: 'GET' | 'POST' | 'DELETE'
  /** With `{param}` places; a path that holds `{region}` is mounted once per region. */
  path: string
  /** A command changes something (its answer carries its position); a query waits for a position. */
  kind: 'command' | 'query'
  /**
   * The agent that is named may be yet to be: the call creates it, which needs `agent.create` besides. Elsewhere an
   * unknown agent is `not-found`.
   */
  createsAgent?: true
  delivery?: Delivery
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  output: z.ZodType
  /** Refusal code → HTTP status. Codes every endpoint may answer stand in `commonRefusals`. */
  refusals?: Record<string, number>
  /** Public commands are 'signal' and public queries 'read' unless told. */
  limited?: Limited
  /** Largest accepted body in bytes; 256 KiB unless told. */
  maxBodyBytes?: number
}

/** Codes the HTTP edge itself answers, with their statuses. */
export const commonRefusals = {
  'invalid-input': 400,
  'not-signed-in': 401,
  /** A delivery that its provider did not sign, or too long ago. */
  'bad-signature': 401,
  'not-allowed': 403,
  /** The page is not on the agent's list of websites, or the request does not prove where it comes from. */
  'origin-not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many-requests': 429,
  /** Quotas of the workspace's plan; the message says what to do. */
  'source-limit-reached': 403,
  'storage-limit-reached': 403,
  'draft-too-large': 413,
  'write-limit-reached': 429,
  'stream-limit-reached': 429,
  'visitor-stream-limit-reached': 429,
  unexpected: 500,
  unavailable: 503,
} as const

type Unnamed<E> = E extends unknown ? Omit<E, 'name'> : never
export type EndpointCatalogue = Record<string, Unnamed<Endpoint>>

/** Declares a context's endpoints; the key becomes the endpoint's name (`agents.save`). */
export function defineEndpoints<const Catalogue extends EndpointCatalogue>(
  catalogue: Catalogue,
): { [Name in keyof Catalogue & string]: Catalogue[Name] & { name: Name } } {
  const named = Object.entries(catalogue).map(([name, endpoint]) => [name, { ...endpoint, name }])
  return Object.fromEntries(named)
}

type InferOr<Schema, Otherwise> = Schema extends z.ZodType ? z.infer<Schema> : Otherwise
type InputOr<Schema, Otherwise> = Schema extends z.ZodType ? z.input<Schema> : Otherwise

/** What a handler is given, parsed. */
export type Parsed<E> = {
  params: E extends { params: infer P } ? InferOr<P, Record<string, never>> : Record<string, never>
  query: E extends { query: infer Q } ? InferOr<Q, Record<string, never>> : Record<string, never>
  body: E extends { body: infer B } ? InferOr<B, undefined> : undefined
}

/** What a caller sends. */
export type Request<E> = (E extends { params: infer P }
  ? { params: InputOr<P, never> }
  : { params?: undefined }) &
  (E extends { query: infer Q } ? { query?: InputOr<Q, never> } : { query?: undefined }) &
  (E extends { body: infer B } ? BodyOf<InputOr<B, never>> : { body?: undefined })

type BodyOf<Body> = undefined extends Body ? { body?: Body } : { body: Body }

export type Output<E> = E extends { output: infer O } ? InferOr<O, unknown> : unknown

/** The error body of every refusal (`application/problem+json`, RFC 9457). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  /** The refusal's kebab-case code. */
  code: z.string(),
  /** Same text as `title`, under the name that the specification's callers read. */
  message: z.string(),
  /** The input at fault, where there is one. */
  field: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
})
export type Problem = z.infer<typeof problemSchema>

export const regions = ['na', 'eu'] as const
export const regionSchema = z.enum(regions)
export type Region = z.infer<typeof regionSchema>

export const regionParams = z.object({ region: regionSchema })
export const agentParams = z.object({
  region: regionSchema,
  agentId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
})
export const workspaceParams = z.object({ region: regionSchema, workspaceId: z.string().min(1).max(64) })

/** One page of a list: `next` is the cursor of the following page, absent on the last. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().optional() })
}

export const pageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
})
