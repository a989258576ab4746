/** Reads the pages of a website that say most about it: those that its first page links to under telling names. */
import type { Visits } from '../branding/read-website.ts'

export type PageText = { url: string; title: string; text: string; description?: string }

export type ReadPage = (
  body: Buffer,
  contentType: string,
  name: string,
) => Promise<
  | { ok: true; text: string; title: string; links?: string[] | undefined; description?: string | undefined }
  | { ok: false }
>

const MOST_PAGES = 6
const PAGE_MS = 8_000
const ALL_MS = 14_000
const PAGE_BYTES = 3_000_000

/** What pages are called that answer what visitors ask, best first. */
const TELLING: [RegExp, number][] = [
  [
    /faq|frequent|haeufige|häufige|fragen|questions|preguntas|domande|perguntas|duvidas|hilfe|help|support|ayuda|aide/i,
    9,
  ],
  [/contact|kontakt|contatti|contato|contacto|anfahrt|directions|standort|locations?/i, 8],
  [/pricing|prices?|preise|tarif|prix|precios|prezzi|precos|menu|karte|carta/i, 7],
  [
    /services?|leistungen|angebot|products?|produkte|produits|productos|prodotti|produtos|servicios|servizi|servicos|areas|shop|rooms|zimmer/i,
    6,
  ],
  [/about|ueber|über|uns|a-propos|qui-sommes|sobre|nosotros|chi-siamo|quem-somos|why|team/i, 5],
  [
    /shipping|delivery|versand|lieferung|livraison|envio|returns?|warranty|garantie|book|reserv|hours|oeffnungszeiten/i,
    5,
  ],
]
const NOT_TELLING =
  /privacy|datenschutz|legal|impressum|terms|agb|cookie|login|signin|cart|account|tag|category|author|feed|wp-|\.(?:pdf|jpe?g|png|webp|svg|zip|mp3|mp4)$/i

export async function readMainPages(
  { visits, read, now = Date.now }: { visits: Visits; read: ReadPage; now?: () => number },
  first: { url: string; body: Buffer; contentType: string },
): Promise<PageText[]> {
  const until = now() + ALL_MS
  const home = await read(first.body, first.contentType, 'index')
  if (!home.ok) return []
  const pages = [pageText(first.url, home)]
  const robots = await visits.robotsOf(first.url)
  for (const url of mainLinks(home.links ?? [], first.url)) {
    if (pages.length > MOST_PAGES || now() > until) break
    if (!robots.allows(url)) continue
    const got = await visits.get(url, {
      timeoutMs: Math.max(1_000, Math.min(PAGE_MS, until - now())),
      maxBytes: PAGE_BYTES,
      contentTypes: ['text/html', 'application/xhtml+xml'],
      mayFollow: (target) => target.host === new URL(first.url).host,
    })
    if (!got.ok || got.status < 200 || got.status > 299) continue
    const page = await read(got.body, got.headers['content-type'] ?? 'text/html', 'page')
    if (page.ok) pages.push(pageText(got.url, page))
  }
  return pages
}

/** Addresses of the same host, the most telling first. */
export function mainLinks(links: readonly string[], base: string): string[] {
  const { host, pathname: own } = new URL(base)
  const worths = new Map<string, number>()
  for (const link of links.slice(0, 1_000)) {
    if (!URL.canParse(link, base)) continue
    const url = new URL(link, base)
    url.hash = ''
    if (url.host !== host || !/^https?:$/.test(url.protocol) || NOT_TELLING.test(url.pathname)) continue
    if (url.pathname === own || /^\/(?:index\.html?)?$/.test(url.pathname)) continue
    const depth = url.pathname.split('/').filter((part) => part !== '').length
    const worth = TELLING.find(([name]) => name.test(url.pathname))?.[1] ?? 1
    const value = worth - depth * 0.5 - (url.search === '' ? 0 : 2)
    if (!worths.has(url.href)) worths.set(url.href, value)
  }
  return [...worths].sort(([, one], [, other]) => other - one).map(([url]) => url)
}

function pageText(url: string, page: Extract<Awaited<ReturnType<ReadPage>>, { ok: true }>): PageText {
  const { title, text, description } = page
  return { url, title, text, ...(description === undefined ? {} : { description }) }
}
