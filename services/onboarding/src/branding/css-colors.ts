/**
 * The colours that style sheets give a page, weighed by what they colour: buttons, links and the header say more about a
 * brand than a border. Rules for classes that the page doesn't have count little, since frameworks bring many.
 */
import { type CssNode, generate, parse, type WalkContext, walk } from 'css-tree'
import { type Color, hexOf, luminanceOf, parseColor } from './color.ts'

export type CssColors = {
  /** Weight by six-digit hex. */
  weights: Map<string, number>
  /** Whether the page's background is dark; undefined if no rule says it. */
  dark?: boolean
}

type Rule = { names: string[][]; about: string; darkMode: boolean }

const UNUSED = 0.08
const DEEPEST_VARIABLE = 5
/** A colour that is used everywhere shouldn't outweigh what a button says. */
const MOST_FROM_PLAIN_USE = 6
/** Of a declaration, in characters; what is longer is a picture in the style sheet. */
const LONGEST_VALUE = 2_000

/** States and code listings have colours of their own in every brand. */
const NOT_BRAND =
  /error|danger|warn|success|invalid|valid|alert|\binfo\b|hljs|token|highlight|prism|chroma|code|syntax|swiper|toast|recaptcha|cookie|twitter|facebook|linkedin|instagram|youtube|whatsapp|pinterest|google|admonition|callout/i
/** Colours that frameworks define whether or not the site uses them. */
const PRESET = /^--(?:bs|wp--preset|swiper|fa|tw|mdc|md-ref|pico-muted|color-scheme)-/i

const COLOR = /#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|oklch)\([^()]{1,100}\)|\b[a-z]{3,20}\b/gi

export function colorsInCss(css: string, names: readonly string[]): CssColors {
  const present = new Set(names)
  const variables = new Map<string, string>()
  const plain = new Map<string, number>()
  const weights = new Map<string, number>()
  const used: { property: string; value: string; rule: Rule }[] = []
  let dark: boolean | undefined

  const tree = parse(css, { parseValue: false, parseCustomProperty: false, onParseError: () => undefined })
  let media: string[] = []
  walk(tree, {
    enter: function (this: WalkContext, node: CssNode) {
      if (node.type === 'Atrule') media.push(node.prelude ? generate(node.prelude) : '')
      if (node.type !== 'Declaration') return
      const selectors = this.rule ? generate(this.rule.prelude) : ''
      const value = generate(node.value)
      if (value.length > 2_000) return
      const darkMode =
        media.some((one) => /prefers-color-scheme:\s*dark|print/.test(one)) || /dark/i.test(selectors)
      if (node.property.startsWith('--')) {
        if (!darkMode && !variables.has(node.property)) variables.set(node.property, value)
        return
      }
      if (!/color|background|fill|border|box-shadow/.test(node.property) || /shadow/.test(node.property))
        return
      used.push({ property: node.property, value, rule: { ...ruleOf(selectors), darkMode } })
    },
    leave(node: CssNode) {
      if (node.type === 'Atrule') media = media.slice(0, -1)
    },
  })

  for (const { property, value, rule } of used) {
    if (rule.darkMode) continue
    const share = isPresent(rule) ? 1 : UNUSED
    const colors = colorsIn(resolved(value))
    if (share === 1 && /^background/.test(property) && isPage(rule.about)) {
      const [page] = colors
      if (page) dark = luminanceOf(page) < 0.18
    }
    if (NOT_BRAND.test(rule.about)) continue
    const weight = weightOf(property, rule.about)
    for (const color of colors) {
      const hex = hexOf(color)
      if (weight > 1) weights.set(hex, (weights.get(hex) ?? 0) + weight * share)
      else plain.set(hex, (plain.get(hex) ?? 0) + weight * share)
    }
  }
  for (const [name, value] of variables) {
    const weight = PRESET.test(name) || NOT_BRAND.test(name) ? 0 : weightOfVariable(name)
    const [color] = weight > 0 ? colorsIn(resolved(value)) : []
    if (color) weights.set(hexOf(color), (weights.get(hexOf(color)) ?? 0) + weight)
  }
  for (const [hex, weight] of plain)
    weights.set(hex, (weights.get(hex) ?? 0) + Math.min(MOST_FROM_PLAIN_USE, weight * 0.4))
  return { weights, ...(dark === undefined ? {} : { dark }) }

  function isPresent({ names: alternatives }: Rule): boolean {
    return alternatives.some((needed) => needed.every((name) => present.has(name)))
  }

  function resolved(value: string, depth = 0): string {
    if (depth >= DEEPEST_VARIABLE || !value.includes('var(')) return value
    const replaced = value.replace(/var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g, (_, name, otherwise = '') =>
      (variables.get(name) ?? otherwise).slice(0, 200),
    )
    return replaced === value ? value : resolved(replaced.slice(0, 4_000), depth + 1)
  }
}

function ruleOf(selectors: string): Omit<Rule, 'darkMode'> {
  const alternatives = selectors.slice(0, 3_000).split(',')
  const names = alternatives.map((selector) => {
    const own = selector
      .replace(/:(?:not|is|where|has)\([^()]*\)/g, '')
      .replace(/::?[\w-]{1,60}(?:\([^()]{0,200}\))?|\[[^\]]{0,200}\]/g, '')
    return [...own.matchAll(/[.#]?[a-z_][\w-]*/gi)].map(([name]) => name).filter((name) => name !== 'root')
  })
  return { names, about: selectors.slice(0, 300) }
}

const isPage = (about: string) =>
  about.split(',').some((one) => /^\s*(?:html|body|:root)(?:[.#][\w-]+)?\s*$/.test(one))

/** More than 1 for what carries a brand. */
function weightOf(property: string, about: string): number {
  const background = /^background/.test(property)
  if (isPage(about)) return 0
  if (/\bbtn|button|\bcta\b|\[type=["']?submit/i.test(about))
    return background ? (/primary|cta|main|brand/i.test(about) ? 14 : 8) : 1.5
  if (/header|navbar|\bnav\b|masthead|banner|hero|topbar|site-title|brand|logo/i.test(about))
    return background ? 7 : 3
  if (/(?:^|[\s,>])a(?:$|[\s,:.>[])/i.test(about)) return property === 'color' ? 6 : 2
  if (/(?:^|[\s,>])h[1-3]\b/i.test(about)) return property === 'color' ? 4 : 2
  if (/footer/i.test(about)) return background ? 3 : 1
  return background || property === 'fill' ? 1 : 0.6
}

function weightOfVariable(name: string): number {
  if (
    /(?:hover|active|focus|dark|light|contrast|on-|text|fg|foreground|bg|background|border|muted|50$|100$|200$|900$)/i.test(
      name,
    )
  )
    return /(?:brand|primary)/i.test(name) ? 4 : 0
  if (/(?:^--|-)(?:brand|primary)(?:$|-)/i.test(name)) return 24
  if (/accent|theme-color|main-color|color-main|cta/i.test(name)) return 14
  if (/link|secondary|highlight/i.test(name)) return 7
  return 0
}

function colorsIn(value: string): Color[] {
  const written = [
    ...value
      .slice(0, LONGEST_VALUE)
      .replace(/url\([^)]{0,2000}\)?/gi, '')
      .matchAll(COLOR),
  ].slice(0, 8)
  return written.map(([text]) => parseColor(text)).filter((color) => color !== undefined)
}
