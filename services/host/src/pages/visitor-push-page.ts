/**
 * The page on which a visitor allows notifications of an agent, which browsers grant to no frame of another site: the chat
 * opens it, and is told the subscription. Each agent has a service worker of its own, so that each has its own subscription.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HostBrand } from '@parley/agency/host-brand.ts'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { languageAmong } from '@parley/contracts/languages.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml, readText, sendCompressed, unbuilt, webDist } from './page-files.ts'
import words from './visitor-push-words.json' with { type: 'json' }
import type { WidgetPages } from './widget-pages.ts'

export type VisitorPushPages = Pick<WidgetPages, 'publicAgent'> & {
  brandOf(host: AgencyHost): Promise<HostBrand | undefined>
  /** The public key (VAPID) of a region; undefined for one that this process does not serve. */
  keyIn(region: Region): string | undefined
  /** The workspace of an agent. */
  tenantOf(place: { region: Region; agentId: string }): Promise<string | undefined>
}

type OfAgent = { Params: { region: string; agentId: string } }

/** Below it are the pages and service workers of agents: `/widget/push/<region>/<agentId>/`. */
const PATH = '/widget/push/:region/:agentId'
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

export function serveVisitorPush(server: FastifyInstance, pages: VisitorPushPages): void {
  server.get<OfAgent>(`${PATH}/allow`, async (request, answer) => {
    const { agencyHost, params } = request
    const { agentId } = params
    const region = regionSchema.safeParse(params.region).data
    const agent = region && (await pages.publicAgent(region, agentId))?.agent
    const key = region && pages.keyIn(region)
    if (!region || !agent?.offerNotifications || key === undefined) return answer.callNotFound()
    // Notifications bear the domain: under that of an agency, there are none of the agents of others.
    if (agencyHost && (await pages.tenantOf({ region, agentId })) !== agencyHost.agencyId)
      return answer.callNotFound()
    const brand = agencyHost && (await pages.brandOf(agencyHost))
    const tags = languagesOf(request, agent.lang)
    const html = pageOf({ ...{ title: agent.title, tags, key }, brand })
    return answer.headers(headers).type('text/html; charset=utf-8').send(html)
  })
  server.get<OfAgent>(`${PATH}/worker.js`, (request, answer) =>
    sendFile('visitor-push-worker.js', request, answer),
  )
  server.get('/widget/push/page.js', (request, answer) => sendFile('visitor-push.js', request, answer))
}

function sendFile(name: string, request: FastifyRequest, answer: FastifyReply): FastifyReply {
  const file = join(webDist, name)
  if (!existsSync(file)) return unbuilt(answer)
  answer.headers({ 'content-security-policy': "default-src 'none'", 'cache-control': 'no-cache' })
  return sendCompressed(readText(file), 'text/javascript; charset=utf-8', request, answer)
}

/** That of the chat first, then those of the browser. */
function languagesOf(
  { headers: { 'accept-language': accepted = '' } }: FastifyRequest,
  lang: string,
): string[] {
  const own = accepted
    .slice(0, 500)
    .split(',')
    .map((tag) => tag.split(';')[0]?.trim() ?? '')
  return lang === 'automatic' ? own : [lang, ...own]
}

function pageOf(of: { title: string; tags: string[]; key: string; brand: HostBrand | undefined }): string {
  const lang = languageAmong(of.tags) ?? 'en'
  const { why, allow, ...outcomes } = words[lang]
  const { title, brand } = of
  const said = Object.entries(outcomes).map(([name, text]) => `data-${name}="${escapeHtml(text)}"`)
  const explained = escapeHtml(why).replace('{name}', () => `<bdi>${escapeHtml(title)}</bdi>`)
  const logo = brand?.logo ? `<img src="${escapeHtml(brand.logo)}" alt="" width="48" height="48">` : ''
  const owner = brand ? `<p class="owner"><bdi>${escapeHtml(brand.name)}</bdi></p>` : ''
  const colour = brand?.primary ?? '#1f5fd0'
  return `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><link rel="icon" href="${escapeHtml(brand?.favicon || 'data:,')}"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 20px;overflow-wrap:anywhere}h1{font-size:1.4rem;margin:.4rem 0}
button{font:inherit;font-weight:600;padding:.7rem 1.3rem;border:2px solid currentColor;border-radius:8px;background:light-dark(#fff,#1c1f26);color:light-dark(${colour},#fff);cursor:pointer}button:disabled{opacity:.6;cursor:default}
img{border-radius:8px;object-fit:contain}.owner{opacity:.75;margin:0}</style></head>
<body>${logo}${owner}<main data-key="${of.key}" ${said.join(' ')}><h1><bdi>${escapeHtml(title)}</bdi></h1><p>${explained}</p><p><button type="button">${escapeHtml(allow)}</button></p><p role="status"></p></main><script src="/widget/push/page.js"></script></body></html>`
}
