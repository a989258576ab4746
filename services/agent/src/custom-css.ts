/**
 * The CSS that an agent's owner writes for the chat. Only what is listed here is kept, so that a visitor's browser
 * sends no request to a third party: rules, properties and functions that load nothing, and pictures of this server or
 * inline. What can't be parsed is left out.
 */
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import {
  type Atrule,
  type CssNode,
  type Declaration,
  find,
  generate,
  type List,
  lexer,
  parse,
  type Rule,
} from 'css-tree'

const atRules = words('media supports container layer keyframes -webkit-keyframes starting-style')

/**
 * Functions in values. Those that take addresses as texts, such as `image-set()`, are missing, and so are those that
 * select values.
 */
const functions = words(`
  var env calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  linear-gradient radial-gradient conic-gradient
  repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d
  scale scalex scaley scalez scale3d skew skewx skewy matrix matrix3d perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear repeat minmax fit-content counter counters
  circle ellipse inset polygon path rect xywh`)

/** The first load and run code in old browsers; `zoom` alone reaches into the line that says who a page is powered by. */
const refusedProperties = words('behavior -moz-binding -ms-behavior zoom')

const valueParts = words(
  'value identifier number percentage dimension hash string operator parentheses brackets whitespace url function',
)

/** A long text takes a tenth of a second to parse, so results are cached, up to these bytes in total and of a tenant. */
const KEPT_BYTES = 16_000_000
const KEPT_BYTES_OF_TENANT = 2_000_000

export type CleanCss = (css: string, tenant: string) => string

/** `from` and `to`: offsets in the text with `\n` as line ends. */
export type LeftOut = { from: number; to: number; why: string }

/** `ownOrigin`: the server's public origin; absolute paths are allowed too. */
export function createCssCleaner(ownOrigin: string): CleanCss {
  const kept = createByteCache<string>({
    maxBytes: KEPT_BYTES,
    shareOf: () => KEPT_BYTES_OF_TENANT,
    sizeOf: (cleaned, key) => 2 * (cleaned.length + key.length) + 200,
  })
  return (css, tenant) => {
    if (css.trim() === '') return ''
    const key = `${tenant}/${css}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const harmless = cleaned(css, ownOrigin) ?? ''
    kept.set(key, harmless, tenant)
    return harmless
  }
}

/** The most that is said of one text. */
const MOST_LEFT_OUT = 100

/** What the cleaner leaves out of a text, in its order, and why; at most `MOST_LEFT_OUT`. */
export function createCssReport(ownOrigin: string): (css: string) => LeftOut[] {
  return (css) => {
    const left: LeftOut[] = []
    const sheet = cleaned(css, ownOrigin, (node, why) => {
      if (node.loc && left.length < MOST_LEFT_OUT)
        left.push({ from: node.loc.start.offset, to: node.loc.end.offset, why })
    })
    return sheet !== undefined
      ? left
      : [{ from: 0, to: standardText(css).length, why: 'This is nested too deep.' }]
  }
}

/** The text as it was written, without what the cleaner leaves out. */
export function createReadableCssCleaner(ownOrigin: string): (css: string) => string {
  const reportOf = createCssReport(ownOrigin)
  return (css) => {
    let text = standardText(css)
    // Bounded, since every round takes something away.
    for (let left = reportOf(text); left.length > 0; left = reportOf(text)) {
      const shorter = left.reduceRight((rest, { from, to }) => withoutPart(rest, from, to), text)
      if (shorter.length >= text.length) return ''
      text = shorter
    }
    return text.replace(/\n(?:[ \t]*\n){2,}/g, '\n\n').trim()
  }
}

/** Cuts with the semicolon of a declaration, and the line if nothing else is on it. */
function withoutPart(text: string, from: number, to: number): string {
  const after = text.slice(to).replace(/^[ \t]*;/, '')
  const lineStart = text.slice(0, from).lastIndexOf('\n') + 1
  const lineEnd = after.indexOf('\n')
  const rest = lineEnd < 0 ? after : after.slice(0, lineEnd)
  if (text.slice(lineStart, from).trim() !== '' || rest.trim() !== '') return text.slice(0, from) + after
  return text.slice(0, lineStart) + (lineEnd < 0 ? '' : after.slice(lineEnd + 1))
}

type OnLeftOut = ((node: CssNode, why: string) => void) | undefined

/** Preprocessing as in the CSS standard. */
function standardText(css: string): string {
  return css
    .replace(/\r\n?|\f/g, '\n')
    .replaceAll('\0', '\ufffd')
    .toWellFormed()
}

/** Undefined if it is nested too deep. */
function cleaned(css: string, ownOrigin: string, onLeftOut?: OnLeftOut): string | undefined {
  try {
    const positions = onLeftOut !== undefined
    const sheet = parse(standardText(css), { parseCustomProperty: true, positions })
    if (sheet.type !== 'StyleSheet') return undefined
    sheet.children = kept(sheet.children, ownOrigin, onLeftOut)
    return generate(sheet)
  } catch {
    // Nested too deep to be read or written, and for browsers.
    return undefined
  }
}

function kept(nodes: List<CssNode>, ownOrigin: string, onLeftOut: OnLeftOut): List<CssNode> {
  return nodes.filter((node) => {
    const why = faultOf(node, ownOrigin, onLeftOut)
    if (why !== undefined && node.type !== 'Comment') onLeftOut?.(node, why)
    return why === undefined
  })
}

/** Why a part is left out; undefined if it is kept. */
function faultOf(node: CssNode, ownOrigin: string, onLeftOut: OnLeftOut): string | undefined {
  if (node.type === 'Declaration') return faultOfDeclaration(node, ownOrigin)
  if (node.type === 'Rule' || node.type === 'Atrule') return faultOfRule(node, ownOrigin, onLeftOut)
  return 'This can’t be read as CSS.'
}

function faultOfRule(rule: Rule | Atrule, ownOrigin: string, onLeftOut: OnLeftOut): string | undefined {
  if (rule.type === 'Atrule') {
    const name = rule.name.toLowerCase()
    if (!atRules.has(name) || (!rule.block && name !== 'layer')) return `@${rule.name} is not allowed.`
  }
  const { prelude } = rule
  if (prelude && find(prelude, ({ type }) => type === 'Raw' || type === 'Url'))
    return rule.type === 'Rule' ? 'This selector can’t be read.' : `This @${rule.name} can’t be read.`
  if (rule.block) rule.block.children = kept(rule.block.children, ownOrigin, onLeftOut)
  return undefined
}

function faultOfDeclaration({ property, value }: Declaration, ownOrigin: string): string | undefined {
  const name = property.toLowerCase()
  if (refusedProperties.has(name)) return `${property} is not allowed.`
  const isKnown = name.startsWith('--') || lexer.getProperty(name, false) !== null
  if (!isKnown || property.includes('\\')) return `There is no property ${property}.`
  const part = find(value, (node) => !isKnownPart(node, ownOrigin))
  if (!part) return undefined
  if (part.type === 'Url') return 'Only pictures of this server are loaded.'
  return part.type === 'Function' ? `${part.name}() is not allowed.` : 'This value can’t be read.'
}

function isKnownPart(node: CssNode, ownOrigin: string): boolean {
  if (node.type === 'Function') return functions.has(node.name.toLowerCase())
  if (node.type === 'Url') return isOwnAddress(node.value, ownOrigin)
  return valueParts.has(node.type.toLowerCase())
}

/**
 * Whether an address is an inline picture, a fragment of the page, or a path of this server, in characters that all
 * parsers read alike.
 */
function isOwnAddress(address: string, ownOrigin: string): boolean {
  if (/^(?:data:image\/|#)/i.test(address)) return true
  const path = address.startsWith(`${ownOrigin}/`) ? address.slice(ownOrigin.length) : address
  return /^\/(?!\/)[\w./~%?&=+@:,#-]*$/.test(path)
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
