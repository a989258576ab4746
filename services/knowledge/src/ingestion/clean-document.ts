/**
 * Removes from a document what its readers are not meant to see: front matter, navigation, templating, tags, links that
 * lead nowhere outside of their site, and paragraphs that stand there twice. Code blocks are kept as they are. Cleaning
 * a clean text changes nothing, and the time is linear in its length.
 */
import { withMarkedTitles } from './plain-titles.ts'

/** Front matter is shorter. */
const LONGEST_FRONT_MATTER = 10_000
/** Longer lines are data: no markup is looked for. */
const LONGEST_LINE = 20_000
/** A shorter paragraph may stand in a text twice. */
const LEAST_REPEATED = 60
/** This many items in a row that are links within the site make a table of contents. */
const MENU_ITEMS = 4

const FENCE = /^\s*(?:```|~~~)/
const TABLE_RULE = /^[\s|:-]+$/
const MODULE_LINE =
  /^(?:import\s[^;]{0,500}\sfrom\s+['"]|import\s+['"]|export\s+(?:const|default|function)\s)/
const LINK_DEFINITION = /^\s{0,3}\[[^\]]{1,200}\]:\s+\S/
const CONTAINER = /^\s*:::+\s*(?:\w[\w-]*)?\s*/
const LIST_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/
/** A wrapped line of a list's item. */
const CONTINUES = /^\s{2,}(?!(?:[-*+•>|#]|\d{1,3}[.)])(?:\s|$))\S/
const OUTSIDE = /^(?:https?:\/\/|mailto:|tel:)/i
/** The attributes of a tag have no limits of length, but no tag begins within another. */
const TAGS =
  /<\/?(?:[A-Z][\w.]*|a|abbr|article|aside|b|body|br|button|caption|center|code|col|dd|details|div|dl|dt|em|figcaption|figure|footer|h[1-6]|head|header|hr|i|iframe|img|input|kbd|li|link|main|mark|meta|nav|ol|p|picture|pre|s|section|small|source|span|strong|sub|summary|sup|svg|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*)?\/?>/g

export function cleanDocument(text: string): string {
  const { title, body } = withoutFrontMatter(text)
  const kept = withoutRepetitions(outsideCode(withoutHidden(body), cleanLines))
  const whole = withMarkedTitles(kept.replace(/\n{3,}/g, '\n\n').trim())
  return title === '' || /^# /m.test(whole) ? whole : `# ${title}\n\n${whole}`
}

function withoutFrontMatter(text: string): { title: string; body: string } {
  const end = text.startsWith('---\n') ? text.slice(0, LONGEST_FRONT_MATTER).search(/\n---(?:\n|$)/) : -1
  const fields = text.slice(4, Math.max(4, end))
  if (end < 0 || !/^[\w-]+ ?:/m.test(fields)) return { title: '', body: text }
  const named = /^title ?: *(.+)$/m.exec(fields)?.[1]?.trim() ?? ''
  return { title: named.replace(/^(["'])(.*)\1$/, '$2'), body: text.slice(end + 4) }
}

/** Comments, scripts and styles with all that is in them. */
function withoutHidden(text: string): string {
  let rest = text
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<script', '</script>'],
    ['<style', '</style>'],
  ] as const)
    rest = cutOut(rest, begin, end)
  return rest
}

function cutOut(text: string, begin: string, end: string): string {
  const kept: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf(begin, from)
    const stop = start < 0 ? -1 : text.indexOf(end, start)
    if (stop < 0) return from === 0 ? text : kept.join('') + text.slice(from)
    kept.push(text.slice(from, start))
    from = stop + end.length
  }
}

/** Applies a change to the lines outside of code blocks. */
function outsideCode(text: string, change: (lines: string[]) => string[]): string[] {
  const result: string[] = []
  let lines: string[] = []
  let inCode = false
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      if (!inCode) {
        result.push(...change(lines))
        lines = []
      }
      inCode = !inCode
      result.push(line)
    } else if (inCode) result.push(line)
    else lines.push(line)
  }
  return [...result, ...change(lines)]
}

function cleanLines(lines: string[]): string[] {
  const joined = lines.join('\n').replace(TAGS, (tag) => (/^<(?:br|\/?p|\/?div|hr)\b/.test(tag) ? '\n' : ''))
  const kept: string[] = []
  let menu: string[] = []
  for (const line of joined.split('\n')) {
    if (line.length > LONGEST_LINE) {
      kept.push(line)
      continue
    }
    if (MODULE_LINE.test(line) || LINK_DEFINITION.test(line) || isRule(line) || isNavigation(line)) continue
    if (isMenuItem(line)) {
      menu.push(cleanLine(line))
      continue
    }
    if (line.trim() !== '' || menu.length === 0) {
      if (menu.length < MENU_ITEMS) kept.push(...menu)
      menu = []
      const clean = cleanLine(line)
      const before = kept.at(-1) ?? ''
      if (CONTINUES.test(clean) && LIST_ITEM.test(before)) kept[kept.length - 1] = `${before} ${clean.trim()}`
      // A line that held nothing else leaves no trace.
      else if (clean.trim() !== '' || line.trim() === '') kept.push(clean)
    }
  }
  return menu.length < MENU_ITEMS ? [...kept, ...menu] : kept
}

function isRule(line: string): boolean {
  return TABLE_RULE.test(line) && line.includes('--')
}

/** Two links or more within the site with nothing but separators between them. */
function isNavigation(line: string): boolean {
  if (!line.includes('](')) return false
  const links = [...line.matchAll(/\[[^\]]{0,200}\]\(([^)\s]{0,500})[^)]{0,200}\)/g)]
  if (links.length < 2 || links.some((link) => OUTSIDE.test(link[1] ?? ''))) return false
  const between = links.reduce((rest, [link]) => rest.replace(link, ''), line)
  return /^[\s|·•/>»:,—–-]*$/u.test(between)
}

function isMenuItem(line: string): boolean {
  const target = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\[[^\]]{1,200}\]\(([^)]{0,500})\)\s*$/.exec(line)?.[1]
  return target !== undefined && !OUTSIDE.test(target)
}

function cleanLine(line: string): string {
  let clean = line.replace(CONTAINER, '')
  if (clean.includes('{')) clean = withoutTemplates(clean)
  if (clean.includes('[')) clean = withReadableLinks(clean)
  if (clean.includes('\\')) clean = clean.replace(/\\([-_*#[\](){}.!|<>~`])/g, '$1')
  const row = clean.trim()
  if (row.startsWith('|')) clean = row.slice(1, row.length > 1 && row.endsWith('|') ? -1 : undefined).trim()
  return clean.replace(/(\S) {2,}/g, '$1 ').trimEnd()
}

/** `{{ … }}`, `{% … %}`, `{{< … >}}`, and the anchors and classes of headings. */
function withoutTemplates(line: string): string {
  return line
    .replace(/\{%\s*slack_channel\s+"?#?([\w-]{1,80})"?\s*%\}/g, '#$1')
    .replace(/\{%[^%]{0,1000}%\}/g, '')
    .replace(/\{\{[^}]{0,1000}\}\}/g, '')
    .replace(/\{[#:.][^{}]{0,200}\}/g, '')
}

/** Links to other sites stay; of links within the site only the text does, as their address means nothing elsewhere. */
function withReadableLinks(line: string): string {
  return line
    .replace(/!\[[^\]]{0,500}\]\([^)]{0,1000}\)/g, '')
    .replace(/\[\^[^\]]{1,50}\]:?/g, '')
    .replace(
      /\[([^\]]{1,500})\]\(([^()\s]{0,1000}(?:\([^()]{0,200}\)[^()\s]{0,500})?)(?:\s[^()]{0,300})?\)/g,
      (link, text, target) => (OUTSIDE.test(target) ? link : text),
    )
    .replace(/\[([^\]]{1,500})\]\[[^\]]{0,100}\]/g, '$1')
}

function withoutRepetitions(lines: string[]): string {
  const seen = new Set<string>()
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .filter((paragraph) => {
      const words = paragraph.trim()
      if (words.length < LEAST_REPEATED) return true
      if (seen.has(words)) return false
      seen.add(words)
      return true
    })
    .join('\n\n')
}
