/**
 * `GET public agent` is made by every view of every page that embeds an agent. What is kept in memory is written
 * before the framework looks at the request; whatever else is asked for goes the ordinary way (`mount.ts`), which
 * gives the same answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AFTER_HEADER } from '@parley/contracts/client.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { PublicAgentCache } from '@parley/projections/public-agents/public-agents.queries.ts'

export type HotRead = {
  agentsOf(region: Region): PublicAgentCache | undefined
  count(route: string, method: string, status: number): void
}

const ROUTE = '/api/:region/public/agents/:agentId'
const PATH = /^\/api\/(na|eu)\/public\/agents\/([A-Za-z0-9_-]{1,64})$/

/** Answers if it can; false leaves the request untouched. */
export function answerHotRead(hot: HotRead, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET') return false
  const [, region, agentId] = PATH.exec(request.url ?? '') ?? []
  // Whoever asks for a position has to wait for it.
  if (agentId === undefined || request.headers[AFTER_HEADER] !== undefined) return false
  const prepared = hot.agentsOf(region as Region)?.peek(agentId)
  if (!prepared || prepared.restricted) return false
  const known = request.headers['if-none-match'] === prepared.etag
  hot.count(ROUTE, 'GET', known ? 304 : 200)
  // An answer 304 has the headers of the whole one and no body (RFC 9110).
  response.writeHead(known ? 304 : 200, prepared.head).end(known ? '' : prepared.latin1, 'latin1')
  return true
}
