/** Formatted words as runs of text, each with its marks: of WhatsApp's own formatting and of Telegram's entities. Pure. */

export type Mark = 'bold' | 'italic' | 'strike' | 'code' | 'pre' | 'quote'
export type Run = { text: string; marks: Mark[]; url?: string }

/** As in Telegram's Bot API. */
export type Entity = { type: string; offset: number; length: number; url?: string }

const ofEntity: Record<string, Mark> = {
  ...{ bold: 'bold', italic: 'italic', strikethrough: 'strike' },
  ...{ code: 'code', pre: 'pre', blockquote: 'quote' },
}

/** Offsets count UTF-16 code units. */
export function telegramRuns(text: string, entities: readonly Entity[]): Run[] {
  const edges = entities.flatMap(({ offset, length }) => [offset, offset + length])
  const cuts = [...new Set([0, ...edges, text.length])].filter((at) => at <= text.length)
  cuts.sort((one, other) => one - other)
  return cuts.slice(0, -1).flatMap((from, nth): Run[] => {
    const until = cuts[nth + 1] ?? text.length
    const around = entities.filter(({ offset, length }) => offset <= from && offset + length >= until)
    const marks = around.flatMap(({ type }) => ofEntity[type] ?? [])
    const { url } = around.find((one) => one.url !== undefined) ?? {}
    const words = text.slice(from, until)
    return url === undefined ? withLinks(words, marks) : [{ text: words, marks, url }]
  })
}

const ofMark: Record<string, Mark> = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' }
const FENCE = '```'

/** Text as WhatsApp formats it: marks around words of one line, and blocks of code. */
export function whatsAppRuns(text: string): Run[] {
  return text.split(FENCE).flatMap((part, nth, all): Run[] => {
    // Every other part is code, if its end is there.
    if (nth % 2 === 0) return lines(part)
    return nth === all.length - 1 ? lines(FENCE + part) : [{ text: part, marks: ['pre'] }]
  })
}

function lines(text: string): Run[] {
  return text.split('\n').flatMap((line, nth) => {
    const runs = line.startsWith('> ') ? inline(line.slice(2), ['quote']) : inline(line, [])
    return nth === 0 ? runs : [{ text: '\n', marks: [] }, ...runs]
  })
}

/** Beside it no mark has a meaning: it is what the sender puts between those that should have none. */
const APART = '\u2060'
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
const isEmpty = (sign: string | undefined) => sign === undefined || sign === APART || /\s/.test(sign)

function inline(line: string, marks: Mark[]): Run[] {
  const runs: Run[] = []
  let plainFrom = 0
  for (let at = 0; at < line.length; at++) {
    const mark = ofMark[line[at] ?? '']
    if (!mark || marks.includes(mark) || isWord(line[at - 1]) || isEmpty(line[at + 1])) continue
    const end = endOf(line, at)
    if (end < 0) continue
    runs.push(...withLinks(line.slice(plainFrom, at), marks))
    const inside = line.slice(at + 1, end)
    runs.push(
      ...(mark === 'code' ? [{ text: inside, marks: [...marks, mark] }] : inline(inside, [...marks, mark])),
    )
    plainFrom = end + 1
    at = end
  }
  return [...runs, ...withLinks(line.slice(plainFrom), marks)]
}

function endOf(line: string, from: number): number {
  for (let at = line.indexOf(line[from]!, from + 2); at > 0; at = line.indexOf(line[from]!, at + 1))
    if (!isEmpty(line[at - 1]) && !isWord(line[at + 1])) return at
  return -1
}

const ADDRESS = /(https?:\/\/[^\s<>"]{1,2000})/

/** Addresses in plain words can be opened. */
export function withLinks(text: string, marks: Mark[] = []): Run[] {
  return text
    .split(ADDRESS)
    .map((part, nth) => (nth % 2 === 1 ? { text: part, marks, url: part } : { text: part, marks }))
    .filter((run) => run.text !== '')
}
