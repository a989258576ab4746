/**
 * The UI engine: fenced blocks in an agent's Markdown become cards, media and buttons; all else stays text.
 *
 *   ```carousel    [{"title": "…", "description": "…", "imageUrl": "…", "buttons": [{"label": "…"}]}]
 *   ```buttons     ["Yes", "No"]  or  [{"id": "yes", "label": "Yes"}]
 *   ```image       https://…      with an optional second line as its description
 *   ```video       https://…      with an optional second line as its title
 */
import { type Block, blockSchema } from '@parley/contracts/conversation/blocks.ts'

const OPENING = /^[ \t]*```[ \t]*([a-zA-Z]*)[ \t]*(.*)$/
const CLOSING = /^[ \t]*```[ \t]*$/
const KINDS = ['carousel', 'buttons', 'image', 'video']
const MAX_CARDS = 20
const MAX_BUTTONS = 10

/** Never throws: what does not parse stays text, so that nothing an agent says is lost. */
export function replyBlocks(markdown: string, uiEngine: boolean): Block[] {
  if (!uiEngine || !markdown.includes('```')) return textBlock(markdown)
  const blocks: Block[] = []
  let from = 0
  for (const fence of fencesIn(markdown)) {
    const block = fence.end === undefined ? undefined : special(fence.kind, fence.content)
    if (!block) continue
    blocks.push(...textBlock(markdown.slice(from, fence.start)), block)
    from = fence.end ?? from
  }
  blocks.push(...textBlock(markdown.slice(from)))
  return blocks
}

/**
 * How much of an unfinished reply can be shown: up to where a special block begins or may begin. Without the UI engine
 * everything can.
 */
export function showableLength(markdown: string, uiEngine: boolean): number {
  if (!uiEngine || !markdown.includes('`')) return markdown.length
  const lastLine = markdown.lastIndexOf('\n') + 1
  const beginning = /^[ \t]*`{1,3}[ \t]*([a-z]*)$/.exec(markdown.slice(lastLine))
  if (beginning && KINDS.some((kind) => kind.startsWith(beginning[1] ?? ''))) return lastLine
  return fencesIn(markdown)[0]?.start ?? markdown.length
}

/** `end` is missing if the block is never closed. */
type Fence = { kind: string; content: string; start: number; end?: number }

/** Finds the fenced blocks of known kinds line by line, in a single pass over any text. */
function fencesIn(markdown: string): Fence[] {
  const fences: Fence[] = []
  let open: (Fence & { lines: string[] }) | 'code' | undefined
  let offset = 0
  for (const line of markdown.split('\n')) {
    const next = offset + line.length + 1
    if (open !== undefined && CLOSING.test(line)) {
      if (open !== 'code') {
        const { lines, ...fence } = open
        fences.push({ ...fence, content: lines.join('\n').trim(), end: Math.min(next, markdown.length) })
      }
      open = undefined
    } else if (open === undefined) {
      const [, kind = '', rest = ''] = OPENING.exec(line) ?? []
      if (KINDS.includes(kind)) open = { kind, content: '', start: offset, lines: [rest] }
      else if (OPENING.test(line)) open = 'code'
    } else if (open !== 'code') open.lines.push(line)
    offset = next
  }
  if (open !== undefined && open !== 'code') fences.push({ kind: open.kind, content: '', start: open.start })
  return fences
}

function textBlock(text: string): Block[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [{ type: 'text', text: trimmed }]
}

function special(kind: string, content: string): Block | undefined {
  switch (kind) {
    case 'carousel':
      return carousel(json(content))
    case 'buttons':
      return buttons(json(content))
    case 'image': {
      const [url, alt] = lines(content)
      return url === undefined
        ? undefined
        : checked(alt ? { type: 'image', url, alt } : { type: 'image', url })
    }
    case 'video': {
      const [url, title] = lines(content)
      return url === undefined
        ? undefined
        : checked(title ? { type: 'video', url, title } : { type: 'video', url })
    }
    default:
      return undefined
  }
}

function carousel(value: unknown): Block | undefined {
  const cards = Array.isArray(value) ? value : fieldOf(value, 'cards')
  if (!Array.isArray(cards) || cards.length === 0) return undefined
  return checked({ type: 'carousel', cards: cards.slice(0, MAX_CARDS) })
}

function buttons(value: unknown): Block | undefined {
  const list = Array.isArray(value) ? value : fieldOf(value, 'buttons')
  if (!Array.isArray(list) || list.length === 0) return undefined
  const named = list.slice(0, MAX_BUTTONS).map((entry) => {
    if (typeof entry === 'string') return { id: entry, label: entry }
    const label = fieldOf(entry, 'label')
    return { id: fieldOf(entry, 'id') ?? label, label }
  })
  return checked({ type: 'buttons', buttons: named })
}

/** Returns the block if it matches its schema and all its links are http(s). */
function checked(candidate: object): Block | undefined {
  const parsed = blockSchema.safeParse(candidate)
  if (!parsed.success) return undefined
  return linksOf(parsed.data).every(isWebLink) ? parsed.data : undefined
}

function linksOf(block: Block): string[] {
  if (block.type === 'image' || block.type === 'video') return [block.url]
  if (block.type !== 'carousel') return []
  return block.cards.flatMap((card) => [
    ...(card.imageUrl === undefined ? [] : [card.imageUrl]),
    ...(card.buttons ?? []).flatMap(({ url }) => (url === undefined ? [] : [url])),
  ])
}

function isWebLink(link: string): boolean {
  if (/^\/(?!\/)/.test(link)) return true
  return URL.canParse(link) && /^(https?|mailto|tel):$/.test(new URL(link).protocol)
}

function lines(content: string): string[] {
  return content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
