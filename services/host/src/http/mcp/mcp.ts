/**
 * The platform as a server of the Model Context Protocol (streamable HTTP, without sessions): endpoints as tools, for AI
 * clients that have the workspace secret, an access token or the key of an agent. A call of a tool is the call of its endpoint, with the
 * same checks and limits.
 */
import type { Region } from '@parley/contracts/endpoint.ts'
import { holds } from '@parley/contracts/permissions.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { holderOfToken } from '../access.ts'
import { problem, sendProblem } from '../answers.ts'
import { authenticate } from '../caller.ts'
import { tellLimits } from '../limit-headers.ts'
import type { Mount } from '../mount.ts'
import { limitToken } from '../token-limits.ts'
import { type Bearer, type EndpointTool, toolOf } from './endpoint-tool.ts'
import { offeredEndpoints } from './offered.ts'

const MOST_BODY_BYTES = 1_000_000

export function serveMcp(server: FastifyInstance, mount: Mount, regions: readonly Region[]): void {
  const offered = offeredEndpoints.flatMap((name) => mount.endpoints[name] ?? [])
  const ofWorkspace = offered
    .filter(({ permission }) => holds({ role: 'secret' }, permission))
    .map((endpoint) => toolOf(endpoint, ['region', 'workspaceId']))
  const ofTokens = offered
    .filter(({ permission }) => holds({ role: 'token' }, permission))
    .map((endpoint) => toolOf(endpoint, ['region', 'workspaceId']))
  const ofAgent = offered
    .filter(({ path, permission }) => path.includes('{agentId}') && holds({ role: 'agent-key' }, permission))
    .map((endpoint) => toolOf(endpoint, ['region', 'workspaceId', 'agentId']))
  for (const region of regions)
    server.route({
      method: ['GET', 'POST', 'DELETE'],
      url: `/api/${region}/mcp`,
      bodyLimit: MOST_BODY_BYTES,
      async handler(request, answer) {
        const bearer = await authenticate(mount, { method: 'POST' }, request, region)
        if ('ok' in bearer || (bearer.kind !== 'api-key' && bearer.kind !== 'token'))
          return refuseStranger(request, answer, 'refused' in bearer ? bearer.refused : undefined)
        const refused = await limited(bearer, request, region, answer)
        if (refused) return refused
        if (Array.isArray(request.body)) return refuseBatch(request, answer)
        const tools = toolsOf(bearer)
        // Loaded with the first call: many installations have none.
        const { handled } = await import('./mcp-server.ts')
        return answerWith(answer, await handled({ server, tools, region, bearer, request }))
      },
    })

  /** A token is not offered what it would be refused. */
  function toolsOf(bearer: Bearer): readonly EndpointTool[] {
    if (bearer.kind === 'api-key') return bearer.agentId === undefined ? ofWorkspace : ofAgent
    const holder = holderOfToken(bearer)
    const { agentIds } = bearer
    return ofTokens.filter(
      ({ endpoint }) =>
        holds(holder, endpoint.permission) &&
        (agentIds === undefined || endpoint.ofOwnAgents || endpoint.path.includes('{agentId}')),
    )
  }

  /** Each request counts once, the calls of tools too. */
  async function limited(bearer: Bearer, request: FastifyRequest, region: Region, answer: FastifyReply) {
    const counters = mount.limitsOf(region)
    const refusal =
      counters &&
      (await limitToken(counters.limits, bearer, counters.factor, (own) =>
        tellLimits(answer, counters.limits, own),
      ))
    if (!refusal) return undefined
    const { code, message, retryAfterSeconds = 1 } = refusal.rejection
    answer.header('retry-after', retryAfterSeconds)
    return sendProblem(answer, problem(429, code, message, request.id))
  }
}

function refuseStranger(request: FastifyRequest, answer: FastifyReply, refused?: Rejection): FastifyReply {
  const asked = 'Send the workspace secret, an access token or the key of an agent as bearer token.'
  const { code, message } = refused ?? { code: 'not-signed-in', message: asked }
  answer.header('www-authenticate', 'Bearer')
  return sendProblem(answer, problem(401, code, message, request.id))
}

/** The protocol has no batches any more; one would multiply what a single request may cost. */
function refuseBatch(request: FastifyRequest, answer: FastifyReply): FastifyReply {
  return sendProblem(answer, problem(400, 'invalid-input', 'Send one request at a time.', request.id))
}

async function answerWith(answer: FastifyReply, response: Response): Promise<FastifyReply> {
  answer.code(response.status).header('cache-control', 'no-store')
  const type = response.headers.get('content-type')
  if (type) answer.header('content-type', type)
  const text = await response.text()
  return answer.send(text === '' ? undefined : text)
}
