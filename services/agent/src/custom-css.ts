/**
 * The CSS that an agent's owner writes for the chat. Only what is listed here is kept, so that a visitor's browser
 * sends no request to a third party: rules, properties and functions that load nothing, and pictures of this server or
 * inline. What can't be parsed is left out.
 */
import { createByteCache } from '@parley/kernel/byte-cache.ts'
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

/** These load and run code in old browsers. */
const refusedProperties = words('behavior -moz-binding -ms-behavior')

const valueParts = words(
  'value identifier number percentage dimension hash string operator parentheses brackets whitespace url function',
)

/** A long text takes a tenth of a second to parse, so results are cached, up to these bytes in total and of a tenant. */
const KEPT_BYTES = 16_000_000
const KEPT_BYTES_OF_TENANT = 2_000_000

export type CleanCss = (css: string, tenant: string) => string

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
    const cleaned = cleanCss(css, ownOrigin)
    kept.set(key, cleaned, tenant)
    return cleaned
  }
}

function cleanCss(css: string, ownOrigin: string): string {
  try {
    // Preprocessing as in the CSS standard.
    const text = css
      .replace(/\r\n?|\f/g, '\n')
      .replaceAll('\0', '\ufffd')
      .toWellFormed()
    const sheet = parse(text, { parseCustomProperty: true })
    if (sheet.type !== 'StyleSheet') return ''
    sheet.children = kept(sheet.children, ownOrigin)
    return generate(sheet)
  } catch {
    // Nested too deep for the parser, and for browsers.
    return ''
  }
}

function kept(nodes: List<CssNode>, ownOrigin: string): List<CssNode> {
  return nodes.filter((node) => {
    if (node.type === 'Declaration') return isKnownDeclaration(node, ownOrigin)
    if (node.type === 'Rule' || node.type === 'Atrule') return isKnownRule(node, ownOrigin)
    return false
  })
}

function isKnownRule(rule: Rule | Atrule, ownOrigin: string): boolean {
  if (rule.type === 'Atrule' && !atRules.has(rule.name.toLowerCase())) return false
  if (rule.type === 'Atrule' && !rule.block && rule.name.toLowerCase() !== 'layer') return false
  const { prelude } = rule
  if (prelude && find(prelude, ({ type }) => type === 'Raw' || type === 'Url')) return false
  if (rule.block) rule.block.children = kept(rule.block.children, ownOrigin)
  return true
}

function isKnownDeclaration({ property, value }: Declaration, ownOrigin: string): boolean {
  const name = property.toLowerCase()
  const known =
    name.startsWith('--') || (lexer.getProperty(name, false) !== null && !refusedProperties.has(name))
  if (!known || property.includes('\\')) return false
  return !find(value, (node) => !isKnownPart(node, ownOrigin))
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
