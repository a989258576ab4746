/**
 * `GET public agent` is called by every view of every page that embeds an agent. An answer that is cached in memory is
 * written before the framework handles the request; all other requests take the ordinary path (`mount.ts`), which gives
 * the same answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AFTER_HEADER } from '@parley/contracts/client.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { PublicAgentCache } from '@parley/projections/public-agents/public-agents.queries.ts'
import { renameOlderHeaders } from './older-headers.ts'

export type HotRead = {
  agentsOf(region: Region): PublicAgentCache | undefined
  count(route: string, method: string, status: number): void
}

const ROUTE = '/api/:region/public/agents/:agentId'
const PATH = /^\/api\/(na|eu)\/public\/agents\/([A-Za-z0-9_-]{1,64})$/

/** Answers from the cache if it can; returns false and leaves the request untouched otherwise. */
export function answerHotRead(hot: HotRead, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'GET') return false
  const [, region, agentId] = PATH.exec(request.url ?? '') ?? []
  if (agentId === undefined) return false
  renameOlderHeaders(request.headers)
  // A caller that names a position has to wait for it.
  if (Number(request.headers[AFTER_HEADER] ?? 0) !== 0) return false
  const prepared = hot.agentsOf(region as Region)?.peek(agentId)
  if (!prepared || prepared.restricted) return false
  const known = request.headers['if-none-match'] === prepared.etag
  hot.count(ROUTE, 'GET', known ? 304 : 200)
  // A 304 answer has the headers of the full one and no body (RFC 9110).
  response.writeHead(known ? 304 : 200, prepared.head).end(known ? '' : prepared.latin1, 'latin1')
  return true
}
