/** Reads, compresses and sends the files of a build and the few texts generated at run time. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
export const webDist = join(root, 'web/dist')
export const widgetDist = join(root, 'widget/dist')

// bounded: an entry for each page and script of a build
const texts = new Map<string, string>()

/** Reads a file of a build: once in production, each time during development. */
export function readText(file: string): string {
  const known = process.env.NODE_ENV === 'development' ? undefined : texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

/** Sends a page of a build with its policy in the headers. */
export function page(
  file: string,
  headers: Record<string, string>,
  change: (html: string, request: FastifyRequest) => string | Promise<string> = (html) => html,
) {
  return async (request: FastifyRequest, answer: FastifyReply): Promise<FastifyReply> => {
    if (!existsSync(file)) return unbuilt(answer)
    answer.headers({ ...headers, 'cache-control': 'no-cache' })
    return sendCompressed(await change(readText(file), request), 'text/html; charset=utf-8', request, answer)
  }
}

/** The address of the dashboard's font, which its page preloads under a name that changes with each build. */
export function dashboardFont(): string | undefined {
  const file = join(webDist, 'index.html')
  if (!existsSync(file)) return undefined
  return /href="(\/assets\/dm-sans-[^"]+\.woff2)"/.exec(readFileSync(file, 'utf8'))?.[1]
}

export function unbuilt(answer: FastifyReply): FastifyReply {
  return answer.code(503).type('text/plain').send('The pages are not built yet. Run: npm run build')
}

const compressed = createByteCache<Buffer>({ maxBytes: 32_000_000, sizeOf: ({ length }) => length + 200 })
/** Longer texts would take seconds at the best compression level and block all other requests. */
const LONGEST_WELL_COMPRESSED = 300_000

/** Sends one of the few texts generated at run time; each is compressed once and cached. */
export function sendCompressed(
  text: string,
  contentType: string,
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  answer.type(contentType).header('vary', 'accept-encoding')
  const encoding = accepts(request, 'br') ? 'br' : accepts(request, 'gzip') ? 'gzip' : undefined
  if (encoding === undefined) return answer.send(text)
  if (text.length > LONGEST_WELL_COMPRESSED) return sendQuickly(text, contentType, request, answer)
  const key = `${encoding} ${createHash('sha256').update(text).digest('base64url')}`
  const bytes =
    compressed.get(key) ?? (encoding === 'br' ? brotliCompressSync(text) : gzipSync(text, { level: 9 }))
  compressed.set(key, bytes)
  return answer.header('content-encoding', encoding).send(bytes)
}

/**
 * Sends a text of which callers could request any number of variants, with fast compression: the best level takes
 * twenty times as long.
 */
export function sendQuickly(
  text: string,
  contentType: string,
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  answer.type(contentType).header('vary', 'accept-encoding')
  if (!accepts(request, 'gzip')) return answer.send(text)
  return answer.header('content-encoding', 'gzip').send(gzipSync(text, { level: 6 }))
}

function accepts(request: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
  return String(request.headers['accept-encoding'] ?? '')
    .split(/[ ,;]+/)
    .includes(encoding)
}

/** Escapes text for use between tags or in an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
