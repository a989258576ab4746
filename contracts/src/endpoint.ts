/**
 * How an HTTP call is typed. An endpoint is data: the server's routes, the typed client of `web` and `widget`, the
 * OpenAPI document and the generated access tests are derived from this one object.
 */
import { z } from 'zod'
import type {
  ClientPermission,
  DelegatedPermission,
  PersonPermission,
  ProviderPermission,
  PublicPermission,
  VisitorPermission,
  WorkspacePermission,
} from './permissions.ts'

/**
 * The credentials with which an endpoint is called, and the permission that it needs (`permissions.ts`):
 * - `anyone`: none (public reads, sign-in).
 * - `person`: a session; accesses nothing of a tenant.
 * - `client`: the session of a client of an agency; accesses nothing but the client itself, and what it creates.
 * - `visitor`: the visitor token of the conversation that `{conversationId}` names, as bearer token.
 * - `signed`: a provider's signature of the raw bytes that it delivers, under a secret shared with it. A delivery that
 *   was handled is not handled again; one that failed is handled again when the provider repeats it.
 * - by default: those of a principal of a workspace: a member's session, the workspace secret, an access token, the key
 *   (`SECRET_API_KEY`) of the agent that `{agentId}` names, or the session of a client whose agent this is.
 */
export type Access =
  | { access: 'anyone'; permission: PublicPermission }
  | { access: 'person'; permission: PersonPermission }
  | { access: 'client'; permission: ClientPermission | DelegatedPermission }
  | { access: 'visitor'; permission: VisitorPermission }
  /** `repeatable`: handled each time that it is delivered, since its answer says more than that it was received. */
  | { access: 'signed'; permission: ProviderPermission; scheme: WebhookScheme; repeatable?: true }
  | { access?: undefined; permission: WorkspacePermission }

/** How a provider signs its deliveries (`services/integration/src/webhook-schemes.ts`). */
export const webhookSchemes = ['stripe', 'meta', 'meta-request', 'svix', 'telegram', 'parley'] as const
export type WebhookScheme = (typeof webhookSchemes)[number]

/** The response of every `signed` endpoint. */
export const receivedSchema = z.object({ received: z.literal(true) })

/** How the response is sent: one JSON value, bytes prepared in advance, or server-sent events. */
export type Delivery = 'json' | 'bytes' | 'stream'

/** The rate limit of an endpoint; the host has the numbers (`visitor-limits.ts`). */
export type Limited =
  | 'start'
  | 'message'
  | 'upload'
  | 'delivery'
  | 'handoff'
  | 'mail'
  | 'push'
  | 'signal'
  | 'read'

export type Endpoint = Access & {
  name: string
  summary: string
  method: 'GET' | 'POST' | 'DELETE'
  /** With `{param}` placeholders; a path that contains `{region}` is mounted once per region. */
  path: string
  /**
   * A second path without placeholders; the body has the path's parameters, in fields of these names. Region and workspace
   * that it leaves out are those of the caller's session.
   */
  alsoAt?: { path: string; params: Record<string, string> }
  /** A command changes something (its response contains its position); a query waits for a position. */
  kind: 'command' | 'query'
  /**
   * The named agent may not exist yet: the call then creates it, which also needs `agent.create`. Elsewhere an unknown
   * agent is `not-found`.
   */
  createsAgent?: true
  /**
   * Of a command: the name of the query that shows what it overwrites. The query answers with an `ETag`; the command with
   * that as `If-Match` is refused with `changed-since-read` if what it overwrites has changed since.
   */
  overwrites?: string
  delivery?: Delivery
  // Of a download: its media types, without parameters; `*/*` for anything. Otherwise the answer is JSON, or events.
  mediaTypes?: readonly string[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  output: z.ZodType
  /**
   * An endpoint that names no agent is open to clients nevertheless: its handler narrows its answer to the agents of
   * `call.agentIds`. Any other one without an agent is refused to clients, whatever their pages are.
   */
  ofOwnAgents?: true
  /** Of a query: its handler answers with the whole list, from which the host cuts the page that is asked for (`wholeList`). */
  answersWhole?: true
  /** No longer to be called: since when, until when if it ends, and what to do instead, as a sentence. */
  deprecated?: { since: Date; until?: Date; instead: string }
  /** Possible for clients whose organisation has its access disabled. */
  withoutClientAccess?: true
  /** A command that is possible while the workspace waits for its deletion. Queries always are. */
  duringDeletion?: true
  /** Refusal code → HTTP status. Codes that every endpoint may return are in `commonRefusals`. */
  refusals?: Record<string, number>
  /** By default 'signal' for public commands and 'read' for public queries. */
  limited?: Limited
  /** Largest accepted body in bytes; `DEFAULT_BODY_BYTES` by default. */
  maxBodyBytes?: number
  /** What to do with a larger body, as a sentence. */
  largerBodies?: string
}

/** 256 KiB. */
export const DEFAULT_BODY_BYTES = 262_144

/** Codes that the HTTP layer itself returns, with their statuses. */
export const commonRefusals = {
  'invalid-input': 400,
  'not-signed-in': 401,
  'token-expired': 401,
  /** A delivery without a valid signature of its provider, or with one that is too old. */
  'bad-signature': 401,
  'not-allowed': 403,
  /** The organisation of the client has its access disabled; the message may be the agency's own. */
  'client-access-disabled': 403,
  /** The page is not on the agent's list of websites, or the request does not prove its origin. */
  'origin-not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  /** What the call overwrites was changed after the answer whose ETag it gives as `If-Match`. */
  'changed-since-read': 412,
  /** The workspace waits for its deletion: it can be read, and nothing in it changed. */
  'workspace-being-deleted': 409,
  'too-large': 413,
  'too-many-requests': 429,
  /** Quotas of the workspace's plan; the message says what to do. */
  'source-limit-reached': 403,
  'storage-limit-reached': 403,
  'channel-limit-reached': 403,
  'channel-not-in-plan': 403,
  'knowledge-limit-reached': 403,
  'draft-too-large': 413,
  'write-limit-reached': 429,
  'stream-limit-reached': 429,
  'visitor-stream-limit-reached': 429,
  unexpected: 500,
  unavailable: 503,
} as const

type Unnamed<E> = E extends unknown ? Omit<E, 'name'> : never
export type EndpointCatalogue = Record<string, Unnamed<Endpoint>>

/** Declares a context's endpoints; the key is the endpoint's name (`agents.save`). */
export function defineEndpoints<const Catalogue extends EndpointCatalogue>(
  catalogue: Catalogue,
): { [Name in keyof Catalogue & string]: Catalogue[Name] & { name: Name } } {
  const named = Object.entries(catalogue).map(([name, endpoint]) => [name, { ...endpoint, name }])
  return Object.fromEntries(named)
}

type InferOr<Schema, Otherwise> = Schema extends z.ZodType ? z.infer<Schema> : Otherwise
type InputOr<Schema, Otherwise> = Schema extends z.ZodType ? z.input<Schema> : Otherwise

/** The parsed input of a handler. */
export type Parsed<E> = {
  params: E extends { params: infer P } ? InferOr<P, Record<string, never>> : Record<string, never>
  query: E extends { query: infer Q } ? InferOr<Q, Record<string, never>> : Record<string, never>
  body: E extends { body: infer B } ? InferOr<B, undefined> : undefined
}

/**
 * The input of a call, before it is parsed. It distributes over endpoints as a whole: of a union of all endpoints, the
 * compiler would otherwise combine the params of each with the query and the body of each other.
 */
export type Request<E> = E extends unknown ? RequestOf<E> : never

type RequestOf<E> = (E extends { params: infer P } ? { params: InputOr<P, never> } : { params?: undefined }) &
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
  /** The same text as `title`, under the name that the specification gives it. */
  message: z.string(),
  /** The input at fault, if there is one. */
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

/** Ids in a query, separated by commas, that narrow a list. */
export const chosenIds = z.string().min(1).max(8_000).optional()

/** One page of a list: `next` is the cursor of the following page, absent on the last. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().optional() })
}

export const pageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
})

/**
 * A list that is so short that its handler answers with all of it, as its quota or limit says. Callers may ask for pages
 * nevertheless, like everywhere: `...wholeList(item)` in a query. `more`: what the answer has beside its items.
 */
export const wholeList = <Item extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(
  item: Item,
  more = {} as More,
) => ({ kind: 'query', query: pageQuery, output: pageOf(item).extend(more), answersWhole: true }) as const
