/**
 * The Markdown of a message's text, the same for the widget and the dashboard's transcript.
 *
 * Markdown as people and models write it in chats, to plain data. HTML is never interpreted; links keep only
 * http, https and mailto; pictures become links, since a picture fetched by a hostile text would tell its author
 * that it was read. Linear in the length of the text, and bounded in depth.
 */
import { type Inline, parseInline } from './markdown-inline.ts'

export type MarkdownBlock =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'heading'; level: number; content: Inline[] }
  | { type: 'list'; ordered: boolean; start: number; items: MarkdownBlock[][] }
  | { type: 'quote'; blocks: MarkdownBlock[] }
  | { type: 'code'; language: string; text: string }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' }

const deepest = 8
const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/
const rule = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/
const item = /^( *)([-*+•]|\d{1,9}[.)])[ \t]+(?=\S)/
const quote = /^ {0,3}> ?/
const separator = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/

export function parseMarkdown(text: string): MarkdownBlock[] {
  return parseLines(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n'), 0)
}

function parseLines(lines: string[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at++
      continue
    }
    const [block, next] = readBlock(lines, at, depth)
    blocks.push(block)
    at = next
  }
  return blocks
}

function readBlock(lines: string[], at: number, depth: number): [MarkdownBlock, number] {
  const line = lines[at] ?? ''
  const opened = fence.exec(line)
  if (opened) return readCode(lines, at, opened[1] ?? '', opened[2] ?? '')
  const titled = heading.exec(line)
  if (titled) {
    const content = parseInline((titled[2] ?? '').replace(/(?<![ \t])[ \t]+#+[ \t]*$/, ''))
    return [{ type: 'heading', level: titled[1]?.length ?? 1, content }, at + 1]
  }
  if (rule.test(line)) return [{ type: 'rule' }, at + 1]
  if (depth < deepest && quote.test(line)) return readQuote(lines, at, depth)
  if (depth < deepest && item.test(line)) return readList(lines, at, depth)
  if (isTable(lines, at)) return readTable(lines, at)
  return readParagraph(lines, at, depth)
}

/** A fence that never closes runs to the end: so it is while a reply streams in. */
function readCode(lines: string[], at: number, mark: string, language: string): [MarkdownBlock, number] {
  let end = at + 1
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(mark)) end++
  return [{ type: 'code', language, text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

function readQuote(lines: string[], at: number, depth: number): [MarkdownBlock, number] {
  let end = at
  while (end < lines.length && quote.test(lines[end] ?? '')) end++
  const inner = lines.slice(at, end).map((line) => line.replace(quote, ''))
  return [{ type: 'quote', blocks: parseLines(inner, depth + 1) }, end]
}

function readList(lines: string[], at: number, depth: number): [MarkdownBlock, number] {
  const first = item.exec(lines[at] ?? '')
  const indent = first?.[1]?.length ?? 0
  const ordered = /\d/.test(first?.[2] ?? '')
  const items: string[][] = []
  let end = at
  while (end < lines.length) {
    const line = lines[end] ?? ''
    const own = item.exec(line)
    const nested = leading(line) >= indent + 2
    if (own && !nested && ordered === /\d/.test(own[2] ?? '')) items.push([line.slice(own[0].length)])
    else if (nested && line.trim())
      items.at(-1)?.push(line.slice(Math.min(leading(line), innerIndent(first))))
    else if (line.trim() === '' && continues(lines, end, indent, ordered)) items.at(-1)?.push('')
    else break
    end++
  }
  const start = ordered ? Number.parseInt(first?.[2] ?? '1', 10) : 1
  return [{ type: 'list', ordered, start, items: items.map((inner) => parseLines(inner, depth + 1)) }, end]
}

const leading = (line: string) => line.length - line.trimStart().length
const innerIndent = (first: RegExpExecArray | null) => first?.[0].length ?? 2

/** Whether a list goes on behind the blank line at `at`. */
function continues(lines: string[], at: number, indent: number, ordered: boolean): boolean {
  const line = lines[at + 1] ?? ''
  const own = item.exec(line)
  if (line.trim() === '') return false
  return leading(line) >= indent + 2 || (own !== null && ordered === /\d/.test(own[2] ?? ''))
}

function isTable(lines: string[], at: number): boolean {
  const [head = '', line = ''] = lines.slice(at, at + 2)
  return head.includes('|') && line.includes('-') && line.includes('|') && separator.test(line.trim())
}

function readTable(lines: string[], at: number): [MarkdownBlock, number] {
  let end = at + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end++
  const [head = [], ...rows] = [lines[at] ?? '', ...lines.slice(at + 2, end)].map(cells)
  return [{ type: 'table', head, rows: rows.map((row) => head.map((_, column) => row[column] ?? [])) }, end]
}

function cells(line: string): Inline[][] {
  const bare = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return bare.split(/(?<!\\)\|/).map((cell) => parseInline(cell.replaceAll('\\|', '|').trim()))
}

function readParagraph(lines: string[], at: number, depth: number): [MarkdownBlock, number] {
  let end = at + 1
  while (end < lines.length && !interrupts(lines, end, depth)) end++
  const text = lines.slice(at, end).map((line) => line.trimStart())
  return [{ type: 'paragraph', content: parseInline(text.join('\n')) }, end]
}

function interrupts(lines: string[], at: number, depth: number): boolean {
  const line = lines[at] ?? ''
  if (line.trim() === '' || fence.test(line) || heading.test(line) || rule.test(line)) return true
  return (depth < deepest && (quote.test(line) || item.test(line))) || isTable(lines, at)
}
