/** Calls of the chat, typed by the contracts. Visitors are identified by a token, never by the site's cookies. */

import { routes } from 'virtual:parley-routes'
import type { Api } from '@parley/contracts/api.ts'
import type { Output, Problem, Request } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { CallError } from './call-error.ts'
import { embedHeaders, noteAnswer } from './embed.ts'
import type { endpointNames } from './endpoint-names.ts'

type Name = (typeof endpointNames)[number]
export type CallOptions = { token?: string; accept?: string; signal?: AbortSignal }

export async function call<N extends Name>(
  name: N,
  request: Request<Api[N]>,
  options?: CallOptions,
): Promise<Output<Api[N]>> {
  const response = await open(name, request, options)
  return (await response.json()) as Output<Api[N]>
}

/** Returns the raw response, for streamed replies. Throws a CallError for a refusal or if there is no response. */
export async function open<N extends Name>(
  name: N,
  request: Request<Api[N]>,
  { token, accept = 'application/json', signal }: CallOptions = {},
): Promise<Response> {
  const [method, path] = routes[name]
  const { params, query, body }: { params?: object; query?: object; body?: unknown } = request
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))}`
    : ''
  const headers: Record<string, string> = { accept, ...embedHeaders() }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(fillPath(path, { ...params }) + search, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'omit',
    signal,
  }).catch(() => {
    throw new CallError(0, 'network', '')
  })
  const header = (name: string) => response.headers.get(name)
  noteAnswer(header)
  if (response.ok) return response
  const problem: Problem | undefined = await response.json().catch(() => undefined)
  noteAnswer(header, problem?.code)
  throw new CallError(response.status, problem?.code ?? 'unexpected', problem?.message ?? '', problem?.field)
}
