/**
 * The platform as a server of the Model Context Protocol (streamable HTTP, without sessions): endpoints as tools, for AI
 * clients that have the workspace secret or the key of an agent. A call of a tool is the call of its endpoint, with the
 * same checks and limits.
 */
import type { Region } from '@parley/contracts/endpoint.ts'
import { holds } from '@parley/contracts/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem, sendProblem } from '../answers.ts'
import { authenticate } from '../caller.ts'
import type { Mount } from '../mount.ts'
import { toolOf } from './endpoint-tool.ts'
import { offeredEndpoints } from './offered.ts'

const MOST_BODY_BYTES = 1_000_000

export function serveMcp(server: FastifyInstance, mount: Mount, regions: readonly Region[]): void {
  const offered = offeredEndpoints.flatMap((name) => mount.endpoints[name] ?? [])
  const ofWorkspace = offered
    .filter(({ permission }) => holds({ role: 'secret' }, permission))
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
        if ('ok' in bearer || bearer.kind !== 'api-key') return refuseStranger(request, answer)
        if (Array.isArray(request.body)) return refuseBatch(request, answer)
        const tools = bearer.agentId === undefined ? ofWorkspace : ofAgent
        // Loaded with the first call: many installations have none.
        const { handled } = await import('./mcp-server.ts')
        return answerWith(answer, await handled({ server, tools, region, bearer, request }))
      },
    })
}

function refuseStranger(request: FastifyRequest, answer: FastifyReply): FastifyReply {
  const message = 'Send the workspace secret, or the key of an agent, as bearer token.'
  answer.header('www-authenticate', 'Bearer')
  return sendProblem(answer, problem(401, 'not-signed-in', message, request.id))
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
