/**
 * A page of a stranger's website as it can be shown on Parley's origin: without scripts, frames, forms that send, event
 * handlers and redirects, its links dead and its addresses absolute, so that pictures and styles come from the website.
 * The first of two layers: the page is also served in a sandbox without scripts and without an origin.
 */
import { Parser } from 'htmlparser2'

/** In characters. */
const LONGEST = 3_000_000
const DEEPEST = 3_000
const LONGEST_ADDRESS = 8_000

/** Left out with everything inside. */
const removed = new Set(
  'script iframe frame frameset noframes noembed object embed applet template portal fencedframe xmp plaintext'.split(
    ' ',
  ),
)
/** Left out, with what is inside kept. */
const unwrapped = new Set(['base', 'meta', 'noscript', 'param', 'dialog'])
const empty = new Set(
  'area br col embed hr img input link meta source track wbr base param keygen bgsound'.split(' '),
)
const removedAttributes = new Set(
  (
    'srcdoc action formaction ping nonce integrity crossorigin autofocus autoplay http-equiv target download sandbox ' +
    'allow is cite longdesc manifest profile codebase classid data background usemap popovertarget commandfor ' +
    'attributionsrc fetchpriority referrerpolicy'
  ).split(' '),
)
const addresses = new Set(['src', 'href', 'xlink:href', 'poster'])

export function snapshotOf(html: string, address: string): string {
  const parts: string[] = []
  let length = 0
  let depth = 0
  let base = address
  /** The depth of the removed element that the parser is in. */
  let removedAt: number | undefined
  let noscriptAt: number | undefined
  let rawText = false
  let ended = false
  const end = () => {
    ended = true
    parser.reset()
  }
  const write = (text: string) => {
    if (ended) return
    if (length + text.length > LONGEST) return end()
    length += text.length
    parts.push(text)
  }
  const parser = new Parser({
    onprocessinginstruction(name) {
      if (name.toLowerCase() === '!doctype' && parts.length === 0) write('<!doctype html>')
    },
    onopentag(name, attributes) {
      depth++
      if (depth > DEEPEST) return end()
      if (removedAt !== undefined) return
      if (removed.has(name)) {
        removedAt = depth
        return
      }
      if (name === 'noscript') noscriptAt ??= depth
      if (name === 'base' && attributes.href) base = resolved(attributes.href, address) ?? base
      // Scripts are off: what stands in place of them is shown as far as it is a picture.
      if (noscriptAt !== undefined && name !== 'img') return
      if (unwrapped.has(name) || !/^[a-z][a-z0-9-]{0,60}$/.test(name)) return
      const kept = name === 'link' ? styleSheetOf(attributes) : attributes
      if (!kept) return
      rawText = name === 'style'
      write(`<${name}${attributesOf(name, kept, base)}>`)
    },
    ontext(text) {
      if (removedAt !== undefined || noscriptAt !== undefined) return
      write(rawText ? withoutTags(absoluteCss(text, base)) : escaped(text))
    },
    onclosetag(name) {
      const at = depth--
      if (removedAt !== undefined) {
        if (removedAt === at) removedAt = undefined
        return
      }
      if (noscriptAt !== undefined) {
        if (noscriptAt === at) noscriptAt = undefined
        return
      }
      rawText = false
      if (empty.has(name) || unwrapped.has(name) || !/^[a-z][a-z0-9-]{0,60}$/.test(name)) return
      write(`</${name}>`)
    },
  })
  parser.end(html)
  return parts.join('')
}

type Attributes = Record<string, string>

/** Only style sheets are loaded, also those that a script of the page would have turned on. */
function styleSheetOf(attributes: Attributes): Attributes | undefined {
  const { rel = '', as = '', href, media, onload } = attributes
  const kinds = rel.toLowerCase().split(/\s+/)
  const sheet = kinds.includes('stylesheet') && !kinds.includes('alternate')
  const preloaded = kinds.includes('preload') && as.toLowerCase() === 'style'
  if (href === undefined || (!sheet && !preloaded)) return undefined
  const later = onload !== undefined && media?.trim().toLowerCase() === 'print'
  return { rel: 'stylesheet', href, ...(media === undefined || later ? {} : { media }) }
}

function attributesOf(name: string, attributes: Attributes, base: string): string {
  const all = name === 'img' || name === 'source' ? withLazyPictures(attributes) : attributes
  return Object.entries(all)
    .flatMap(([attribute, value]) => {
      const kept = keptValue(name, attribute, value, base)
      return kept === undefined ? [] : [` ${attribute}="${escaped(kept)}"`]
    })
    .join('')
}

function keptValue(name: string, attribute: string, value: string, base: string): string | undefined {
  if (!/^[a-z_][a-z0-9_:.-]{0,60}$/.test(attribute) || attribute.startsWith('on')) return undefined
  if (removedAttributes.has(attribute)) return undefined
  if (attribute === 'style') return absoluteCss(value, base)
  if (attribute === 'srcset') return absoluteSet(value, base)
  if (!addresses.has(attribute)) return value
  if (value.startsWith('#')) return value
  if (name === 'a' || name === 'area') return '#'
  return resolved(value, base)
}

/** Pictures that a script of the page would have loaded once they are seen. */
function withLazyPictures(attributes: Attributes): Attributes {
  const { src, srcset } = attributes
  const lazy = attributes['data-src'] ?? attributes['data-lazy-src'] ?? attributes['data-original']
  const lazySet = attributes['data-srcset'] ?? attributes['data-lazy-srcset']
  const placeholder = src === undefined || src === '' || src.startsWith('data:')
  return {
    ...attributes,
    ...(placeholder && lazy !== undefined ? { src: lazy } : {}),
    ...(srcset === undefined && lazySet !== undefined ? { srcset: lazySet } : {}),
  }
}

/** Undefined for what is neither a web address nor a picture in the page itself. */
function resolved(value: string, base: string): string | undefined {
  const given = value.trim()
  if (/^data:image\//i.test(given)) return given
  if (given.length > LONGEST_ADDRESS || !URL.canParse(given, base)) return undefined
  const url = new URL(given, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}

function absoluteSet(value: string, base: string): string {
  return value
    .split(/,\s/)
    .flatMap((candidate) => {
      const [given = '', size = ''] = candidate.trim().split(/\s+/)
      const url = resolved(given, base)
      return url === undefined ? [] : [`${url} ${size}`.trim()]
    })
    .join(', ')
}

function absoluteCss(css: string, base: string): string {
  return css
    .replace(/(url\(\s{0,20}["']?)([^"')\s]{1,8000})/gi, (_, lead: string, given: string) =>
      given.startsWith('#') ? lead + given : lead + inCss(given, base),
    )
    .replace(
      /(@import\s{1,20}["'])([^"')\s]{1,8000})/gi,
      (_, lead: string, given: string) => lead + inCss(given, base),
    )
}

/** In a drawing, browsers read what is inside a style element as HTML. What a text begins may go on in the next one. */
function withoutTags(css: string): string {
  return css.replace(/<(?=[a-z/!?]|$)/gi, '\\3c ')
}

function inCss(given: string, base: string): string {
  const url = resolved(given, base) ?? 'about:blank'
  return url.replace(/['()\\<]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
