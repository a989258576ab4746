/** A page of another origin that embeds the widget, to show it as visitors see it. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../widget/demo', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export async function startDemoServer(options: {
  host: string
  port: number
  origin: string
}): Promise<{ url: string; close(): Promise<void> }> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${options.origin}`,
    "style-src 'self'",
    "img-src 'self' data: https:",
    `connect-src ${options.origin}`,
    `frame-src ${options.origin}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '/', 'http://demo')
    if (!address) return void response.writeHead(400).end('This address is not valid.')
    const { pathname, searchParams } = address
    const path = pathname.replace(/^\/widget\/demo/, '') || '/'
    const file = normalize(join(folder, path.endsWith('/') || !extname(path) ? 'index.html' : path))
    if (!file.startsWith(folder) || !existsSync(file)) return void response.writeHead(404).end('Not found.')
    const text = readFileSync(file, 'utf8').replace(
      '<!-- __PARLEY_SCRIPT__ -->',
      scriptTag(options.origin, searchParams),
    )
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    })
    response.end(text)
  })
  await new Promise<void>((resolve) => {
    // If the port is in use, the demo page takes a free one.
    server.once('error', () => server.listen(0, options.host))
    server.once('listening', resolve)
    server.listen(options.port, options.host)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The website script as the dashboard shows it, for the agent in the page's address. */
function scriptTag(origin: string, query: URLSearchParams): string {
  const [agent = '', region = 'na', mode = ''] = ['agent', 'region', 'mode'].map(
    (name) => query.get(name) ?? undefined,
  )
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(agent) || !/^(na|eu)$/.test(region)) return ''
  const attribute = /^[a-z-]+$/.test(mode) ? ` data-mode="${mode}"` : ''
  return `<script async src="${origin}/widget/${region}/${agent}.js"${attribute}></script>`
}
