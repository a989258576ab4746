/**
 * The brand of a website: its colours, its icon in the best size, its logo, whether it is dark. Reads what one visit of a
 * browser would load, bounded in number, bytes and time.
 */
import type { BrandingInfo } from '@parley/contracts/onboarding/endpoints.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { IconLink, PageMarks } from './page-marks.ts'
import { type ReadWebsite, readWebsite, type Visits } from './read-website.ts'
import { runBrandWorker } from './run-brand-worker.ts'

export type BrandDeps = {
  fetch: SafeFetch
  userAgent: string
  signal: AbortSignal
}

export type BrandRead = { ok: true; info: BrandingInfo } | { ok: false; reason: string }

const RESOURCES_MS = 8_000
const MOST_STYLESHEETS = 8
const STYLESHEET_BYTES = 800_000
const MOST_CSS = 2_500_000
/** Pictures of agents may have as many. */
const PICTURE_BYTES = 500_000
const MOST_ICONS = 3
const MOST_LOGOS = 1

export async function brandOf(deps: BrandDeps, visits: Visits, website: string): Promise<BrandRead> {
  const page = await readWebsite(visits, website)
  return page.ok ? brandOfPage(deps, page) : page
}

async function brandOfPage(
  deps: BrandDeps,
  { url, marks }: Extract<ReadWebsite, { ok: true }>,
): Promise<BrandRead> {
  const until = AbortSignal.any([deps.signal, AbortSignal.timeout(RESOURCES_MS)])
  const base = marks.base && URL.canParse(marks.base, url) ? new URL(marks.base, url).href : url
  const addressOf = (href: string) => (URL.canParse(href, base) ? new URL(href, base).href : undefined)

  const [sheets, manifest] = await Promise.all([
    Promise.all(marks.stylesheets.slice(0, MOST_STYLESHEETS).map((href) => text(href, STYLESHEET_BYTES))),
    marks.manifest === undefined ? undefined : text(marks.manifest, 100_000).then(manifestOf),
  ])
  const links = iconsInOrder(marks, manifest?.icons ?? [])
  const [icons, logos] = await Promise.all([firstOf(links, MOST_ICONS), firstOf(marks.logos, MOST_LOGOS)])
  const read = await runBrandWorker({
    kind: 'brand',
    marks,
    css: sheets.join('\n').slice(0, MOST_CSS),
    themeColors: manifest?.themeColors ?? [],
    icons,
    logos,
  })
  if (!read || !('brand' in read)) return { ok: false, reason: 'The page takes too long to read.' }
  const language = marks.lang
  return { ok: true, info: { ...read.brand, ...(language === undefined ? {} : { language }) } }

  async function text(href: string, maxBytes: number): Promise<string> {
    return (await bytesAt(href, maxBytes))?.toString('utf8') ?? ''
  }

  async function firstOf(hrefs: readonly string[], most: number): Promise<Uint8Array[]> {
    const found = await Promise.all(hrefs.slice(0, most + 2).map((href) => bytesAt(href, PICTURE_BYTES)))
    return found.flatMap((bytes) => (bytes ? [new Uint8Array(bytes)] : [])).slice(0, most)
  }

  async function bytesAt(href: string, maxBytes: number): Promise<Buffer | undefined> {
    if (href.startsWith('data:')) return bytesOfData(href)
    const address = addressOf(href)
    if (address === undefined) return undefined
    const got = await deps.fetch(address, {
      maxBytes,
      timeoutMs: RESOURCES_MS,
      headers: { 'user-agent': deps.userAgent },
      signal: until,
    })
    return got.ok && got.status >= 200 && got.status < 300 && got.body.length > 0 ? got.body : undefined
  }
}

/** Icons that phones put on their home screen are the largest and have no empty border; the last resort is /favicon.ico. */
export function iconsInOrder(marks: Pick<PageMarks, 'icons'>, ofManifest: readonly IconLink[]): string[] {
  const linked = [...marks.icons, ...ofManifest].map((icon) => ({ href: icon.href, worth: worthOf(icon) }))
  const known = linked.sort((one, other) => other.worth - one.worth).map(({ href }) => href)
  return [...new Set([...known, '/favicon.ico'])]
}

function worthOf({ rel, sizes, type, href }: IconLink): number {
  if (/svg/i.test(type) || /\.svg(?:$|\?)/i.test(href)) return 150
  const side = Number(/(\d{1,5})x\d{1,5}/i.exec(sizes)?.[1] ?? (rel.includes('apple') ? 180 : 32))
  const maskable = rel.includes('maskable') ? -120 : 0
  return (side > 512 ? 100 : Math.min(side, 192)) + maskable
}

function manifestOf(json: string): { icons: IconLink[]; themeColors: string[] } {
  try {
    const { icons, theme_color: theme } = Object(JSON.parse(json))
    const listed: unknown[] = Array.isArray(icons) ? icons.slice(0, 20) : []
    return {
      themeColors: typeof theme === 'string' ? [theme.slice(0, 100)] : [],
      icons: listed.flatMap((icon) => {
        const { src, sizes = '', type = '', purpose = '' } = Object(icon)
        if (typeof src !== 'string' || src.length > 4_000) return []
        return [{ href: src, rel: `manifest ${purpose}`, sizes: String(sizes), type: String(type) }]
      }),
    }
  } catch {
    return { icons: [], themeColors: [] }
  }
}

function bytesOfData(address: string): Buffer | undefined {
  const [, base64, body = ''] = /^data:[^,;]*(?:;[^,;]*)*?(;base64)?,(.*)$/s.exec(address) ?? []
  try {
    return body === ''
      ? undefined
      : Buffer.from(base64 ? body : decodeURIComponent(body), base64 ? 'base64' : 'utf8')
  } catch {
    return undefined
  }
}
