/**
 * A text of an agent as its author edits it: Markdown, and carousels as cards in place of their JSON. Pure, and without
 * zod. What a carousel may contain follows `blockSchema`.
 */

export type CardButton = { label: string; url?: string | undefined; text?: string | undefined }
export type ReplyCard = {
  title: string
  description?: string | undefined
  imageUrl?: string | undefined
  buttons?: CardButton[] | undefined
}
export type ReplyPart = { type: 'text'; text: string } | { type: 'carousel'; cards: ReplyCard[] }

/** Cards of one carousel; visitors are shown no more. */
export const mostCards = 20

const OPENING = /^[ \t]*```[ \t]*([a-zA-Z]*)[ \t]*(.*)$/
const CLOSING = /^[ \t]*```[ \t]*$/

/**
 * Returns the parts of a text; the first is always a text, even if it is empty. A carousel that holds anything that
 * cards can't show stays text.
 */
export function replyParts(source: string): ReplyPart[] {
  const parts: ReplyPart[] = []
  let from = 0
  let offset = 0
  let open: { kind: string; start: number; lines: string[] } | undefined
  const addText = (to: number, isLast: boolean) => {
    // The empty lines around a carousel belong to neither.
    const between = source.slice(from, to)
    const text = from === 0 ? between : between.replace(/^\n/, '')
    const inner = isLast ? text : text.replace(/\n{1,2}$/, '')
    if (parts.length === 0 || inner !== '') parts.push({ type: 'text', text: inner })
  }
  for (const line of source.split('\n')) {
    const next = offset + line.length + 1
    if (open && CLOSING.test(line)) {
      const cards = open.kind === 'carousel' ? cardsOf(open.lines.join('\n')) : undefined
      if (cards) {
        addText(open.start, false)
        parts.push({ type: 'carousel', cards })
        from = Math.min(next, source.length)
      }
      open = undefined
    } else if (open) open.lines.push(line)
    else {
      const [whole, kind = '', rest = ''] = OPENING.exec(line) ?? []
      if (whole !== undefined) open = { kind, start: offset, lines: [rest] }
    }
    offset = next
  }
  addText(source.length, true)
  return parts
}

/** The text of the parts. Of empty parts nothing is left. */
export function replyText(parts: readonly ReplyPart[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : carouselText(part.cards)))
    .filter((text) => text !== '')
    .join('\n\n')
}

function carouselText(cards: readonly ReplyCard[]): string {
  if (cards.length === 0) return ''
  return ['```carousel', `[\n${cards.map((card) => `  ${JSON.stringify(card)}`).join(',\n')}\n]`, '```'].join(
    '\n',
  )
}

function cardsOf(json: string): ReplyCard[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  const isCards = Array.isArray(value) && value.length > 0 && value.length <= mostCards && value.every(isCard)
  return isCards ? (value as ReplyCard[]) : undefined
}

function isCard(value: unknown): value is ReplyCard {
  if (!isTexts(value, ['title'], ['description', 'imageUrl'], ['buttons'])) return false
  const buttons: unknown = (value as { buttons?: unknown }).buttons
  return (
    buttons === undefined ||
    (Array.isArray(buttons) && buttons.every((button) => isTexts(button, ['label'], ['url', 'text'])))
  )
}

/** Whether an object has these texts, and no other field but those of `others`. */
function isTexts(
  value: unknown,
  needed: readonly string[],
  optional: readonly string[],
  others: readonly string[] = [],
): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (!needed.every((name) => Object.hasOwn(value, name))) return false
  return Object.entries(value).every(
    ([name, field]) =>
      others.includes(name) || ([...needed, ...optional].includes(name) && typeof field === 'string'),
  )
}
