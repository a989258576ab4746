/** What the sender of a mail wrote anew. Reads line by line: a mail may have millions of characters. */
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'

/** More of a mail is not read. */
const MOST_CHARACTERS = 16 * maxMessageLength
/** A longer line introduces no quote. */
const LONGEST_INTRODUCTION = 300
/** Lines over which an introduction such as "On Monday, Ada <ada@example.com> wrote:" may be wrapped. */
const MOST_LINES = 3
const SIGNATURE = '--'
const DIVIDER = /^-{3,30} ?\p{L}[\p{L} ]{2,60}-{3,30}$/u

/**
 * The text above the mail that it answers and above a signature (`-- `). Everything, if there is nothing above. A text
 * that is cut ends with "…".
 */
export function withoutQuotes(text: string): string {
  const lines = text
    .slice(0, MOST_CHARACTERS)
    .split('\n')
    .map((line) => line.trimEnd())
  const end = lines.findIndex((line, at) => line === SIGNATURE || DIVIDER.test(line) || introduces(lines, at))
  const own = (some: readonly string[]) => some.filter((line) => !line.startsWith('>')).join('\n')
  const above = end < 0 ? own(lines) : own(lines.slice(0, end))
  const written = (above.trim() || own(lines)).replace(/\n{3}\n{0,1000}/g, '\n\n').trim()
  return written.length > maxMessageLength ? `${written.slice(0, maxMessageLength - 1)}…` : written
}

/** Whether a quote is introduced here: up to three lines with an address or a year that end in a colon, then a quote. */
function introduces(lines: readonly string[], at: number): boolean {
  if (lines[at] === '' || lines[at]?.startsWith('>')) return false
  let said = ''
  for (let next = at; next < at + MOST_LINES && next < lines.length; next++) {
    const line = lines[next] ?? ''
    if (line === '' || said.length + line.length > LONGEST_INTRODUCTION) return false
    said += ` ${line}`
    if (!line.endsWith(':')) continue
    const following = lines.slice(next + 1).find((one) => one !== '')
    return /@|\b20\d\d\b/.test(said) && (following === undefined || following.startsWith('>'))
  }
  return false
}

const HIDDEN = ['style', 'script', 'head', 'title', 'blockquote']
/** What mail programs name the elements around quotes and signatures. */
const AROUND_QUOTES =
  /\b(?:gmail_quote|gmail_signature|yahoo_quoted|moz-signature|moz-cite-prefix|ms-outlook-mobile-signature)\b/
const AROUND_QUOTES_ELEMENTS = ['div', 'span', 'pre', 'table']
/** The quote follows up to the end. */
const BEFORE_QUOTES = /\b(?:appendonsend|divRplyFwdMsg)\b/
const BREAKS = ['br', 'p', 'div', 'li', 'tr', '/p', '/div', '/li', '/tr']

/** The text of a mail that has only HTML, without what it quotes and without signatures that are marked as such. */
export function plainOf(html: string): string {
  return tagsIn(html)
    .map(({ name, text, isQuoted }) => {
      const shown = isQuoted ? '' : text
      return BREAKS.includes(name) ? `\n${shown}` : shown
    })
    .join('')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

export type Tag = {
  /** In lower case, with the slash of a closing tag; empty for the text before the first tag. */
  name: string
  /** The tag as it was written, without its brackets. */
  tag: string
  /** The text up to the next tag. */
  text: string
  /** It is part of a quote or a signature, or not shown. */
  isQuoted: boolean
}

/** The tags of an HTML mail, in order. */
export function tagsIn(html: string): Tag[] {
  const [first = '', ...parts] = html.slice(0, MOST_CHARACTERS).split('<')
  let quote: { element: string; depth: number } | undefined
  const tags = parts.map((part): Tag => {
    const close = part.indexOf('>')
    const tag = part.slice(0, close < 0 ? part.length : close)
    const name = (tag.match(/^[!/]?[-\w]{1,20}/)?.[0] ?? '').toLowerCase()
    if (quote === undefined) quote = quoteFrom(name, tag)
    else if (name === quote.element) quote.depth++
    else if (name === `/${quote.element}` && --quote.depth === 0) quote = undefined
    return { name, tag, text: close < 0 ? '' : part.slice(close + 1), isQuoted: quote !== undefined }
  })
  return [{ name: '', tag: '', text: first, isQuoted: false }, ...tags]
}

function quoteFrom(name: string, tag: string): { element: string; depth: number } | undefined {
  if (BEFORE_QUOTES.test(tag)) return { element: '', depth: Number.POSITIVE_INFINITY }
  const isAround = AROUND_QUOTES_ELEMENTS.includes(name) && AROUND_QUOTES.test(tag)
  return isAround || HIDDEN.includes(name) ? { element: name, depth: 1 } : undefined
}
