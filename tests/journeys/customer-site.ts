/** A customer's website: another origin, with a strict policy that allows only the widget's origin. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CustomerSite = { url: string; origin: string; close(): Promise<void> }

/** Serves one page with `script`, unchanged, before the end of its body. */
export async function serveCustomerSite(widgetOrigin: string, script: () => string): Promise<CustomerSite> {
  const policy = [
    "default-src 'none'",
    `script-src ${widgetOrigin}`,
    `frame-src ${widgetOrigin}`,
    `connect-src ${widgetOrigin}`,
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
  ].join('; ')
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    response.end(`<!doctype html><html lang="en"><head><title>Ember & Ash, lanterns</title></head>
      <body><h1>Lanterns for the garden</h1>${script()}</body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  return {
    origin,
    url: `${origin}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
