/**
 * Splits a message for a channel in which each picture, file and card is a message of its own, and buttons stand below
 * what they belong to. Pure.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { MOST_PARTS, partsOf } from './parts.ts'

export type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>

export type ShownAs = {
  /** How long a text is as the channel shows it, which can be longer or shorter than its Markdown. */
  lengthOf(markdown: string): number
  /** How many buttons may stand below one message. */
  mostButtons: number
  /** Whether buttons may stand below a part. */
  mayHaveButtons(part: readonly Block[], buttons: BlockOf<'buttons'>): boolean
}

/** Splits a message so that each part is one request; undefined if it is too long. */
export function shownParts(
  blocks: readonly Block[],
  textLength: number,
  shown: ShownAs,
): Block[][] | undefined {
  const parts: Block[][] = []
  for (const block of blocks) {
    const last = parts.at(-1)
    switch (block.type) {
      case 'text': {
        const merged = last && mergedText(last, block, textLength, shown)
        if (merged) parts.splice(-1, 1, [merged])
        else {
          const pieces = textPieces(block, textLength, shown)
          if (!pieces) return undefined
          parts.push(...pieces.map((piece) => [piece]))
        }
        break
      }
      case 'buttons':
        for (const buttons of groupsOf(block, shown.mostButtons)) {
          if (last && last === parts.at(-1) && shown.mayHaveButtons(last, buttons)) last.push(buttons)
          else parts.push([buttons])
        }
        break
      case 'carousel':
        parts.push(...block.cards.map((card): Block[] => [{ type: 'carousel', cards: [card] }]))
        break
      case 'image':
      case 'video':
      case 'file':
      case 'form':
        parts.push([block])
        break
      case 'form-answers':
      case 'event':
        break
    }
    if (parts.length > MOST_PARTS) return undefined
  }
  return parts.length === 0 ? [[]] : parts
}

/** The pieces of a text, each of which is a message that the channel takes. */
function textPieces(block: BlockOf<'text'>, textLength: number, shown: ShownAs): Block[] | undefined {
  const parts = partsOf([block], textLength)
  if (!parts) return undefined
  const pieces: Block[] = []
  for (const piece of parts.flat()) {
    if (piece.type !== 'text') continue
    const length = shown.lengthOf(piece.text)
    if (length === 0) continue
    // What is shown can be longer than its Markdown, such as a table.
    if (length <= textLength) pieces.push(piece)
    else if (piece.text.length > 1) {
      const half = Math.max(Math.floor(Math.min(piece.text.length, textLength) / 2), 1)
      const shorter = textPieces(piece, half, shown)
      if (!shorter) return undefined
      pieces.push(...shorter)
    }
  }
  return pieces
}

function mergedText(
  part: readonly Block[],
  block: BlockOf<'text'>,
  textLength: number,
  shown: ShownAs,
): Block | undefined {
  const [only, ...others] = part
  if (only?.type !== 'text' || others.length > 0) return undefined
  const text = `${only.text}\n\n${block.text}`
  return text.length <= textLength && shown.lengthOf(text) <= textLength ? { type: 'text', text } : undefined
}

/** Buttons that have words, in groups of at most so many. */
function groupsOf({ buttons }: BlockOf<'buttons'>, most: number): BlockOf<'buttons'>[] {
  const shown = buttons.filter(({ label }) => label.trim() !== '')
  return Array.from({ length: Math.ceil(shown.length / most) }, (_, nth) => ({
    type: 'buttons',
    buttons: shown.slice(nth * most, (nth + 1) * most),
  }))
}

/** At most so many UTF-16 code units, without white space around it and without half a character. */
export function shortened(text: string, most: number): string {
  const whole = text.toWellFormed().trim()
  if (whole.length <= most) return whole
  return `${whole
    .slice(0, most - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

/** An address that a provider can open: of http or https, not too long; one without a host leads to `origin`. */
export function addressAt(origin: string, url: string, most = 2_048): string | undefined {
  const parsed = URL.parse(url.toWellFormed(), origin)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.href.length > most) return undefined
  return parsed.href
}
