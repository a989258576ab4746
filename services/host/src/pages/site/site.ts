/** The public site: the landing page, the legal pages and the page after a purchase, without script of the dashboard. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, SESSION_COOKIE } from '../../http/request-parts.ts'
import { dashboardFont, sendCompressed } from '../page-files.ts'
import { landingPage, type SiteAgent } from './landing-page.ts'
import { type LegalOperator, legalPage, legalPages } from './legal-pages.ts'
import { pricingPage } from './pricing-page.ts'
import { productPage, productPages } from './product-pages.ts'
import { type Site, sitePage } from './site-page.ts'

export type SiteOptions = {
  publicUrl: string
  operator: LegalOperator
  /** Holds texts that replace the templates, as `{page}.md`. */
  legalFolder: string | undefined
  /** What the header leads to on other websites, where the operator names an address. */
  elsewhere: readonly { label: string; address: string | undefined }[]
  /** The agent that answers on the landing page, if there is one; asked for each visit. */
  agent(): Promise<SiteAgent | undefined>
}

const policy = (script: string) =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    "style-src 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export function serveSite(server: FastifyInstance, options: SiteOptions): void {
  const site: Site = {
    url: options.publicUrl,
    name: options.operator.product,
    font: dashboardFont(),
    products: productPages.map(({ path, label }) => ({ path, label })),
    elsewhere: options.elsewhere.flatMap(({ label, address }) => (address ? [{ label, address }] : [])),
  }
  const send = (html: string, script = "'none'") => {
    const headers = { 'content-security-policy': policy(script), 'cache-control': 'no-cache' }
    return (request: FastifyRequest, answer: FastifyReply): FastifyReply =>
      sendCompressed(html, 'text/html; charset=utf-8', request, answer.headers(headers))
  }

  const landing = send(landingPage(site, undefined))
  let lastWithAgent: { agent: SiteAgent; send: ReturnType<typeof send> } | undefined
  const landingWith = (agent: SiteAgent) => {
    const { region, agentId } = lastWithAgent?.agent ?? {}
    if (!lastWithAgent || agent.agentId !== agentId || agent.region !== region)
      lastWithAgent = { agent, send: send(landingPage(site, agent), "'self'") }
    return lastWithAgent.send
  }
  server.get('/', async (request, answer) => {
    if (cookieOf(request, SESSION_COOKIE) !== undefined)
      return answer.header('cache-control', 'no-store').redirect('/app/')
    // Without an answer, the page is shown without it.
    const agent = await options.agent().catch(() => undefined)
    return (agent ? landingWith(agent) : landing)(request, answer)
  })
  for (const one of productPages) server.get(one.path, send(productPage(site, one)))
  server.get('/pricing', send(pricingPage(site)))
  for (const path of legalPages) {
    const own = options.legalFolder && join(options.legalFolder, `${path}.md`)
    const text = own && existsSync(own) ? readFileSync(own, 'utf8') : undefined
    server.get(`/legal/${path}`, send(legalPage(site, path, options.operator, text)))
  }
  server.get(
    '/thank_you',
    send(
      sitePage(site, {
        path: '/thank_you',
        title: 'Thank you',
        description: 'Your purchase is complete.',
        unlisted: true,
        body: `<article class="text"><h1>Thank you</h1><p>Your purchase is complete. A receipt is on its way to your e-mail
        address.</p><p><a class="button" href="/app/">Go to your agents</a></p></article>`,
      }),
    ),
  )
  server.get('/robots.txt', (_request, answer) =>
    answer
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /app/\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n`),
  )
  server.get('/sitemap.xml', (_request, answer) =>
    answer.type('application/xml; charset=utf-8').send(sitemap(site.url)),
  )
}

function sitemap(url: string): string {
  const paths = [
    '/',
    ...productPages.map(({ path }) => path),
    '/pricing',
    ...legalPages.map((page) => `/legal/${page}`),
  ]
  const entries = paths.map((path) => `<url><loc>${url}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`
}
