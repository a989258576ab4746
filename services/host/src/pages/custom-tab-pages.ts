/**
 * The frames in which the dashboard shows an agency's custom tabs. What an agency writes runs in a sandbox, in an origin
 * of its own: it reaches neither session nor storage of this server, nor the page around it, nor other tabs. Both pages
 * are the same for everybody, do nothing outside a frame of this server, and are given what they show by the page around.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sendCompressed } from './page-files.ts'

const sandbox = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox'

/** Writes the HTML and the script that the page around it sends, once. */
const showHtml = `
addEventListener('message', function show({ source, data }) {
  if (source !== parent || parent === self) return
  removeEventListener('message', show)
  document.open()
  document.write(data.html)
  document.close()
  const script = document.createElement('script')
  script.textContent = data.js
  document.documentElement.append(script)
})
parent.postMessage('custom-tab-ready', '*')
`

/** Of a sandbox whose content is anybody's; no frame of it may hold a page of this server. */
const htmlPolicy = [
  `sandbox ${sandbox}`,
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' https:",
  "style-src 'unsafe-inline' https:",
  'img-src https: data: blob:',
  'font-src https: data:',
  'media-src https: data: blob:',
  'connect-src https: wss:',
  'frame-src https:',
  'form-action https:',
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * Shows the page of another website that the fragment names, which no server sees. That page keeps its own origin, since
 * it needs its own cookies, so it must not be one of this server.
 */
const showPage = `
const address = decodeURIComponent(location.hash.slice(1))
const { protocol, hostname } = URL.canParse(address) ? new URL(address) : {}
if (parent !== self && protocol === 'https:' && hostname !== location.hostname) {
  const frame = document.createElement('iframe')
  frame.sandbox = '${sandbox} allow-same-origin'
  frame.referrerPolicy = 'no-referrer'
  frame.title = document.title
  frame.src = address
  document.body.append(frame)
}
`
const pageStyle = 'html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}'

const pagePolicy = [
  "default-src 'none'",
  `script-src ${hashOf(showPage)}`,
  `style-src ${hashOf(pageStyle)}`,
  'frame-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Custom tab</title>'
const pages = [
  { path: '/custom-tab/html', policy: htmlPolicy, text: `${head}</head><body><script>${showHtml}</script>` },
  {
    path: '/custom-tab/page',
    policy: pagePolicy,
    text: `${head}<style>${pageStyle}</style></head><body><script>${showPage}</script>`,
  },
]

export function serveCustomTabs(server: FastifyInstance): void {
  for (const { path, policy, text } of pages)
    server.get(path, (request, answer) => {
      answer.headers({
        'content-security-policy': policy,
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'cache-control': 'no-cache',
      })
      return sendCompressed(text, 'text/html; charset=utf-8', request, answer)
    })
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
