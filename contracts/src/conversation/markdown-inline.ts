/** Parses the inline elements of a line of Markdown. Reads every character a bounded number of times. */
import { type Scan, scanOf, type Work } from './markdown-scan.ts'
import { safeLink } from './safe-url.ts'

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'em' | 'del' | 'plain'; content: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; content: Inline[] }
  | { type: 'break' }

const deepest = 6
const longestLinkText = 1000
/** Longer addresses stay text: browsers and servers refuse them, and each attempt to read one would cost its length. */
const longestAddress = 2000
const special = /[\\`*_~[!<\n]|https?:\/\//g
const bracketLink = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/y
const lineBreak = /<br\s{0,9}\/?>/iy
const marks = [
  ['***', 'strong'],
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
] as const

export function parseInline(
  text: string,
  work: Work = { characters: 0 },
  depth = 0,
  inLink = false,
): Inline[] {
  const found: Inline[] = []
  const scan = scanOf(text, work)
  let plain = ''
  let at = 0

  const add = (node: Inline, end: number) => {
    if (plain) found.push({ type: 'text', text: plain })
    plain = ''
    found.push(node)
    at = end
  }

  while (at < text.length) {
    special.lastIndex = at
    const next = special.exec(text)?.index ?? text.length
    plain += text.slice(at, next)
    at = next
    if (at >= text.length) break
    work.characters++
    const node = readNode(scan, at, depth, inLink)
    if (node) add(...node)
    else if (text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1]
      at += 2
    } else {
      const end = text[at] === '`' ? endOfRun(text, at) : at + 1
      plain += text.slice(at, end)
      at = end
    }
  }
  if (plain) found.push({ type: 'text', text: plain })
  return found
}

type Found = [node: Inline, end: number] | undefined

function readNode(scan: Scan, at: number, depth: number, inLink: boolean): Found {
  const { text } = scan
  const character = text[at]
  if (character === '\n') return [{ type: 'break' }, at + 1]
  if (character === '`') return readCode(scan, at)
  if (character === '<') return readAngle(text, at)
  if (character === 'h') return inLink ? undefined : readBareLink(scan, at)
  if (depth >= deepest) return undefined
  if (character === '[' || (character === '!' && text[at + 1] === '[')) {
    return inLink ? undefined : readLink(scan, character === '!' ? at + 1 : at, depth)
  }
  return readEmphasis(scan, at, depth, inLink)
}

/** A code span ends at a run of as many backticks; without one the backticks are text. */
function readCode({ text, backticks }: Scan, at: number): Found {
  const from = endOfRun(text, at)
  const end = backticks(from - at, from)
  return end === undefined
    ? undefined
    : [{ type: 'code', text: text.slice(from, end).trim() }, end + from - at]
}

function endOfRun(text: string, at: number): number {
  let end = at
  while (text[end] === '`') end++
  return end
}

function readAngle(text: string, at: number): Found {
  lineBreak.lastIndex = bracketLink.lastIndex = at
  const broken = lineBreak.exec(text)
  if (broken) return [{ type: 'break' }, at + broken[0].length]
  const match = bracketLink.exec(text)
  const href = match ? safeLink(match[1]) : undefined
  if (!match || !href) return undefined
  return [{ type: 'link', href, content: [{ type: 'text', text: match[1] ?? '' }] }, at + match[0].length]
}

function readBareLink({ text, work, addressEnd }: Scan, at: number): Found {
  const end = addressEnd(at)
  if (end - at > longestAddress) return undefined
  work.characters += end - at
  let link = withoutMarks(text.slice(at, end))
  if (link.endsWith(')') && !link.includes('(')) link = link.slice(0, -1)
  const href = safeLink(link)
  return href
    ? [{ type: 'link', href, content: [{ type: 'text', text: link }] }, at + link.length]
    : undefined
}

/** Removes punctuation at the end of an address, which belongs to the sentence. */
function withoutMarks(link: string): string {
  let end = link.length
  while (end > 0 && ".,;:!?'*_~]}".includes(link[end - 1] ?? ' ')) end--
  return link.slice(0, end)
}

/** `[text](address "title")`. If the address is not allowed, only the text is kept. */
function readLink({ text, work, closed }: Scan, at: number, depth: number): Found {
  const close = closed(at)
  if (close === undefined || close - at > longestLinkText || text[close + 1] !== '(') return undefined
  const end = closed(close + 1)
  if (end === undefined) return undefined
  const content = parseInline(text.slice(at + 1, close), work, depth + 1, true)
  const [written = ''] = text
    .slice(close + 2, end)
    .trim()
    .split(/\s["'(]/)
  const address = written.trimEnd()
  const href = safeLink(address.replace(/^<(.*)>$/, '$1'))
  const shown: Inline[] = content.length > 0 ? content : [{ type: 'text', text: address }]
  return [href ? { type: 'link', href, content: shown } : { type: 'plain', content: shown }, end + 1]
}

function readEmphasis(scan: Scan, at: number, depth: number, inLink: boolean): Found {
  const { text, work, hopeless } = scan
  for (const [mark, type] of marks) {
    if (!text.startsWith(mark, at) || hopeless.has(mark)) continue
    const from = at + mark.length
    if (isSpace(text[from]) || (mark[0] === '_' && isWord(text[at - 1]))) continue
    const end = closingMark(scan, from, mark)
    if (end < 0) {
      hopeless.add(mark)
      continue
    }
    const inner = parseInline(text.slice(from, end), work, depth + 1, inLink)
    const content: Inline[] = mark === '***' ? [{ type: 'em', content: inner }] : inner
    return [{ type, content }, end + mark.length]
  }
  return undefined
}

function closingMark({ text, work }: Scan, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const behind = text[at + mark.length]
    const partOfLonger = mark.length === 1 && (behind === mark || text[at - 1] === mark)
    if (isSpace(text[at - 1]) || partOfLonger || (mark[0] === '_' && isWord(behind))) continue
    work.characters += at - from
    return mark === '**' && behind === '*' ? at + 1 : at
  }
  work.characters += text.length - from
  return -1
}

const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character)
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
