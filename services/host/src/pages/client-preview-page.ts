/**
 * The pages of an agency's clients with settings that are not saved yet, for the frame beside those settings. The page has an
 * opaque origin: it reaches neither the session nor the storage of whoever looks at it, nor the page around it, and calls
 * nobody. It is the same for everybody and shows nothing by itself.
 */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { page, webDist } from './page-files.ts'
import { originOf, type WidgetPages } from './widget-pages.ts'

/** Host names that change nothing else in a policy. */
const plainOrigin = /^https?:\/\/[\w.:[\]-]+$/

export function serveClientPreview(server: FastifyInstance, options: Pick<WidgetPages, 'publicUrl'>): void {
  server.get('/client/preview', (request, answer) =>
    page(join(webDist, 'preview.html'), headersAt(originOf(options, request)))(request, answer),
  )
}

function headersAt(origin: string): Record<string, string> {
  // Some browsers let 'self' match nothing in a page of an opaque origin (WebKit bug 316847).
  const own = plainOrigin.test(origin) ? `'self' ${origin}` : "'self'"
  const policy = [
    // With forms, so that what is pressed in them can be answered.
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob: https:`,
    `font-src ${own}`,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${own}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}
