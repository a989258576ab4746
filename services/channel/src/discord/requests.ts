/**
 * What is sent to Discord for a message: each part of it is one request, so that a part that was sent is not sent again
 * with one that was not. Pure. Limits are those of discord.com/developers/docs/resources/webhook#execute-webhook.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { MOST_PARTS, partsOf } from '../delivery/parts.ts'
import { discordMarkdown, escaped, linkOf } from './discord-markdown.ts'

type BlockOf<Type extends Block['type']> = Extract<Block, { type: Type }>

/** What a webhook is told to write. `instead`: what is written if Discord does not take the request, such as for its picture. */
export type DiscordRequest = { body: ExecuteWebhook; instead?: DiscordRequest }

type Embed = { title?: string; description?: string; image?: { url: string } }
type ExecuteWebhook = {
  content?: string
  embeds?: Embed[]
  /** Nobody is notified by what an agent says. */
  allowed_mentions: { parse: never[] }
}

/** Discord's limit, … */
const MOST_OF_CONTENT = 2_000
/** … and what is left of it for the text behind the mention of the person, `<@` with an id of 20 digits and `> `. */
export const MOST_OF_TEXT = MOST_OF_CONTENT - 24
const MOST_OF_TITLE = 256
const MOST_OF_DESCRIPTION = 3_000
const MOST_OF_ADDRESS = 1_500
const MOST_OF_NAME = 300
const MOST_OF_CHOICES = 1_500
/** More choices are not shown: nobody reads them. */
const MOST_CHOICES = 100

/**
 * Splits a message so that each part is one request; undefined if it is too long. `origin`: where addresses without a host
 * lead.
 */
export function discordParts(
  blocks: readonly Block[],
  textLength: number,
  origin: string,
): Block[][] | undefined {
  const parts: Block[][] = []
  for (const block of blocks) {
    const pieces = piecesOf(block, textLength, origin)
    if (!pieces) return undefined
    for (const piece of pieces) {
      const last = parts.at(-1)
      const fits =
        last && !isCard(piece) && !last.some(isCard) && text([...last, piece], origin).length <= textLength
      if (fits && (isFirst(piece, pieces) || last.length === 0)) last.push(piece)
      else parts.push([piece])
      if (parts.length > MOST_PARTS) return undefined
    }
  }
  return parts.length === 0 ? [[]] : parts
}

const isCard = ({ type }: Block) => type === 'carousel'
/** The later pieces of a text begin a part, as the earlier ones were cut where they end. */
const isFirst = (piece: Block, pieces: readonly Block[]) => pieces[0] === piece

/** The pieces of a block, each of which fits into a message. */
function piecesOf(block: Block, textLength: number, origin: string): Block[] | undefined {
  switch (block.type) {
    case 'text':
      return textPieces(block, textLength)
    case 'carousel':
      return block.cards.map((card) => ({ type: 'carousel', cards: [card] }))
    case 'form-answers':
    case 'event':
      return []
    default:
      return shown(block, origin).trim() === '' ? [] : [block]
  }
}

/** `cutAt`: the length in Markdown at which it is cut. */
function textPieces(block: BlockOf<'text'>, textLength: number, cutAt = textLength): Block[] | undefined {
  const parts = partsOf([block], cutAt)
  if (!parts) return undefined
  const pieces: Block[] = []
  for (const piece of parts.flat()) {
    if (piece.type !== 'text') continue
    const { length } = discordMarkdown(piece.text)
    if (length === 0) continue
    // What is sent is longer than its Markdown where much of it is escaped.
    if (length <= textLength) pieces.push(piece)
    else if (piece.text.length > 1) {
      const half = Math.max(Math.floor(Math.min(piece.text.length, cutAt) / 2), 1)
      const shorter = textPieces(piece, textLength, half)
      if (!shorter || pieces.length + shorter.length > MOST_PARTS) return undefined
      pieces.push(...shorter)
    }
  }
  return pieces
}

/**
 * The request for one part; undefined if there is nothing to send. `mention`: the id of the person whom it answers.
 */
export function requestOf(
  part: readonly Block[],
  { mention, origin }: { mention?: string; origin: string },
): DiscordRequest | undefined {
  const words = text(part, origin)
  const head = mention === undefined ? '' : `<@${mention}> `
  const request = (content: string, embeds?: Embed[]): ExecuteWebhook => ({
    ...(content === '' ? {} : { content }),
    ...(embeds ? { embeds } : {}),
    allowed_mentions: { parse: [] },
  })
  const [first] = part
  if (first?.type === 'carousel') {
    const [card] = first.cards
    const embed = card && embedOf(card, origin)
    const plain = words === '' ? undefined : { body: request(`${head}${words}`) }
    if (!card || !embed) return plain
    const below = choicesOfCard(card, origin)
    const body = request(`${head}${below}`.trim(), [embed])
    return { body, ...(plain ? { instead: plain } : {}) }
  }
  return words === '' ? undefined : { body: request(`${head}${words}`) }
}

const text = (part: readonly Block[], origin: string) =>
  part
    .map((block) => shown(block, origin))
    .filter((words) => words !== '')
    .join('\n\n')
    .trim()

/** A block as the text of a message, within the limit unless it is a text. */
function shown(block: Block, origin: string): string {
  switch (block.type) {
    case 'text':
      return discordMarkdown(block.text)
    case 'buttons':
      return numbered(block.buttons.map(({ label }) => label))
    case 'image':
      return linked(block.alt ?? '', block.url, origin)
    case 'video':
      return linked(block.title ?? '', block.url, origin)
    case 'file':
      return block.url === undefined ? name(block.name) : linked(block.name, block.url, origin)
    case 'form':
      return formOf(block)
    case 'carousel':
      return cardOf(block, origin)
    case 'form-answers':
    case 'event':
      return ''
  }
}

/** Choices by number, which is understood when it is written, as is what stands beside it. */
function numbered(labels: readonly string[]): string {
  const all = labels.filter((label) => label.trim() !== '').slice(0, MOST_CHOICES)
  const most = Math.floor(MOST_OF_TEXT / Math.max(all.length, 1)) - `${MOST_CHOICES}. \n`.length
  return all.map((label, nth) => `${nth + 1}. ${within(label, Math.min(most, MOST_OF_NAME))}`).join('\n')
}

/** A form as a list of its questions, which are answered by writing. */
function formOf({ title = '', fields }: BlockOf<'form'>): string {
  const head = title.trim() === '' ? '' : `**${within(title, MOST_OF_TITLE)}**\n`
  const most = Math.floor((MOST_OF_TEXT - head.length) / Math.max(fields.length, 1)) - '- \n'.length
  const questions = fields.map(({ label, options = [] }) => {
    const words = options.length === 0 ? label : `${label} (${options.join(', ')})`
    return `- ${within(words, most)}`
  })
  return `${head}${questions.join('\n')}`
}

type Card = BlockOf<'carousel'>['cards'][number]

/** A card without an embed. */
function cardOf({ cards: [card] }: BlockOf<'carousel'>, origin: string): string {
  if (!card) return ''
  const choices = choicesOfCard(card, origin)
  const title = card.title.trim() === '' ? '' : `**${within(card.title, MOST_OF_TITLE)}**`
  const room = MOST_OF_TEXT - choices.length - title.length - 2
  const description = within(card.description ?? '', Math.max(room, 0))
  return [title, description, choices].filter((line) => line !== '').join('\n')
}

function choicesOfCard({ buttons = [] }: Card, origin: string): string {
  let lines = ''
  for (const { label, url } of buttons) {
    if (label.trim() === '') continue
    const address = url === undefined ? undefined : absolute(url, origin)
    const line = address === undefined ? `- ${within(label, 100)}` : `- ${linkOf(plain(label, 100), address)}`
    if (lines.length + line.length < MOST_OF_CHOICES) lines += `${lines === '' ? '' : '\n'}${line}`
  }
  return lines
}

function embedOf({ title, description = '', imageUrl }: Card, origin: string): Embed | undefined {
  const image = imageUrl === undefined ? undefined : absolute(imageUrl, origin)
  const name = plain(title, MOST_OF_TITLE)
  const words = plain(description, MOST_OF_DESCRIPTION)
  if (name === '' && words === '' && image === undefined) return undefined
  return {
    ...(name === '' ? {} : { title: name }),
    ...(words === '' ? {} : { description: words }),
    ...(image === undefined ? {} : { image: { url: image } }),
  }
}

function linked(words: string, url: string, origin: string): string {
  const address = absolute(url, origin)
  return address === undefined ? name(words) : linkOf(plain(words, MOST_OF_NAME / 2), address)
}

const name = (words: string) => within(words, MOST_OF_NAME)

/** Discord opens addresses of http and https alone. */
function absolute(url: string, origin: string): string | undefined {
  const parsed = URL.parse(url.toWellFormed(), origin)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  const { pathname, search, hash } = parsed
  const fragment = hash === '' ? '' : `#${asUri(hash.slice(1)).replaceAll('#', '%23')}`
  const address = `${parsed.origin}${asUri(pathname)}${asUri(search)}${fragment}`
  return address.length > MOST_OF_ADDRESS ? undefined : address
}

/** Encodes what browsers take in an address, and the standard does not. */
const asUri = (part: string) =>
  part.replace(/[[\]{}|\\^`"<>\s]/g, encodeURIComponent).replace(/%(?![0-9a-f]{2})/gi, '%25')

/** Escaped, and with all escapes at most so many characters. */
function within(words: string, most: number): string {
  for (let length = most; length > 0; length = Math.floor(length * 0.8)) {
    const found = escaped(plain(words, length))
    if (found.length <= most) return found
  }
  return ''
}

/** In one line, of at most so many characters, without half a character. */
function plain(words: string, most: number): string {
  const whole = words.toWellFormed().replace(/\s+/g, ' ').trim()
  if (whole.length <= most) return whole
  return `${whole
    .slice(0, Math.max(most - 1, 0))
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
