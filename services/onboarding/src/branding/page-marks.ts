/** What the HTML of a page says about the brand of its site. Reads it as a stream, without building a tree. */
import { Parser } from 'htmlparser2'

export type IconLink = { href: string; rel: string; sizes: string; type: string }

export type PageMarks = {
  base?: string
  lang?: string
  siteName?: string
  themeColors: string[]
  /** Colours of Safari's pinned tab and Windows tiles. */
  tileColors: string[]
  darkByMark: boolean
  stylesheets: string[]
  /** The style elements, and style attributes of the parts that carry a brand. */
  inlineCss: string
  icons: IconLink[]
  manifest?: string
  ogImage?: string
  /** Addresses of pictures that are called a logo, the likeliest first. */
  logos: string[]
  /** Colours that drawings in the header are filled with. */
  logoFills: string[]
  /** Names of elements, `.classes` and `#ids` that occur. */
  names: string[]
  jsonLd: string[]
  /** How much visible text there is, in characters. */
  textLength: number
}

const MOST_STYLESHEETS = 12
const MOST_ICONS = 30
const MOST_INLINE = 500_000
const MOST_JSON_LD = 10
const LONGEST_JSON_LD = 100_000
const LONGEST_ADDRESS = 4_000
const LONGEST_ICON = 700_000
const MOST_NAMES = 20_000
const DEEPEST = 5_000

/** Colours that generators of icons write unless told otherwise. */
const TILE_DEFAULTS = ['#da532c', '#2b5797', '#00aba9', '#603cba', '#9f00a7', '#b91d47', '#ffc40d', '#ffffff']

export function readPageMarks(html: string): PageMarks {
  const marks: PageMarks = {
    themeColors: [],
    tileColors: [],
    darkByMark: false,
    stylesheets: [],
    inlineCss: '',
    icons: [],
    logos: [],
    logoFills: [],
    names: [],
    jsonLd: [],
    textLength: 0,
  }
  // bounded: MOST_NAMES
  const names = new Set<string>()
  const likelyLogos: string[] = []
  let inside: 'style' | 'json' | 'script' | undefined
  let collected = ''
  let header = 0
  let depth = 0

  const parser = new Parser(
    {
      onopentag(name, given) {
        if (++depth > DEEPEST) parser.reset()
        noteNames(name, given)
        if (isHeader(name, given)) header++
        if (name === 'html') {
          const lang = /^[a-z]{2,3}(?=$|[-_])/i.exec(given.lang ?? '')?.[0]
          if (lang) marks.lang = lang.toLowerCase()
        }
        if ((name === 'html' || name === 'body') && isDark(given)) marks.darkByMark = true
        if (name === 'meta') noteMeta(given)
        if (name === 'link') noteLink(given)
        if (name === 'base' && given.href) marks.base ??= given.href.slice(0, LONGEST_ADDRESS)
        if (name === 'style') inside = 'style'
        if (name === 'script') inside = /ld\+json/i.test(given.type ?? '') ? 'json' : 'script'
        collected = name === 'style' || name === 'script' ? '' : collected
        if (given.style && (header > 0 || /^(?:body|html|header|nav|button|a)$/.test(name)))
          addCss(`${name}{${given.style}}`)
        if (name === 'img') noteLogo(given)
        if (header > 0 && /^(?:svg|path|g|rect|circle|polygon)$/.test(name) && given.fill)
          if (marks.logoFills.length < 50) marks.logoFills.push(given.fill)
      },
      ontext(text) {
        if (inside === 'style' || inside === 'json') {
          if (collected.length < MOST_INLINE) collected += text
        } else if (inside === undefined) marks.textLength += text.trim().length
      },
      onclosetag(name) {
        depth--
        if (name === 'style') addCss(collected)
        if (name === 'script' && inside === 'json' && collected.length < LONGEST_JSON_LD)
          if (marks.jsonLd.length < MOST_JSON_LD) marks.jsonLd.push(collected)
        if (name === 'style' || name === 'script') inside = undefined
        if ((name === 'header' || name === 'nav') && header > 0) header--
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
  marks.names = [...names]
  marks.logos = [...likelyLogos, ...marks.logos].slice(0, 5)
  return marks

  function noteNames(name: string, given: Record<string, string>): void {
    if (names.size >= MOST_NAMES) return
    names.add(name)
    if (given.id) names.add(`#${given.id}`)
    for (const one of (given.class ?? '').split(/\s+/)) if (one !== '') names.add(`.${one}`)
  }

  function noteMeta({ name = '', property = '', content = '', media = '' }: Record<string, string>): void {
    const key = (name || property).toLowerCase()
    if (content === '' || content.length > LONGEST_ADDRESS) return
    if (key === 'theme-color' && !/dark/i.test(media)) marks.themeColors.push(content)
    if (key === 'msapplication-tilecolor' && !TILE_DEFAULTS.includes(content.toLowerCase()))
      marks.tileColors.push(content)
    if (key === 'color-scheme' && /^\s*dark\s*$/i.test(content)) marks.darkByMark = true
    if (key === 'og:site_name') marks.siteName ??= content.slice(0, 100)
    if (key === 'og:image') marks.ogImage ??= content
  }

  function noteLink({
    rel = '',
    href = '',
    sizes = '',
    type = '',
    color,
    media = '',
  }: Record<string, string>) {
    const kinds = rel.toLowerCase()
    if (href === '' || href.length > (href.startsWith('data:') ? LONGEST_ICON : LONGEST_ADDRESS)) return
    if (/\bstylesheet\b/.test(kinds) && !/\balternate\b/.test(kinds) && !/print/i.test(media))
      if (marks.stylesheets.length < MOST_STYLESHEETS) marks.stylesheets.push(href)
    if (/\bmask-icon\b/.test(kinds)) {
      if (color) marks.tileColors.push(color)
    } else if (
      /\b(?:icon|apple-touch-icon(?:-precomposed)?)\b/.test(kinds) &&
      marks.icons.length < MOST_ICONS
    )
      marks.icons.push({ href, rel: kinds, sizes, type })
    if (/\bmanifest\b/.test(kinds)) marks.manifest ??= href
  }

  function noteLogo({ src = '', class: classes = '', id = '', alt = '' }: Record<string, string>): void {
    if (src === '' || src.length > LONGEST_ADDRESS || marks.logos.length >= 5) return
    const called = /logo|brand/i.test(`${classes} ${id} ${src.startsWith('data:') ? '' : src} ${alt}`)
    if (!called) return
    if (header > 0) likelyLogos.push(src)
    else marks.logos.push(src)
  }

  function addCss(css: string): void {
    if (marks.inlineCss.length + css.length <= MOST_INLINE) marks.inlineCss += `${css}\n`
  }
}

const isHeader = (name: string, { role }: Record<string, string>) =>
  name === 'header' || name === 'nav' || (role === 'banner' && name === 'header')

function isDark({ class: classes = '', style = '', ...rest }: Record<string, string>): boolean {
  const theme = rest['data-theme'] ?? rest['data-bs-theme'] ?? rest['data-color-mode'] ?? ''
  return (
    /(?:^|\s)(?:dark|theme-dark|dark-theme|dark-mode)(?:\s|$)/.test(classes) ||
    /^dark/.test(theme) ||
    /color-scheme:\s*dark/.test(style)
  )
}
