/**
 * What the server in front asks before it has a certificate made (Caddy's on-demand TLS), and what the verified domains
 * of agencies answer to show that they lead here.
 */
import { LIVE_CHECK_PATH } from '@parley/contracts/agency/domain-names.ts'
import type { FastifyInstance } from 'fastify'
import { problem, sendProblem } from './answers.ts'
import { isNear } from './operators.ts'

export type AgencyHostOptions = {
  /** The verified domain that a `Host` header names; undefined for any other host. */
  hostOf(host: string | undefined): Promise<{ domain: string } | undefined>
  proofOf(domain: string): string
}

export function serveAgencyHosts(server: FastifyInstance, { hostOf, proofOf }: AgencyHostOptions): void {
  server.get('/api/tls/ask', { logLevel: 'warn' }, async (request, answer) => {
    // Strangers would learn which domains there are, and have them looked up.
    if (!isNear(request)) {
      const message = 'This is for the server in front, on this machine or its network.'
      return sendProblem(answer, problem(403, 'not-allowed', message, request.id))
    }
    const { domain } = Object(request.query)
    const found = typeof domain === 'string' ? await hostOf(domain) : undefined
    return found?.domain === domain
      ? answer.send({ domain })
      : sendProblem(answer, problem(404, 'not-found', 'Not found.', request.id))
  })

  server.get(LIVE_CHECK_PATH, { logLevel: 'warn' }, async (request, answer) => {
    // What the connection names: headers of a proxy could name another.
    const found = await hostOf(request.headers.host)
    return found
      ? answer
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(proofOf(found.domain))
      : sendProblem(answer, problem(404, 'not-found', 'Not found.', request.id))
  })
}
