/** A customer's site: another origin, its own strict policy, hostile styles, and the website scripts of agents. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ShopPage = { url: string; close(): Promise<void> }
export type ShopScript = { agentId: string; region?: string; attributes?: string }
export type ShopOptions = {
  /** Additions to the page's own style sheet and body. */
  styles?: string
  body?: string
  /** A script of the page's own, at `/shop.js`. */
  script?: string
}

/**
 * Serves one page, at every path, that includes `scripts` from `origin`. Its policy allows scripts and frames of
 * `origin` and nothing else; its style sheet styles all elements as resets and themes do.
 */
export async function serveShopPage(
  origin: string,
  scripts: ShopScript[],
  options: ShopOptions = {},
): Promise<ShopPage> {
  const tags = scripts.map(
    ({ agentId, region = 'na', attributes = '' }) =>
      `<script async src="${origin}/widget/${region}/${agentId}.js" ${attributes}></script>`,
  )
  if (options.script) tags.unshift('<script src="/shop.js"></script>')
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${origin}`,
    "style-src 'self'",
    "img-src 'self'",
    `frame-src ${origin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
  ].join('; ')
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/shop.css">${tags.join('')}</head>
    <body><h1>Shop</h1><a id="link" href="#x">A link</a><div id="place"></div>${options.body ?? ''}<p class="tall">Much text</p></body></html>`
  const styles = `* { margin: 0 !important; font-size: 9px; letter-spacing: 3px; color: red; }
    div, button, iframe { display: block; position: static; opacity: 0.4; float: left; max-width: 50px; }
    #place { max-width: none; opacity: 1; float: none; height: 500px; } .tall { height: 2000px; } ${options.styles ?? ''}`

  const server = createServer((request, response) => {
    if (request.url === '/shop.css') return void response.setHeader('content-type', 'text/css').end(styles)
    if (request.url === '/shop.js')
      return void response.setHeader('content-type', 'text/javascript').end(options.script)
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
