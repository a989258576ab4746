/**
 * The hosts of agencies: what the server in front asks before it has a certificate made (Caddy's on-demand TLS), what
 * their verified domains answer to show that they lead here, and that nothing is served at those that ended.
 */
import type { HostStanding } from '@parley/agency/domains/agency-hosts.ts'
import { LIVE_CHECK_PATH } from '@parley/contracts/agency/domain-names.ts'
import type { AgencyHost } from '@parley/kernel/handler.ts'
import type { FastifyInstance } from 'fastify'
import { problem, sendProblem } from './answers.ts'
import { isNear } from './operators.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The domain of an agency that the request was sent to, if it was one. */
    agencyHost: AgencyHost | undefined
  }
}

export type AgencyHostOptions = {
  /** What a host is to agencies, by the value of a `Host` header. */
  hostOf(host: string | undefined): Promise<HostStanding>
  proofOf(domain: string): string
  publicUrl: string
}

export function serveAgencyHosts(server: FastifyInstance, options: AgencyHostOptions): void {
  const { hostOf, proofOf } = options
  const own = new URL(options.publicUrl).host

  server.decorateRequest('agencyHost', undefined)
  server.addHook('onRequest', async (request, answer) => {
    // What the connection names: headers of a proxy could name another.
    const { host } = request.headers
    if (host === own) return
    const standing = await hostOf(host)
    if (standing !== 'ended') {
      request.agencyHost = standing
      return
    }
    // A certificate that was made for the domain outlives it.
    return sendProblem(answer, problem(421, 'not-found', 'Not found.', request.id))
  })

  server.get('/api/tls/ask', { logLevel: 'warn' }, async (request, answer) => {
    // Strangers would learn which domains there are, and have them looked up.
    if (!isNear(request)) {
      const message = 'This is for the server in front, on this machine or its network.'
      return sendProblem(answer, problem(403, 'not-allowed', message, request.id))
    }
    const { domain } = Object(request.query)
    const found = typeof domain === 'string' ? await hostOf(domain) : undefined
    return found !== undefined && found !== 'ended' && found.domain === domain
      ? answer.send({ domain })
      : sendProblem(answer, problem(404, 'not-found', 'Not found.', request.id))
  })

  server.get(LIVE_CHECK_PATH, { logLevel: 'warn' }, async (request, answer) => {
    const found = await hostOf(request.headers.host)
    return found !== undefined && found !== 'ended'
      ? answer
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(proofOf(found.domain))
      : sendProblem(answer, problem(404, 'not-found', 'Not found.', request.id))
  })
}
