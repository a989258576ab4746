/**
 * The typed client of `web`, `widget` and scripts. Stores the position of the last command per region and asks later
 * queries to wait for it, so that a caller reads what it wrote.
 */
import type { Api, EndpointName } from './api.ts'
import type { Output, Problem, Request } from './endpoint.ts'
import { fillPath, type Route } from './routes.ts'

/** Response header with the position of a command's last event. */
export const POSITION_HEADER = 'log-position'
/**
 * Request header that makes a query wait until its projection has reached this position. 0 waits for nothing. Without
 * the header a query waits for everything that is in the log by then.
 */
export const AFTER_HEADER = 'log-after'
/**
 * Response header for the dashboard, such as `na=12,eu=7`: the position per region up to which the response is current.
 */
export const SEEN_HEADER = 'log-seen'
/** Required from cookie sessions with every method but GET, because another site's page can't send it (ruling 5). */
export const CSRF_HEADER = 'csrf-check'
/** The workspace that a call is about, if neither path nor resource determines it. */
export const WORKSPACE_HEADER = 'workspace-id'
/** Query parameter of every call that is made while viewing as a client: the id of that view. */
export const VIEW_PARAMETER = 'viewAs'
/** A retried command with the same key takes effect once. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** A refusal by the server, or `network` when it could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly problem: Problem | undefined
  constructor(status: number, code: string, message: string, problem?: Problem) {
    super(message)
    this.status = status
    this.code = code
    this.field = problem?.field
    this.problem = problem
  }
}

export type ClientOptions = {
  routes: Record<string, Route>
  /** Origin of the API; the page's own by default. */
  baseUrl?: string
  /** Bearer token; not needed by browsers with a session cookie. */
  token?: () => string | undefined
  workspace?: () => string | undefined
  /** The view as a client that is open in this page. */
  view?: () => string | undefined
  fetch?: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  token?: string
  /** The `ETag` of what is overwritten: refused with `changed-since-read` (412) if that was changed since. */
  ifMatch?: string
  /** The preferred media type, where an endpoint supports several; JSON first by default. */
  accept?: string
}

export type Client = {
  call<Name extends EndpointName>(
    name: Name,
    request: Request<Api[Name]>,
    options?: CallOptions,
  ): Promise<Output<Api[Name]>>
  /** Returns the raw response, for endpoints that stream. Refusals throw as in `call`. */
  open<Name extends EndpointName>(
    name: Name,
    request: Request<Api[Name]>,
    options?: CallOptions,
  ): Promise<Response>
  /** Returns the address of an endpoint, for links and EventSource. */
  url<Name extends EndpointName>(name: Name, request: Request<Api[Name]>): string
}

export function createClient(options: ClientOptions): Client {
  const lastPosition = new Map<string, string>()
  const send = options.fetch ?? ((input: string, init?: RequestInit) => fetch(input, init))

  /**
   * Whether a command may have changed what a query of this scope reads without telling a position of its log: a session
   * lists the workspaces of every region, and a region shows names of accounts. Without the header the query waits for
   * everything.
   */
  const isChangedElsewhere = (scope: string) =>
    [...lastPosition.keys()].some((other) => other !== scope && (other === '' || scope === ''))

  const client: AnyClient = {
    async call(name, request, callOptions) {
      const response = await client.open(name, request, callOptions)
      return response.json()
    },

    async open(name, request, callOptions = {}) {
      const [method] = routeOf(options.routes, name)
      const scope = String(request.params?.region ?? '')
      const headers: Record<string, string> = {
        accept: callOptions.accept ?? 'application/json, text/event-stream;q=0.9',
      }
      const token = callOptions.token ?? options.token?.()
      const workspace = options.workspace?.()
      const after = lastPosition.get(scope)
      if (token) headers.authorization = `Bearer ${token}`
      if (workspace) headers[WORKSPACE_HEADER] = workspace
      if (callOptions.ifMatch) headers['if-match'] = callOptions.ifMatch
      if (request.body !== undefined) headers['content-type'] = 'application/json'
      if (method !== 'GET') {
        headers[CSRF_HEADER] = '1'
        headers[IDEMPOTENCY_HEADER] = callOptions.idempotencyKey ?? crypto.randomUUID()
      }
      if (method === 'GET' && !isChangedElsewhere(scope)) headers[AFTER_HEADER] = after ?? '0'

      const url = client.url(name, request)
      let response: Response
      try {
        response = await send(url, {
          method,
          headers,
          body: request.body === undefined ? undefined : JSON.stringify(request.body),
          signal: callOptions.signal,
          credentials: 'same-origin',
        })
      } catch (error) {
        if (callOptions.signal?.aborted) throw error
        throw new ApiError(
          0,
          'network',
          'The server could not be reached. Check your connection and try again.',
        )
      }
      if (!response.ok) throw await problemOf(response)
      const position = response.headers.get(POSITION_HEADER)
      if (position) lastPosition.set(scope, position)
      return response
    },

    url(name, request) {
      const [, path] = routeOf(options.routes, name)
      const query = new URLSearchParams()
      for (const [key, value] of Object.entries(request.query ?? {})) {
        if (value !== undefined && value !== '') query.set(key, String(value))
      }
      const view = options.view?.()
      if (view !== undefined) query.set(VIEW_PARAMETER, view)
      const search = query.size > 0 ? `?${query}` : ''
      return `${options.baseUrl ?? ''}${fillPath(path, request.params)}${search}`
    },
  }
  return client as never
}

/** A client of any endpoint: the union of what all take is too large for the compiler to compare. */
type AnyClient = {
  call(name: EndpointName, request: AnyRequest, options?: CallOptions): Promise<unknown>
  open(name: EndpointName, request: AnyRequest, options?: CallOptions): Promise<Response>
  url(name: EndpointName, request: AnyRequest): string
}

type AnyRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

function routeOf(routes: Record<string, Route>, name: string): Route {
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined
  if (!route) throw new Error(`The route of ${name} is not in this bundle`)
  return route
}

async function problemOf(response: Response): Promise<ApiError> {
  const problem = await response.json().then(
    (body: Problem) => body,
    () => undefined,
  )
  const fallback = 'Something went wrong. Please try again.'
  return new ApiError(response.status, problem?.code ?? 'unexpected', problem?.message ?? fallback, problem)
}
