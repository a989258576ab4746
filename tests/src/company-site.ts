/** A small company's website on loopback, and sites that can't be read, by their first path. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PNG } from 'pngjs'

export type CompanySite = {
  origin: string
  address: string
  /** Changes a page, or adds one; removes it without a text. */
  publish(path: string, title?: string, text?: string): void
  /** Undoes what was published. */
  restore(): void
  stop(): Promise<void>
}

const icon = (() => {
  const png = new PNG({ width: 64, height: 64 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([0x1a, 0x7f, 0x5a, 255], at)
  return PNG.sync.write(png)
})()

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><title>${title}</title>
<meta name="description" content="Fern & Fold repairs paper lamps and sells handmade ones from Leeds.">
<link rel="stylesheet" href="/site.css"><link rel="apple-touch-icon" href="/icon.png">
<script type="application/ld+json">{"@type":"Store","telephone":"+44 113 496 0000","openingHours":"Tu-Sa 10:00-18:00"}</script>
</head><body><header><a href="/">Fern &amp; Fold</a> <a href="/faq">Questions</a> <a href="/about">About</a></header>
<main><h1>${title}</h1>${body}<a class="btn-primary" href="/contact">Visit us</a></main></body></html>`

const pages: Record<string, string> = {
  '/': page(
    'Fern & Fold',
    '<p>We repair paper lamps and make new ones by hand in our workshop in Leeds.</p>',
  ),
  '/faq': page(
    'Questions',
    `<h2>How long does the repair of a lamp take?</h2><p>A repair of a paper lamp takes nine working days from the day it reaches us.</p>
<h2>Can I return a handmade lamp?</h2><p>Handmade lamps can be returned within 45 days if they were never lit.</p>`,
  ),
  '/about': page(
    'About us',
    '<p>Fern and Fold was founded by two bookbinders in 2011 and has five employees.</p>',
  ),
}

const css = `:root{--brand-color:#1a7f5a;--bs-primary:#0d6efd} body{background:#fff;color:#222}
.btn-primary{background:var(--brand-color);color:#fff} header{background:#f4efe6} header a{color:#b3541e}
.unused{background:#ff00ff}`

/** `delayMs`: how long each page takes. */
export async function startCompanySite({ delayMs = 0 } = {}): Promise<CompanySite> {
  const changed: Record<string, string | undefined> = {}
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const send = (status: number, type: string, body: string | Buffer, more = {}) =>
      setTimeout(() => response.writeHead(status, { 'content-type': type, ...more }).end(body), delayMs)
    if (pathname === '/robots.txt') return send(404, 'text/plain', '')
    if (pathname === '/site.css') return send(200, 'text/css', css)
    if (pathname === '/icon.png') return send(200, 'image/png', icon)
    if (pathname === '/empty') return send(200, 'text/html', '<html><body></body></html>')
    if (pathname === '/blocking') return send(403, 'text/html', 'No robots')
    if (pathname === '/huge') return send(200, 'text/html', Buffer.alloc(5_200_000, 'a'))
    if (pathname === '/inside') return send(302, 'text/html', '', { location: 'http://10.0.0.1/admin' })
    const found = pathname in changed ? changed[pathname] : pages[pathname]
    return found === undefined ? send(404, 'text/html', 'Not found') : send(200, 'text/html', found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address() as AddressInfo
  const address = `127.0.0.1:${bound.port}`
  return {
    address,
    restore() {
      for (const path of Object.keys(changed)) delete changed[path]
    },
    origin: `http://${address}`,
    publish(path, title, text) {
      changed[path] = title && page(title, `<p>${text}</p>`)
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
