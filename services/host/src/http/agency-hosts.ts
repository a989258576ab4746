/**
 * The hosts of agencies: what the server in front asks before it has a certificate made (Caddy's on-demand TLS), what
 * their verified domains answer to show that they lead here, and that they show the agency alone: the product's own site
 * is not there, and nothing at all at domains that ended.
 */

import type { HostStanding } from '@parley/agency/domains/agency-hosts.ts'
import type { HostBrand } from '@parley/agency/host-brand.ts'
import { LIVE_CHECK_PATH } from '@parley/contracts/agency/domain-names.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandedNotFound, brandManifest } from '../pages/host-brand.ts'
import { pageHeaders } from '../pages/operations-pages.ts'
import { problem, sendProblem } from './answers.ts'
import { isNear } from './operators.ts'
import { languageTagsOf } from './request-parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The domain of an agency that the request was sent to, if it was one. */
    agencyHost: AgencyHost | undefined
  }
}

export type AgencyHostOptions = {
  /** What a host is to agencies, by the value of a `Host` header. */
  hostOf(host: string | undefined): Promise<HostStanding>
  brandOf(host: AgencyHost): Promise<HostBrand | undefined>
  proofOf(domain: string): string
  publicUrl: string
}

/** What is served at the domains of agencies. */
const ofAgencies =
  /^\/(?:app|login|client|forgot|share|onboarding|clients|prototype|na|eu|widget|assets|custom-tab|unsubscribe|\.well-known|healthz|app\.webmanifest|theme\.js|api\/(?!openapi\.json|permissions))(?:[/?]|$|(?<=\/))/

const isProbe = (url: string) => /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(url)

export function serveAgencyHosts(server: FastifyInstance, options: AgencyHostOptions): void {
  const { hostOf, brandOf, proofOf } = options
  const own = new URL(options.publicUrl).host
  server.decorateRequest('agencyHost', undefined)

  server.addHook('onRequest', async (request, answer) => {
    // What the connection names: headers of a proxy could name another.
    const { host } = request.headers
    if (host === own) return
    const standing = await hostOf(host).catch((error: unknown) => {
      // What is asked about outages is answered during them.
      if (isProbe(request.url)) return undefined
      throw error
    })
    if (standing === undefined) return
    // A certificate that was made for the domain outlives it.
    if (standing === 'ended') return sendProblem(answer, problem(421, 'not-found', 'Not found.', request.id))
    request.agencyHost = standing
    if (!ofAgencies.test(request.url)) return sendInstead(request, answer, await brandOf(standing))
  })

  server.get('/app.webmanifest', async (request, answer) => {
    const brand = request.agencyHost && (await brandOf(request.agencyHost))
    return brand
      ? answer.type('application/manifest+json; charset=utf-8').send(brandManifest(brand))
      : sendProblem(answer, problem(404, 'not-found', 'Not found.', request.id))
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
    const { agencyHost } = request
    return agencyHost
      ? answer
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(proofOf(agencyHost.domain))
      : sendProblem(answer, problem(404, 'not-found', 'Not found.', request.id))
  })
}

/** Answers for an address at which there is nothing; people get a page under the brand of the host. */
export async function sendNotFound(
  request: FastifyRequest,
  answer: FastifyReply,
  { page, brandOf }: { page: string; brandOf: AgencyHostOptions['brandOf'] | undefined },
): Promise<FastifyReply> {
  // A person who follows a link gets a page; calls get what they can read.
  if (request.method !== 'GET' || !request.headers.accept?.includes('text/html'))
    return sendProblem(answer, problem(404, 'not-found', 'Not found.', request.id))
  const brand = request.agencyHost && (await brandOf?.(request.agencyHost))
  return answer
    .code(404)
    .headers({ ...pageHeaders, ...(brand && { 'content-security-policy': brandedPolicy }) })
    .send(brand ? brandedNotFound(brand, languageTagsOf(request)) : page)
}

/** As that of other pages without script, with the agency's logo. */
const brandedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** In place of a page of the product's own site: the agency's, if it has one. */
async function sendInstead(
  request: FastifyRequest,
  answer: FastifyReply,
  brand: HostBrand | undefined,
): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?')
  const instead: Record<string, string | undefined> = {
    '/': '/app/',
    '/signup': '/login',
    '/legal/tos': brand?.tosPage,
    '/legal/privacy-policy': brand?.privacyPage,
    '/favicon.ico': brand?.favicon,
    '/favicon.svg': brand?.favicon,
  }
  const target = Object.hasOwn(instead, path) ? instead[path] : undefined
  if (target) return answer.header('cache-control', 'no-store').redirect(target)
  const page = '<!doctype html><title>Page not found</title><h1>Page not found</h1>'
  return sendNotFound(request, answer, { page, brandOf: async () => brand })
}
