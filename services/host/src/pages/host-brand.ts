/**
 * The pages of the dashboard at the domain of an agency, under its brand: title, icons, colour, font and CSS stand in the
 * page, and what the page's script shows of it in a `meta` element (`web/src/design/theme/host-brand.ts`). A brand is made into
 * pages once, and again when its settings change.
 */
import type { HostBrand } from '@parley/agency/host-brand.ts'
import { textOn } from '@parley/contracts/agent/theme.ts'
import { languageAmong } from '@parley/contracts/languages.ts'
import words from './not-found-words.json' with { type: 'json' }
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

/**
 * There is nothing at this address, under the brand of an agency, in the first of the reader's languages that its clients'
 * pages have. Any colour is legible in both schemes.
 */
export function brandedNotFound(brand: HostBrand, tags: readonly string[] = []): string {
  const { name, primary, favicon } = brand
  const language = languageAmong(tags) ?? 'en'
  const { title, text, link } = words[language]
  const onPrimary = textOn(primary)
  const style = [
    ':root{color-scheme:light dark}',
    'body{box-sizing:border-box;min-height:100vh;margin:0;padding:24px;display:grid;place-content:center;justify-items:center;gap:8px;text-align:center;overflow-wrap:anywhere;font:14px/1.5 system-ui,sans-serif;background:light-dark(#f6f8fb,#0b0f17);color:light-dark(#1a2233,#e7eaf1)}',
    `.mark{display:grid;place-content:center;width:48px;height:48px;border-radius:10px;object-fit:contain;font-size:22px;font-weight:700}span.mark{background:${primary};color:${onPrimary}}`,
    'h1{margin:16px 0 0;font-size:24px;line-height:32px}',
    'p{max-width:26rem;margin:0;color:light-dark(#5b6577,#9ba7bb)}',
    `a{margin-top:16px;padding:8px 18px;border:1px solid light-dark(#d2d9e4,#2c3548);border-radius:10px;background:${primary};color:${onPrimary};font-weight:600;text-decoration:none}`,
  ].join('')
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · ${escapeHtml(name)}</title><link rel="icon" href="${escapeHtml(favicon || 'data:,')}"><style>${style}</style></head><body>${markOf(brand)}<strong><bdi>${escapeHtml(name)}</bdi></strong><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><a href="/app/">${escapeHtml(link)}</a></body></html>
`
}

/** The logo for each scheme, or the first letter of the name. */
function markOf({ name, logo, darkLogo }: HostBrand): string {
  const shown = logo || darkLogo
  if (shown === '') {
    const letter = [...name.trim()][0]?.toLocaleUpperCase() ?? ''
    return `<span class="mark" aria-hidden="true">${escapeHtml(letter)}</span>`
  }
  const dark =
    darkLogo === '' ? '' : `<source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(darkLogo)}">`
  return `<picture>${dark}<img class="mark" src="${escapeHtml(shown)}" alt="" width="48" height="48"></picture>`
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
