/**
 * The pages of the dashboard at the domain of an agency, under its brand: title, icons, colour, font and CSS stand in the
 * page, and what the page's script shows of it in a `meta` element (`web/src/design/host-brand.ts`). A brand is made into
 * pages once, and again when its settings change.
 */
import type { HostBrand } from '@parley/agency/host-brand.ts'
import { escapeHtml } from './page-files.ts'

// bounded: by what agencies keep in memory
const made = new WeakMap<HostBrand, Map<string, string>>()

/** `html`: a page of the build. */
export function brandedPage(html: string, brand: HostBrand): string {
  const pages = made.get(brand) ?? new Map<string, string>()
  made.set(brand, pages)
  const known = pages.get(html)
  if (known !== undefined) return known
  const page = withBrand(html, brand)
  pages.set(html, page)
  return page
}

/** For devices on which the dashboard is installed. */
export function brandManifest({ name, logo, favicon, primary }: HostBrand): string {
  const icon = logo || favicon
  return JSON.stringify({
    ...{ name, short_name: name, start_url: '/app/', scope: '/', display: 'standalone' },
    ...{ theme_color: primary, background_color: '#f6f8fb' },
    icons: icon === '' ? [] : [{ src: icon, sizes: 'any' }],
  })
}

/** There is nothing at this address, under the brand of an agency. */
export function brandedNotFound({ name, primary, logo }: HostBrand): string {
  const picture = logo === '' ? '' : `<img src="${escapeHtml(logo)}" alt="" width="48" height="48">`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Page not found · ${escapeHtml(name)}</title><link rel="icon" href="data:,"><style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 16px}a{color:light-dark(${primary},inherit)}img{border-radius:8px;object-fit:contain}</style></head><body>${picture}<p><bdi>${escapeHtml(name)}</bdi></p><h1>Page not found</h1><p>There is nothing at this address. It may have been mistyped, or the page was moved.</p><p><a href="/app/">To the dashboard</a></p></body></html>
`
}

function withBrand(html: string, brand: HostBrand): string {
  const { name, logo, darkLogo, favicon, primary, fontFamily, styles } = brand
  const shown = JSON.stringify({
    ...{ name, primary },
    ...(logo === '' ? {} : { logo }),
    ...(darkLogo === '' ? {} : { darkLogo }),
    ...(fontFamily === '' ? {} : { fontFamily }),
  })
  const head = [
    `<meta name="host-brand" content="${escapeHtml(shown)}" />`,
    `<meta name="theme-color" content="${primary}" />`,
    '<link rel="manifest" href="/app.webmanifest" />',
    // An end of the element within a text of CSS would end it here too.
    ...(styles === '' ? [] : [`<style>${styles.replace(/<(?=\/)/g, '\\3c ')}</style>`]),
  ]
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`)
    .replace(
      /<meta name="application-name"[^>]*>/,
      () => `<meta name="application-name" content="${escapeHtml(name)}" />`,
    )
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(favicon || 'data:,')}" />`)
    .replaceAll('#0070f3', primary)
    .replace('</head>', () => `${head.join('')}</head>`)
}
