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
const BREAKS = ['br', 'p', 'div', 'li', 'tr', '/p', '/div', '/li', '/tr']

/** The text of a mail that has only HTML, without what it quotes. */
export function plainOf(html: string): string {
  const [first = '', ...tags] = html.slice(0, MOST_CHARACTERS).split('<')
  let hidden: string | undefined
  const parts = tags.map((part) => {
    const close = part.indexOf('>')
    const tag = part.slice(0, close < 0 ? part.length : close)
    const name = (tag.match(/^[!/]?[-\w]{1,20}/)?.[0] ?? '').toLowerCase()
    if (hidden !== undefined && name === `/${hidden}`) hidden = undefined
    if (hidden === undefined && HIDDEN.includes(name)) hidden = name
    const text = hidden === undefined && close >= 0 ? part.slice(close + 1) : ''
    return BREAKS.includes(name) ? `\n${text}` : text
  })
  return [first, ...parts]
    .join('')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
