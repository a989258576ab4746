/** Serves the files that browsers load: public site, dashboard, sign-in pages, widget. Hashed assets are cached indefinitely. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { HostBrand } from '@parley/agency/host-brand.ts'
import { openIdReturnPath } from '@parley/contracts/client/openid-address.ts'
import { wayBack } from '@parley/contracts/identity/way-back.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, SESSION_COOKIE } from '../http/request-parts.ts'
import { serveClientPreview } from './client-preview-page.ts'
import { type ConnectedPageOptions, serveConnectedPage } from './connected-page.ts'
import { serveCustomTabs } from './custom-tab-pages.ts'
import { brandedPage } from './host-brand.ts'
import { type MetaPageOptions, serveMetaPage } from './meta-page.ts'
import { page, readText, sendCompressed, unbuilt, webDist, widgetDist } from './page-files.ts'
import { type PrototypeOptions, servePrototypes } from './prototype/prototype-pages.ts'
import { type SiteOptions, serveSite } from './site/site.ts'
import { serveUnsubscribePage } from './unsubscribe-page.ts'
import { serveVisitorPush, type VisitorPushPages } from './visitor-push-page.ts'
import { serveWidget, type WidgetPages } from './widget-pages.ts'

export type PageOptions = {
  widget: WidgetPages
  site: SiteOptions
  prototype: PrototypeOptions
  /** The OpenID providers that the sign-in pages offer. */
  openId: readonly { name: string; label: string }[]
  brandOf(host: AgencyHost): Promise<HostBrand | undefined>
  /** Whether a member of a workspace is signed in, who is led on from the sign-in and sign-up pages. */
  isSignedIn(request: FastifyRequest): Promise<boolean>
  connected: ConnectedPageOptions & MetaPageOptions
  /** Where links in mails of campaigns lead, by region. */
  unsubscribingIn: Parameters<typeof serveUnsubscribePage>[1]
  /** With which browsers of visitors subscribe to notifications, by region. */
  pushKeyIn: VisitorPushPages['keyIn']
}

const dashboardPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Pages that part 2 §2.1 names without a region; the dashboard chooses the workspace, and thus the region. */
const anyRegionPages = ['clients', 'agency', 'events', 'credentials', 'automations', 'sessions', 'prompts']

/** The service worker only marks notifications as seen. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** The opener of the dashboard gets no reference to it, and the dashboard uses no device features. */
const dashboardHeaders = {
  'content-security-policy': dashboardPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export async function servePages(server: FastifyInstance, options: PageOptions): Promise<void> {
  const { widget, site, prototype, openId, brandOf, connected, unsubscribingIn, pushKeyIn } = options
  // Its own routes read the whole folder at each request.
  await server.register(fastifyStatic, { root: webDist, serve: false, preCompressed: true })
  serveAssets(server, join(webDist, 'assets'), '/assets/', 'same-origin')
  serveAssets(server, join(widgetDist, 'assets'), '/widget/assets/', 'cross-origin')

  const branded = async (html: string, { agencyHost }: FastifyRequest) => {
    const brand = agencyHost && (await brandOf(agencyHost))
    return brand ? brandedPage(html, brand) : html
  }
  const dashboard = page(join(webDist, 'index.html'), dashboardHeaders, branded)
  const auth = page(join(webDist, 'auth.html'), dashboardHeaders, (html, request) =>
    // Providers know the product's own address alone.
    request.agencyHost ? branded(html, request) : withProviders(html, openId),
  )
  serveSite(server, site)
  servePrototypes(server, widget, prototype)
  const worker = join(webDist, 'push-worker.js')
  // Below /app/, since a service worker may serve no pages above its own address.
  server.get('/app/push-worker.js', (request, answer) => {
    if (!existsSync(worker)) return unbuilt(answer)
    answer.headers({ 'content-security-policy': workerPolicy, 'cache-control': 'no-cache' })
    return sendCompressed(readText(worker), 'text/javascript; charset=utf-8', request, answer)
  })
  const fromMeta = serveMetaPage(server, connected)
  const connectedPage = async (request: FastifyRequest, answer: FastifyReply) => {
    const answered = await fromMeta(request)
    return answered ? answered(answer) : dashboard(request, answer)
  }
  serveConnectedPage(server, connectedPage, connected)
  for (const path of ['/app', '/app/*', '/onboarding', '/share']) server.get(path, dashboard)
  for (const path of anyRegionPages)
    server.get(`/${path}`, (_request, answer) => answer.redirect(`/app/${path}`))
  const paths = ['/login', '/signup', '/forgot', '/login/openid/:provider', '/client/login']
  const addressInstead = leadOn(options)
  for (const path of [...paths, openIdReturnPath])
    server.get(path, async (request, answer) => {
      const address = path === '/login' || path === '/signup' ? await addressInstead(request) : undefined
      return address === undefined
        ? auth(request, answer)
        : answer.header('cache-control', 'no-store').redirect(address)
    })
  serveClientPreview(server, widget)
  for (const file of ['favicon.svg', 'favicon.ico', 'theme.js']) {
    if (existsSync(join(webDist, file))) {
      server.get(`/${file}`, (_request, answer) =>
        answer.sendFile(file, webDist, { maxAge: 3_600_000, immutable: false }),
      )
    }
  }

  serveCustomTabs(server)
  serveUnsubscribePage(server, unsubscribingIn)
  serveVisitorPush(server, {
    ...{ publicAgent: widget.publicAgent, brandOf, keyIn: pushKeyIn },
    tenantOf: prototype.tenantOf,
  })
  serveWidget(server, widget)
}

/** Where somebody who is signed in is led from a page to sign in or up; undefined for whoever gets the page. */
function leadOn({ isSignedIn }: Pick<PageOptions, 'isSignedIn'>) {
  return async (request: FastifyRequest): Promise<string | undefined> => {
    if (request.agencyHost || cookieOf(request, SESSION_COOKIE) === undefined) return undefined
    const address = wayBack(request.url.replace(/^[^?]*/, ''), 'https://own.invalid')
    // A prototype asks for an account with access, which another one may have.
    if (/\/prototype(?:[/?#]|$)/.test(address)) return undefined
    // Whose session can't be looked up signs in.
    return (await isSignedIn(request).catch(() => false)) ? address : undefined
  }
}

/** The buttons of the sign-in pages are there from the first paint on, so what they need stands in the page. */
function withProviders(html: string, providers: PageOptions['openId']): string {
  if (providers.length === 0) return html
  const shown = JSON.stringify(providers.map(({ name, label }) => ({ name, label })))
  const escaped = shown.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
  return html.replace('</head>', () => `<meta name="sign-in-providers" content="${escaped}" /></head>`)
}

/** Serves the files of a folder, whose names are hashed, to any origin. */
function serveAssets(
  server: FastifyInstance,
  folder: string,
  prefix: string,
  embeddedBy: 'same-origin' | 'cross-origin',
): void {
  if (!existsSync(folder)) return
  server.get<{ Params: { file: string } }>(`${prefix}:file`, ({ params }, answer) => {
    answer.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': embeddedBy })
    return answer.sendFile(params.file, folder, { maxAge: 31_536_000_000, immutable: true })
  })
}
