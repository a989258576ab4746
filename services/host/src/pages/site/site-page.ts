/** The frame of a page of the public site: metadata, styles, header and footer. */
import { escapeHtml } from '../page-files.ts'
import { siteStyles } from './site-styles.ts'

export type Site = {
  /** Without a slash at its end. */
  url: string
  name: string
  /** The address of the font's file; undefined for that of the device. */
  font: string | undefined
  /** What the header leads to. */
  products: readonly { path: string; label: string }[]
  /** Other websites of the operator, to which it leads too. */
  elsewhere: readonly { label: string; address: string }[]
}

export type SitePage = {
  path: string
  title: string
  description: string
  /** Kept out of search engines. */
  unlisted?: boolean
  /** HTML. */
  body: string
  /** HTML at the end of the page. */
  scripts?: string
}

export const legalLinks = [
  ['about', 'About'],
  ['privacy-policy', 'Privacy policy'],
  ['tos', 'Terms of service'],
  ['refund-policy', 'Refund policy'],
  ['cookie-policy', 'Cookie policy'],
  ['gdpr', 'GDPR'],
  ['contact', 'Contact'],
] as const

export function sitePage(site: Site, page: SitePage): string {
  const name = escapeHtml(site.name)
  const title = page.path === '/' ? `${name}: ${page.title}` : `${page.title} · ${name}`
  const address = escapeHtml(site.url + page.path)
  const description = escapeHtml(page.description)
  const products = site.products.map(
    ({ path, label }) =>
      `<li><a href="${path}"${path === page.path ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
  )
  const elsewhere = site.elsewhere.map(
    ({ label, address }) => `<li><a href="${escapeHtml(address)}" rel="noopener">${label}</a></li>`,
  )
  const links = legalLinks.map(([path, label]) => `<li><a href="/legal/${path}">${label}</a></li>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><meta name="description" content="${description}">
${page.unlisted ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${address}">`}
<meta name="color-scheme" content="light dark"><meta name="theme-color" content="#f6f8fb" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#0b0f17" media="(prefers-color-scheme: dark)">
<meta property="og:type" content="website"><meta property="og:site_name" content="${name}"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${address}">
<link rel="icon" href="${icon(site.name)}">${fontTags(site.font)}<style>${siteStyles}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="bar" data-part="site-header"><a class="brand" href="/" data-part="brand"><span class="letter" aria-hidden="true">${letter(site.name)}</span>${name}</a>
<nav aria-label="Product" class="product"><details name="menu"><summary>Product</summary><ul>${products.join('')}<li><a href="/pricing">Pricing</a></li>${elsewhere.join('')}</ul></details><a href="/pricing"${page.path === '/pricing' ? ' aria-current="page"' : ''}>Pricing</a></nav>
<nav aria-label="Account"><a href="/login">Sign In</a><a class="button" href="/signup">Sign Up</a></nav></header>
<main id="content">${page.body}</main>
<footer data-part="site-footer"><nav aria-label="Legal"><ul>${links.join('')}</ul></nav><p>© ${new Date().getUTCFullYear()} ${name}</p></footer>
${page.scripts ?? ''}</body></html>
`
}

/** Loads DM Sans from its file, unless the page is drawn before. */
export function fontTags(font: string | undefined): string {
  if (font === undefined) return ''
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}"><style>@font-face{font-family:'DM Sans';font-weight:100 1000;font-display:optional;src:url(${font}) format('woff2')}</style>`
}

function letter(name: string): string {
  return escapeHtml([...name][0]?.toLocaleUpperCase() ?? '')
}

function icon(name: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0062d6"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="#fff">${letter(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
