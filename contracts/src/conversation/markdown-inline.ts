/** What stands within a line of Markdown. */
import { safeLink } from './safe-url.ts'

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'strong' | 'em' | 'del' | 'plain'; content: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; content: Inline[] }
  | { type: 'break' }

const deepest = 6
const longestLinkText = 1000
const special = /[\\`*_~[!<\n]|https?:\/\//g
const bareLink = /https?:\/\/[^\s<>"`]+/y
const bracketLink = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/y
const lineBreak = /<br\s{0,9}\/?>/iy
const marks = [
  ['***', 'strong'],
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'del'],
  ['*', 'em'],
  ['_', 'em'],
] as const

export function parseInline(text: string, depth = 0, inLink = false): Inline[] {
  const found: Inline[] = []
  /** Markers and brackets known to have no end further on; keeps hostile input linear. */
  const hopeless = new Set<string>()
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
    const node = readNode(text, at, depth, inLink, hopeless)
    if (node) add(...node)
    else if (text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1]
      at += 2
    } else plain += text[at++]
  }
  if (plain) found.push({ type: 'text', text: plain })
  return found
}

type Found = [node: Inline, end: number] | undefined

function readNode(text: string, at: number, depth: number, inLink: boolean, hopeless: Set<string>): Found {
  const character = text[at]
  if (character === '\n') return [{ type: 'break' }, at + 1]
  if (character === '`') return readCode(text, at, hopeless)
  if (character === '<') return readAngle(text, at)
  if (character === 'h') return inLink ? undefined : readBareLink(text, at)
  if (depth >= deepest) return undefined
  if (character === '[' || (character === '!' && text[at + 1] === '[')) {
    return inLink ? undefined : readLink(text, character === '!' ? at + 1 : at, depth, hopeless)
  }
  return readEmphasis(text, at, depth, inLink, hopeless)
}

function readCode(text: string, at: number, hopeless: Set<string>): Found {
  let end = at
  while (text[end] === '`') end++
  const mark = text.slice(at, end)
  if (hopeless.has(mark)) return undefined
  for (let from = text.indexOf(mark, end); from >= 0; from = text.indexOf(mark, from + 1)) {
    if (text[from - 1] === '`' || text[from + mark.length] === '`') continue
    return [{ type: 'code', text: text.slice(end, from).trim() }, from + mark.length]
  }
  hopeless.add(mark)
  return undefined
}

function readAngle(text: string, at: number): Found {
  lineBreak.lastIndex = bracketLink.lastIndex = at
  const broken = lineBreak.exec(text)
  if (broken) return [{ type: 'break' }, at + broken[0].length]
  const match = bracketLink.exec(text)
  const href = safeLink(match?.[1])
  if (!match || !href) return undefined
  return [{ type: 'link', href, content: [{ type: 'text', text: match[1] ?? '' }] }, at + match[0].length]
}

function readBareLink(text: string, at: number): Found {
  bareLink.lastIndex = at
  let link = withoutMarks(bareLink.exec(text)?.[0] ?? '')
  if (link.endsWith(')') && !link.includes('(')) link = link.slice(0, -1)
  const href = safeLink(link)
  return href
    ? [{ type: 'link', href, content: [{ type: 'text', text: link }] }, at + link.length]
    : undefined
}

/** What ends a sentence around an address is none of it. */
function withoutMarks(link: string): string {
  let end = link.length
  while (end > 0 && ".,;:!?'*_~]}".includes(link[end - 1] ?? ' ')) end--
  return link.slice(0, end)
}

/** `[text](address "title")`. An address that is not allowed leaves its text alone, without a link. */
function readLink(text: string, at: number, depth: number, hopeless: Set<string>): Found {
  if (hopeless.has('[')) return undefined
  const close = text.indexOf('](', at)
  const end = close < 0 ? -1 : closingBracket(text, close + 2)
  if (end < 0) {
    hopeless.add('[')
    return undefined
  }
  if (close - at > longestLinkText) return undefined
  if (text.lastIndexOf('[', close) > at && !text.slice(at + 1, close).includes(']')) return undefined
  const content = parseInline(text.slice(at + 1, close), depth + 1, true)
  const [written = ''] = text
    .slice(close + 2, end)
    .trim()
    .split(/\s["'(]/)
  const address = written.trimEnd()
  const href = safeLink(address.replace(/^<(.*)>$/, '$1'))
  const shown: Inline[] = content.length > 0 ? content : [{ type: 'text', text: address }]
  return [href ? { type: 'link', href, content: shown } : { type: 'plain', content: shown }, end + 1]
}

function closingBracket(text: string, from: number): number {
  let open = 0
  for (let at = from; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '(') open++
    else if (text[at] === ')' && open-- === 0) return at
  }
  return -1
}

function readEmphasis(
  text: string,
  at: number,
  depth: number,
  inLink: boolean,
  hopeless: Set<string>,
): Found {
  for (const [mark, type] of marks) {
    if (!text.startsWith(mark, at) || hopeless.has(mark)) continue
    const from = at + mark.length
    if (isSpace(text[from]) || (mark[0] === '_' && isWord(text[at - 1]))) continue
    const end = closingMark(text, from, mark)
    if (end < 0) {
      hopeless.add(mark)
      continue
    }
    const inner = parseInline(text.slice(from, end), depth + 1, inLink)
    const content: Inline[] = mark === '***' ? [{ type: 'em', content: inner }] : inner
    return [{ type, content }, end + mark.length]
  }
  return undefined
}

function closingMark(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const behind = text[at + mark.length]
    const partOfLonger = mark.length === 1 && (behind === mark || text[at - 1] === mark)
    if (isSpace(text[at - 1]) || partOfLonger || (mark[0] === '_' && isWord(behind))) continue
    return mark === '**' && behind === '*' ? at + 1 : at
  }
  return -1
}

const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character)
const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
