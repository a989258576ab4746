/**
 * Pages that show an agent to others: the standard demo, the website preview with the widget in front of a website (part 2
 * §2.1, /prototype), and the share page with the chat in the page. Public like the widget itself, except that a website is
 * only shown to members of the workspace and to whoever has an address with a key.
 */
import { Readable } from 'node:stream'
import { type Region, regionSchema, regions } from '@parley/contracts/endpoint.ts'
import type { TokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import type { StoredPublicAgent } from '@parley/projections/public-agents/public-agents.projection.ts'
import { mayBeFramed } from '@parley/prototype/framing.ts'
import type { WebsitePreview } from '@parley/prototype/read-website.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dashboardFont, sendQuickly } from '../page-files.ts'
import { originOf, type WidgetPages } from '../widget-pages.ts'
import { failedPreview, previewFrame, previewHead, previewLoaded, previewLoading } from './preview-html.ts'
import type { PreviewClaims } from './preview-keys.ts'
import { type Shown, sharePage, signInPage, standardDemo } from './prototype-html.ts'

export type AgentPlace = { region: Region; agentId: string }

export type PrototypeOptions = {
  keys: TokenSigner<PreviewClaims>
  /** Whether the session of who opens the page may preview this agent. */
  mayPreview(request: FastifyRequest, place: AgentPlace): Promise<boolean>
  /** The workspace that an agent belongs to. */
  tenantOf(place: AgentPlace): Promise<string | undefined>
  /** Counts a read of a website; returns why it is refused. */
  limit(request: FastifyRequest, place: AgentPlace, tenant: string): Promise<string | undefined>
  previewOf(region: Region, tenant: string, website: string): Promise<WebsitePreview | undefined>
}

const longestWebsite = 2_000

/** Scripts are the widget's alone. Frames are the chat and the website; the website's is sandboxed by its element. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src http: https:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Without scripts and without an origin, whatever the page around it says. */
const snapshotPolicy = [
  'sandbox',
  "default-src 'none'",
  "style-src http: https: data: 'unsafe-inline'",
  'img-src http: https: data:',
  'font-src http: https: data:',
  'media-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const headers = { 'content-security-policy': policy, 'cache-control': 'no-store' }
const html = 'text/html; charset=utf-8'

type Asked = { vg_id?: unknown; website_url?: unknown; key?: unknown; region?: unknown; as?: unknown }
type Found = AgentPlace & { stored: StoredPublicAgent }

export function servePrototypes(
  server: FastifyInstance,
  widget: Pick<WidgetPages, 'publicAgent' | 'publicUrl'>,
  options: PrototypeOptions,
): void {
  const font = dashboardFont()
  const find = async (
    { agencyHost }: Pick<FastifyRequest, 'agencyHost'>,
    asked: readonly string[],
    agentId: unknown,
  ): Promise<Found | undefined> => {
    if (typeof agentId !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(agentId)) return undefined
    for (const name of asked) {
      const region = regionSchema.safeParse(name).data
      const stored = region && (await widget.publicAgent(region, agentId))
      if (!region || !stored) continue
      // At the domain of an agency, there are no agents of others.
      const tenant = agencyHost && (await options.tenantOf({ region, agentId }))
      return tenant === agencyHost?.agencyId ? { region, agentId, stored } : undefined
    }
    return undefined
  }
  const shownOf = (found: Found, request: FastifyRequest): Shown => ({
    ...found,
    font,
    origin: originOf(widget, request),
  })

  server.get<{ Querystring: Asked; Params: { region: string } }>(
    '/app/:region/prototype',
    async (request, answer) =>
      show(await find(request, [request.params.region], request.query.vg_id), request, answer),
  )
  server.get<{ Querystring: Asked }>('/prototype', async (request, answer) => {
    const { region } = request.query
    return show(
      await find(request, typeof region === 'string' ? [region] : regions, request.query.vg_id),
      request,
      answer,
    )
  })
  for (const region of regions)
    server.get<{ Querystring: Asked; Params: { agentId: string } }>(
      `/${region}/prototype/:agentId`,
      async (request, answer) => show(await find(request, [region], request.params.agentId), request, answer),
    )
  server.get<{ Params: { region: string; agentId: string } }>(
    '/share/:region/:agentId',
    async (request, answer) => {
      const found = await find(request, [request.params.region], request.params.agentId)
      if (!found) return notFound(answer)
      return sendQuickly(sharePage(shownOf(found, request)), html, request, answer.headers(headers))
    },
  )
  server.get<{ Querystring: Asked; Params: { region: string } }>(
    '/app/:region/prototype/snapshot',
    async (request, answer) => {
      const { vg_id, website_url, key } = request.query
      const found = await find(request, [request.params.region], vg_id)
      const website = websiteIn(website_url)
      if (!found || website === undefined || !hasKey(found, website, key)) return notFound(answer)
      const preview = await previewed(found, website, request)
      if (!preview.ok) return notFound(answer)
      return sendQuickly(
        preview.snapshot,
        html,
        request,
        answer.headers({ ...headers, 'content-security-policy': snapshotPolicy }),
      )
    },
  )

  async function show(
    found: Found | undefined,
    request: FastifyRequest<{ Querystring: Asked }>,
    answer: FastifyReply,
  ): Promise<FastifyReply> {
    if (!found) return notFound(answer)
    const shown = shownOf(found, request)
    answer.headers(headers)
    const { website_url, key, as } = request.query
    if (website_url === undefined || website_url === '')
      return sendQuickly(standardDemo(shown), html, request, answer)
    const website = websiteIn(website_url)
    const member = await options.mayPreview(request, found)
    if (website !== undefined && member && !hasKey(found, website, key)) {
      const { region, agentId } = found
      const query = new URLSearchParams({
        vg_id: agentId,
        website_url: website,
        key: options.keys.issue({ region, agentId, website }),
      })
      return answer.redirect(`/app/${region}/prototype?${query}`)
    }
    if (!member && !(website !== undefined && hasKey(found, website, key)))
      return sendQuickly(signInPage(shown, request.url), html, request, answer.code(403))
    const parts =
      website === undefined
        ? [
            previewHead(shown, { website: String(website_url), member }),
            failedPreview(shown, 'Please enter a valid website URL or domain'),
          ]
        : previewParts(shown, { website, member, key: String(key), snapshot: as === 'snapshot' }, request)
    return answer.type(html).send(Readable.from(parts))
  }

  /** The page is sent before its website is read, so that it says what is waited for. */
  async function* previewParts(
    shown: Shown & Found,
    asked: { website: string; member: boolean; key: string; snapshot: boolean },
    request: FastifyRequest,
  ): AsyncGenerator<string> {
    yield previewHead(shown, asked) + previewLoading(asked.website)
    const preview = await previewed(shown, asked.website, request)
    if (!preview.ok) return yield previewLoaded + failedPreview(shown, preview.reason)
    const live = isLive(preview, shown.origin)
    yield previewLoaded +
      previewFrame(shown, { ...asked, url: preview.url, live: live && !asked.snapshot, mayBeLive: live })
  }

  async function previewed(found: Found, website: string, request: FastifyRequest): Promise<WebsitePreview> {
    const tenant = found.stored.agent.ownerID
    const refused = await options.limit(request, found, tenant)
    if (refused !== undefined) return { ok: false, reason: refused }
    const preview = await options.previewOf(found.region, tenant, website)
    return preview ?? { ok: false, reason: 'The site could not be reached.' }
  }

  function hasKey({ region, agentId }: AgentPlace, website: string, key: unknown): boolean {
    const claims = typeof key === 'string' ? options.keys.verify(key) : undefined
    return claims?.region === region && claims.agentId === agentId && claims.website === website
  }
}

/**
 * Whether the website itself is shown in the frame, with its scripts: not a page of this server, which would then be in
 * its own origin, and none that browsers would block beside https.
 */
function isLive(preview: Extract<WebsitePreview, { ok: true }>, origin: string): boolean {
  const [own, site] = [new URL(origin), new URL(preview.url)]
  if (site.host === own.host) return false
  if (own.protocol === 'https:' && site.protocol !== 'https:') return false
  return mayBeFramed(preview, own.origin)
}

function websiteIn(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined
  const website = given.trim()
  if (website.length > longestWebsite || !(/^https?:\/\//i.test(website) || website.includes('.')))
    return undefined
  return URL.canParse(/^https?:/i.test(website) ? website : `https://${website}`) ? website : undefined
}

function notFound(answer: FastifyReply): FastifyReply {
  answer.callNotFound()
  return answer
}
