/** The addresses that a sitemap lists, and the sitemaps that a sitemap index names (sitemaps.org protocol 0.9). */
import { Parser } from 'htmlparser2'

/** The protocol's own limits are 50 MB and 50,000 addresses; a crawl reads far fewer pages of one website. */
export const MOST_SITEMAP_BYTES = 10_000_000
const MOST_ADDRESSES = 50_000
/** No valid sitemap is nested deeper; the parser takes minutes for input that is nested a million deep. */
const DEEPEST_NESTING = 100

export type Sitemap = { pages: string[]; sitemaps: string[] }

/** Parses sitemaps, indexes, RSS and Atom feeds, and lists of addresses as plain text. */
export function parseSitemap(text: string): Sitemap {
  const sitemap: Sitemap = { pages: [], sitemaps: [] }
  if (!/^\s*(?:\uFEFF)?</.test(text.slice(0, 1000))) {
    for (const line of text.split(/\r\n|\n|\r/)) {
      if (/^\s*https?:\/\//i.test(line)) put('pages', line)
    }
    return sitemap
  }
  const open: string[] = []
  let depth = 0
  let collected: string | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const bare = name.slice(name.indexOf(':') + 1)
        // Keeps what was found before and ignores the rest.
        if (++depth > DEEPEST_NESTING) return parser.pause()
        if (open.length < 16) open.push(bare)
        if (bare === 'loc' || (bare === 'link' && open.includes('item'))) collected = ''
        else if (bare === 'link' && open.includes('entry') && attributes.href) put('pages', attributes.href)
      },
      ontext(part) {
        if (collected !== undefined && collected.length < 4_000) collected += part
      },
      onclosetag(name) {
        depth--
        const bare = name.slice(name.indexOf(':') + 1)
        const at = open.lastIndexOf(bare)
        if (at >= 0) open.length = at
        if (collected === undefined || (bare !== 'loc' && bare !== 'link')) return
        const parent = open.at(-1)
        if (parent === 'sitemap') put('sitemaps', collected)
        else if (parent === 'url' || parent === 'item') put('pages', collected)
        collected = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  return sitemap

  function put(kind: 'pages' | 'sitemaps', address: string): void {
    const trimmed = address.trim()
    if (trimmed !== '' && sitemap[kind].length < MOST_ADDRESSES) sitemap[kind].push(trimmed)
  }
}
