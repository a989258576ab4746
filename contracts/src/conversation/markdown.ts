/**
 * The Markdown of a message's text, the same for the widget and the dashboard's transcript.
 *
 * Parses Markdown as people and models write it in chats into plain data. HTML is never interpreted. Links may only use
 * http, https and mailto. Pictures become links, since loading a picture from a hostile text would tell its author that
 * it was read. Linear in the length of the text, and bounded in depth.
 */
import { type Inline, parseInline } from './markdown-inline.ts'
import type { Work } from './markdown-scan.ts'

export type MarkdownBlock =
  | { type: 'paragraph'; content: Inline[] }
  | { type: 'heading'; level: number; content: Inline[] }
  | { type: 'list'; ordered: boolean; start: number; items: MarkdownBlock[][] }
  | { type: 'quote'; blocks: MarkdownBlock[] }
  | { type: 'code'; language: string; text: string }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' }

const deepest = 8
/** Rows have as many cells as their header, so without a limit a table of n characters would have n² cells. */
const mostColumns = 50
const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/s
const rule = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/
const item = /^( *)([-*+•]|\d{1,9}[.)])[ \t]+(?=\S)/
const quote = /^ {0,3}> ?/
const separator = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/

export function parseMarkdown(text: string, work: Work = { characters: 0 }): MarkdownBlock[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\t/g, '    ').split('\n')
  work.characters += text.length
  return parseLines({ lines, depth: 0, work })
}

type Page = { lines: string[]; depth: number; work: Work }
type Read = [block: MarkdownBlock, next: number]

function parseLines(page: Page): MarkdownBlock[] {
  const { lines } = page
  const blocks: MarkdownBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '') {
      at++
      continue
    }
    const [block, next] = readBlock(page, at)
    for (const read of lines.slice(at, next)) page.work.characters += read.length + 1
    blocks.push(block)
    at = next
  }
  return blocks
}

function readBlock(page: Page, at: number): Read {
  const { lines, depth, work } = page
  const line = lines[at] ?? ''
  const opened = fence.exec(line)
  if (opened) return readCode(lines, at, opened[1] ?? '', opened[2] ?? '')
  const titled = heading.exec(line)
  if (titled) {
    const content = parseInline((titled[2] ?? '').replace(/(?<![ \t])[ \t]+#+[ \t]*$/, ''), work)
    return [{ type: 'heading', level: titled[1]?.length ?? 1, content }, at + 1]
  }
  if (rule.test(line)) return [{ type: 'rule' }, at + 1]
  if (depth < deepest && quote.test(line)) return readQuote(page, at)
  if (depth < deepest && item.test(line)) return readList(page, at)
  if (isTable(lines, at)) return readTable(page, at)
  return readParagraph(page, at)
}

/** A fence that never closes runs to the end of the text, as happens while a reply streams in. */
function readCode(lines: string[], at: number, mark: string, language: string): Read {
  let end = at + 1
  while (end < lines.length && !(lines[end] ?? '').trim().startsWith(mark)) end++
  return [{ type: 'code', language, text: lines.slice(at + 1, end).join('\n') }, end + 1]
}

function readQuote({ lines, depth, work }: Page, at: number): Read {
  let end = at
  while (end < lines.length && quote.test(lines[end] ?? '')) end++
  const inner = lines.slice(at, end).map((line) => line.replace(quote, ''))
  return [{ type: 'quote', blocks: parseLines({ lines: inner, depth: depth + 1, work }) }, end]
}

function readList({ lines, depth, work }: Page, at: number): Read {
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
  const blocks = items.map((inner) => parseLines({ lines: inner, depth: depth + 1, work }))
  return [{ type: 'list', ordered, start, items: blocks }, end]
}

const leading = (line: string) => line.length - line.trimStart().length
const innerIndent = (first: RegExpExecArray | null) => first?.[0].length ?? 2

/** Whether a list continues after the blank line at `at`. */
function continues(lines: string[], at: number, indent: number, ordered: boolean): boolean {
  const line = lines[at + 1] ?? ''
  const own = item.exec(line)
  if (line.trim() === '') return false
  return leading(line) >= indent + 2 || (own !== null && ordered === /\d/.test(own[2] ?? ''))
}

function isTable(lines: string[], at: number): boolean {
  const [head = '', line = ''] = lines.slice(at, at + 2)
  const fits = head.includes('|') && line.includes('-') && line.includes('|') && separator.test(line.trim())
  return fits && cells(head).length <= mostColumns
}

function readTable({ lines, work }: Page, at: number): Read {
  let end = at + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end++
  const columns = cells(lines[at] ?? '').length
  const [head = [], ...rows] = [lines[at] ?? '', ...lines.slice(at + 2, end)].map((line) =>
    cells(line)
      .slice(0, columns)
      .map((cell) => parseInline(cell, work)),
  )
  return [{ type: 'table', head, rows: rows.map((row) => head.map((_, column) => row[column] ?? [])) }, end]
}

function cells(line: string): string[] {
  const bare = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return bare.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
}

function readParagraph(page: Page, at: number): Read {
  const { lines, work } = page
  let end = at + 1
  while (end < lines.length && !interrupts(page, end)) end++
  const text = lines.slice(at, end).map((line) => line.trimStart())
  return [{ type: 'paragraph', content: parseInline(text.join('\n'), work) }, end]
}

function interrupts({ lines, depth }: Page, at: number): boolean {
  const line = lines[at] ?? ''
  if (line.trim() === '' || fence.test(line) || heading.test(line) || rule.test(line)) return true
  return (depth < deepest && (quote.test(line) || item.test(line))) || isTable(lines, at)
}
