/** The widget's files for websites: the script with the agent's settings inside, and the pages shown in frames. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { launcherData } from '@parley/contracts/agent/launcher.ts'
import { api } from '@parley/contracts/api.ts'
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { StoredPublicAgent } from '@parley/projections/public-agents/public-agents.projection.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admitFrame, type Origins } from '../http/origins.ts'
import { isOwnOrigin } from '../http/other-origins.ts'
import { withLinkPreview } from './link-preview.ts'
import { page, readText, sendCompressed, sendQuickly, unbuilt, widgetDist } from './page-files.ts'

export type WidgetPages = {
  origins: Origins
  /** The configured public address; if undefined, the address by which each caller reached the server. */
  publicUrl: string | undefined
  /** The public address, or the address of this machine; any other host may be invented by the caller. */
  expectedUrl: string
  publicAgent(region: Region, agentId: string): Promise<StoredPublicAgent | undefined>
}

const javascript = 'text/javascript; charset=utf-8'
/** Lets pages of every origin include a script. */
const forEveryPage = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

const framePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' https:",
  'frame-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Scripts of the dashboard's preview can make no requests, and only Parley's own pages may frame it. */
const previewPolicy = framePolicy
  .replace("connect-src 'self'", "connect-src 'none'")
  .replace('frame-src https:', "frame-src 'self' https:")
  .concat("; frame-ancestors 'self'")

const previewPage =
  '<!doctype html><html><head><title>Preview</title><meta name="viewport" content="width=device-width"></head>' +
  '<body><script src="/widget/preview/page.js"></script></body></html>'

type FrameParams = { region: string; agentId: string }
type FrameRequest = FastifyRequest<{ Params: FrameParams }>

export function serveWidget(server: FastifyInstance, pages: WidgetPages): void {
  server.get<{ Params: FrameParams }>('/widget/:region/:agentId/frame', (request, answer) =>
    sendFrame(pages, readText, request, answer),
  )
  // The iframe embed variant (part 2 §2.1), which is also shared as the chat's own page.
  server.get<{ Params: FrameParams }>('/app/:region/render/:agentId/iframe', async (request, answer) => {
    const { region, agentId } = request.params
    const served = regionSchema.safeParse(region).data
    const stored = served && (await pages.publicAgent(served, agentId))
    const origin = originOf(pages, request)
    const read = (file: string) => (stored ? withLinkPreview(readText(file), stored, origin) : readText(file))
    return sendFrame(pages, read, request, answer)
  })
  servePreview(server)
  server.get('/widget/arrange.js', (request, answer) => {
    answer.headers({ 'cache-control': 'public, max-age=3600', ...forEveryPage })
    return sendScript('arrange.js', request, answer)
  })
  server.get<{ Params: { region: string; script: string } }>('/widget/:region/:script', (request, answer) =>
    sendLoader(pages, request, answer),
  )
}

/**
 * Serves the widget for the dashboard's preview, with unpublished settings: it loads no agent and shows only what it is
 * sent.
 */
function servePreview(server: FastifyInstance): void {
  const headers = { 'content-security-policy': previewPolicy, 'cache-control': 'no-cache' }
  server.get('/widget/preview/page', (request, answer) => {
    answer.headers(headers)
    return sendCompressed(previewPage, 'text/html; charset=utf-8', request, answer)
  })
  server.get('/widget/preview/page.js', (request, answer) => {
    answer.header('cache-control', 'no-cache')
    return sendScript('preview.js', request, answer)
  })
  server.get('/widget/preview/chat/frame', page(join(widgetDist, 'frame.html'), headers))
}

function sendScript(name: string, request: FastifyRequest, answer: FastifyReply) {
  const file = join(widgetDist, name)
  if (!existsSync(file)) return unbuilt(answer)
  return sendCompressed(readText(file), javascript, request, answer)
}

/**
 * Sends the chat: the same for most agents, with a ticket for agents that are limited to certain websites
 * (`origins.ts`).
 */
async function sendFrame(
  pages: WidgetPages,
  read: (file: string) => string,
  request: FrameRequest,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const file = join(widgetDist, 'frame.html')
  if (!existsSync(file)) return unbuilt(answer)
  const admitted = await admit(pages, request)
  if (!admitted.ok) return refuseFrame(admitted.rejection.message, answer)
  const { ticket, ancestors } = admitted
  const policy = [framePolicy, ...(ancestors ? [ancestors] : [])].join('; ')
  answer.headers({
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    // Required by pages with cross-origin isolation.
    'cross-origin-resource-policy': 'cross-origin',
  })
  answer.type('text/html; charset=utf-8')
  const send = read === readText || isExpected(pages, request) ? sendCompressed : sendQuickly
  if (ticket === undefined) return send(read(file), 'text/html; charset=utf-8', request, answer)
  // A document made for one caller contains a ticket, so it is neither cached nor compressed.
  answer.headers({ 'cache-control': 'no-store', vary: 'referer' })
  const meta = `<head><meta name="${EMBED_HEADER}" content="${ticket}">`
  return answer.send(read(file).replace('<head>', () => meta))
}

async function admit(pages: WidgetPages, request: FrameRequest): ReturnType<typeof admitFrame> {
  const region = regionSchema.safeParse(request.params.region).data
  if (region === undefined) return { ok: true }
  const ownOrigin = new URL(originOf(pages, request)).origin
  return admitFrame(pages.origins, {
    region,
    agentId: request.params.agentId,
    ownOrigin,
    isOwn: (origin) => isOwnOrigin(ownOrigin, request, origin),
    referer: request.headers.referer,
    fetchSite: textOf(request.headers['sec-fetch-site']),
    fetchDest: textOf(request.headers['sec-fetch-dest']),
  })
}

/** Shown in the frame, so that the website's owner sees what is wrong. */
function refuseFrame(message: string, answer: FastifyReply): FastifyReply {
  return answer
    .code(403)
    .headers({
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
      vary: 'referer',
    })
    .type('text/plain; charset=utf-8')
    .send(`${message} Its owner can add the website to the agent's allowed websites.`)
}

/** Where callers reach the server. */
export function originOf(
  { publicUrl }: Pick<WidgetPages, 'publicUrl'>,
  { protocol, host, headers, agencyHost }: FastifyRequest,
): string {
  // What the connection names: headers of a proxy could name another.
  if (agencyHost) return `${protocol}://${headers.host}`
  return publicUrl ?? `${protocol}://${host}`
}

/** Whether a request names a host that is expected. Callers could otherwise request any number of variants of a text. */
function isExpected(pages: WidgetPages, request: FastifyRequest): boolean {
  const { agencyHost, headers } = request
  return agencyHost ? headers.host === agencyHost.domain : originOf(pages, request) === pages.expectedUrl
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

type Loader = { text: string; etag: string }
const loaders = createByteCache<Loader>({
  maxBytes: 48_000_000,
  shareOf: () => 4_000_000,
  sizeOf: ({ text }, key) => text.length + key.length + 500,
})

/** Sends the loader with the agent's settings inside, so that a page needs one request for its launcher. */
async function sendLoader(
  pages: WidgetPages,
  request: FastifyRequest<{ Params: { region: string; script: string } }>,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const { region, script } = request.params
  const agentId = /^([A-Za-z0-9_-]{1,64})\.js$/.exec(script)?.[1]
  const served = regionSchema.safeParse(region)
  if (agentId === undefined || !served.success) return answer.code(404).type('text/plain').send('Not found.')
  const stored = await pages.publicAgent(served.data, agentId)
  // On pages of ours (`prototype`), whatever websites an agent is limited to; the chat itself is refused on any other.
  const websites =
    stored?.restricted && !('ours' in Object(request.query))
      ? await pages.origins.listOf(served.data, agentId)
      : []
  const origin = originOf(pages, request)
  const place = { region, agentId, origin }
  const expected = isExpected(pages, request)
  const lasting = expected && stored !== undefined
  const { text, etag } = lasting
    ? loaderFor(stored, place, websites)
    : makeLoader(readText(join(widgetDist, 'loader.js')), stored, place, websites)
  answer.headers({
    etag,
    // A script made from one caller's headers must not be stored in a shared cache.
    'cache-control': `${expected ? 'public' : 'private'}, max-age=60, stale-while-revalidate=600`,
    ...forEveryPage,
    // Lets the page measure how long the script took to load.
    'timing-allow-origin': '*',
  })
  if (request.headers['if-none-match'] === etag) return answer.code(304).send()
  const send = lasting ? sendCompressed : sendQuickly
  return send(text, javascript, request, answer)
}

type Place = { region: string; agentId: string; origin: string }

/** Returns the loader for an agent; cached until the agent changes. */
function loaderFor(stored: StoredPublicAgent, place: Place, websites: readonly string[]): Loader {
  const template = readText(join(widgetDist, 'loader.js'))
  const key = [place.region, place.agentId, stored.position, place.origin, template.length, ...websites].join(
    ' ',
  )
  const known = loaders.get(key)
  if (known) return known
  const made = makeLoader(template, stored, place, websites)
  loaders.set(key, made, stored.agent.ownerID)
  return made
}

function makeLoader(
  template: string,
  stored: StoredPublicAgent | undefined,
  place: Place,
  websites: readonly string[],
): Loader {
  const agent = stored ? launcherData(stored.agent, websites) : null
  const loads = place.origin + fillPath(api['analytics.recordByScript'].path, place)
  const boot = JSON.stringify({ ...place, loads, agent }).replaceAll('<', '\\u003c')
  const text = template.replace(/(["'`])?__PARLEY_BOOT__\1/, () => boot)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
