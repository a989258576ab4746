/** Reads the faces of a font from a stylesheet. */
import { fontFaceSchema, type WebFontFace } from '@parley/contracts/agent/web-font.ts'
import { type Atrule, type CssNode, generate, parse, walk } from 'css-tree'

export type LinkedFace = Omit<WebFontFace, 'url'> & { address: string }
export type LinkedFont = { family: string; faces: LinkedFace[] }

/**
 * The first font of a stylesheet, with those of its faces that have a .woff2 file; undefined if there is none. `base`:
 * the address of the stylesheet.
 */
export function fontIn(css: string, base: string): LinkedFont | undefined {
  let font: LinkedFont | undefined
  for (const rule of fontFaceRules(css)) {
    const said = descriptorsOf(rule)
    const family = familyOf(said['font-family'])
    const address = said.src && woff2In(said.src, base)
    if (!family || !address || (font && font.family !== family)) continue
    font ??= { family, faces: [] }
    font.faces.push({ address, ...valuesOf(said) })
  }
  return font
}

function fontFaceRules(css: string): Atrule[] {
  const rules: Atrule[] = []
  try {
    walk(parse(css), {
      visit: 'Atrule',
      enter(rule) {
        if (rule.name.toLowerCase() === 'font-face') rules.push(rule)
      },
    })
  } catch {
    // Nested too deep for the parser.
    return []
  }
  return rules
}

function descriptorsOf(rule: Atrule): Record<string, CssNode> {
  const said: Record<string, CssNode> = {}
  for (const node of rule.block?.children ?? [])
    if (node.type === 'Declaration') said[node.property.toLowerCase()] = node.value
  return said
}

function familyOf(value: CssNode | undefined): string {
  let name = ''
  if (value)
    walk(value, (node) => {
      if (node.type === 'String') name = node.value
      if (node.type === 'Identifier') name += ` ${node.name}`
    })
  return name
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100)
}

/** The first address that is said, or named, to be of a .woff2 file. */
function woff2In(src: CssNode, base: string): string | undefined {
  if (src.type !== 'Value') return undefined
  let address: string | undefined
  for (const node of src.children) {
    if (node.type === 'Operator') address = undefined
    if (node.type === 'Url')
      address = URL.canParse(node.value, base) ? new URL(node.value, base).href : undefined
    if (!address) continue
    const isSaid = node.type === 'Function' && /^format\(\W?woff2/i.test(generate(node))
    if (isSaid || (node.type === 'Url' && new URL(address).pathname.endsWith('.woff2'))) return address
  }
  return undefined
}

/** Weight, style and letters, without those that are not understood. */
function valuesOf(said: Record<string, CssNode>): Omit<WebFontFace, 'url'> {
  const of = (name: keyof typeof fontFaceSchema.shape, descriptor: string) => {
    const node = said[descriptor]
    const read = node && fontFaceSchema.shape[name].safeParse(generate(node))
    return read?.success && read.data ? { [name]: read.data } : {}
  }
  return {
    ...of('weight', 'font-weight'),
    ...of('style', 'font-style'),
    ...of('unicodeRange', 'unicode-range'),
  }
}
