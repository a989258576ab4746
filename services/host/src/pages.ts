/** The files that browsers load: dashboard, sign-in pages, widget. Hashed assets are cached for ever. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { EMBED_HEADER } from '@parley/contracts/conversation/embed.ts'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOwnOrigin } from './mount.ts'
import { admitFrame, type Origins } from './origins.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const webDist = join(root, 'web/dist')
export const widgetDist = join(root, 'widget/dist')

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

export type Pages = {
  origins: Origins
  /** The address people use, where it is configured; else each caller's own way here is taken. */
  publicUrl: string | undefined
  /** The public data of an agent as JSON text, undefined when there is none. */
  publicAgent(region: Region, agentId: string): Promise<string | undefined>
}

export async function servePages(server: FastifyInstance, pages: Pages): Promise<void> {
  await serveFolder(server, join(webDist, 'assets'), '/assets/')
  await serveFolder(server, join(widgetDist, 'assets'), '/widget/assets/')

  const dashboard = page(join(webDist, 'index.html'), dashboardPolicy)
  const auth = page(join(webDist, 'auth.html'), dashboardPolicy)
  server.get('/', (_request, answer) => answer.redirect('/app/'))
  for (const path of ['/app', '/app/*']) server.get(path, dashboard)
  for (const path of ['/login', '/signup', '/forgot']) server.get(path, auth)
  for (const file of ['favicon.svg', 'favicon.ico', 'theme.js']) {
    if (existsSync(join(webDist, file))) {
      server.get(`/${file}`, (_request, answer) =>
        answer.sendFile(file, webDist, { maxAge: 3_600_000, immutable: false }),
      )
    }
  }

  server.get<{ Params: FrameParams }>('/widget/:region/:agentId/frame', (request, answer) =>
    sendFrame(pages, request, answer),
  )
  server.get<{ Params: { region: string; script: string } }>('/widget/:region/:script', (request, answer) =>
    sendLoader(pages, request, answer),
  )
}

type FrameParams = { region: string; agentId: string }

/** The chat's document: as it is for most agents, with a ticket for agents of certain websites (`origins.ts`). */
async function sendFrame(
  pages: Pages,
  request: FastifyRequest<{ Params: FrameParams }>,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const file = join(widgetDist, 'frame.html')
  const region = regionSchema.safeParse(request.params.region).data
  if (region === undefined) return page(file, framePolicy)(request, answer)
  const ownOrigin = new URL(pages.publicUrl ?? `${request.protocol}://${request.host}`).origin
  const admitted = await admitFrame(pages.origins, {
    region,
    agentId: request.params.agentId,
    ownOrigin,
    isOwn: (origin) => isOwnOrigin(ownOrigin, request, origin),
    referer: request.headers.referer,
    fetchSite: textOf(request.headers['sec-fetch-site']),
    fetchDest: textOf(request.headers['sec-fetch-dest']),
  })
  if (!admitted.ok) return refuseFrame(admitted.rejection.message, answer)
  if (admitted.ancestors === undefined || admitted.ticket === undefined)
    return page(file, framePolicy)(request, answer)
  answer.headers({ 'cache-control': 'no-store', vary: 'referer' })
  const ticket = `<meta name="${EMBED_HEADER}" content="${admitted.ticket}">`
  return page(file, `${framePolicy}; ${admitted.ancestors}`, (text) =>
    text.replace('<head>', () => `<head>${ticket}`),
  )(request, answer)
}

/** Shown in the frame, so that whoever owns the website sees what is missing. */
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

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** The loader with what it must know of the agent inside, so that a page needs one request for its launcher. */
async function sendLoader(
  pages: Pages,
  request: FastifyRequest<{ Params: { region: string; script: string } }>,
  answer: FastifyReply,
): Promise<FastifyReply> {
  const { region, script } = request.params
  const agentId = /^([A-Za-z0-9_-]{1,64})\.js$/.exec(script)?.[1]
  const served = regionSchema.safeParse(region)
  if (agentId === undefined || !served.success) return answer.code(404).type('text/plain').send('Not found.')
  const agent = await pages.publicAgent(served.data, agentId)
  const origin = pages.publicUrl ?? `${request.protocol}://${request.host}`
  const boot = `{"region":${JSON.stringify(region)},"agentId":${JSON.stringify(agentId)},"origin":${JSON.stringify(origin)},"agent":${forLauncher(agent)}}`
  const text = loaderText().replace(/(["'])?__PARLEY_BOOT__\1/, () => boot.replaceAll('<', '\\u003c'))
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  answer.headers({
    etag,
    'cache-control': 'public, max-age=60, stale-while-revalidate=600',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (request.headers['if-none-match'] === etag) return answer.code(304).send()
  return sendCompressed(text, 'text/javascript; charset=utf-8', request, answer)
}

/** Pictures and styles may be large, and only the chat needs them: it asks for them itself. */
function forLauncher(agent: string | undefined): string {
  if (agent === undefined) return 'null'
  const { roundedImageURL: _, chatBgURL: __, ADVANCED_customCSS: ___, ...needed } = JSON.parse(agent)
  return JSON.stringify(needed)
}

function loaderText(): string {
  return readText(join(widgetDist, 'loader.js'))
}

const texts = new Map<string, string>()

/** Files of a build are read once in production, anew each time while developing. */
function readText(file: string): string {
  const known = process.env.NODE_ENV === 'development' ? undefined : texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

function page(file: string, policy: string, change?: (text: string) => string) {
  return (request: FastifyRequest, answer: FastifyReply): FastifyReply => {
    if (!existsSync(file)) {
      return answer.code(503).type('text/plain').send('The pages are not built yet. Run: npm run build')
    }
    if (!answer.hasHeader('cache-control')) answer.header('cache-control', 'no-cache')
    answer.headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    // What is made for one caller is small, and never compressed: it holds a secret.
    if (change) return answer.type('text/html; charset=utf-8').send(change(readText(file)))
    return sendCompressed(readText(file), 'text/html; charset=utf-8', request, answer)
  }
}

const compressed = new Map<string, Buffer>()
const MOST_COMPRESSED = 1_000

/** The few texts that are made at run time, compressed once each. */
function sendCompressed(
  text: string,
  contentType: string,
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  answer.type(contentType).header('vary', 'accept-encoding')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (encoding === undefined) return answer.send(text)
  const key = `${encoding} ${createHash('sha256').update(text).digest('base64url')}`
  const bytes =
    compressed.get(key) ?? (encoding === 'br' ? brotliCompressSync(text) : gzipSync(text, { level: 9 }))
  compressed.delete(key)
  compressed.set(key, bytes)
  if (compressed.size > MOST_COMPRESSED) compressed.delete(compressed.keys().next().value!)
  return answer.header('content-encoding', encoding).send(bytes)
}

async function serveFolder(server: FastifyInstance, folder: string, prefix: string): Promise<void> {
  if (!existsSync(folder)) return
  await server.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: !server.hasReplyDecorator('sendFile'),
    preCompressed: true,
    immutable: true,
    maxAge: 31_536_000_000,
    setHeaders: (answer) => {
      answer.header('access-control-allow-origin', '*')
      answer.header('x-content-type-options', 'nosniff')
    },
  })
}
