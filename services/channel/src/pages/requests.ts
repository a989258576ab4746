/**
 * What is sent to Messenger or Instagram for a message: each part of it is one request, so that a part that was sent is not
 * sent again with one that was not. Pure. Limits are those of developers.facebook.com/docs/messenger-platform/reference
 * and, of the length of a text, of the specification.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { plainText } from '@parley/contracts/conversation/markdown-text.ts'
import { addressAt, type BlockOf, shortened, shownParts } from '../delivery/shown-parts.ts'

export type PageKind = 'messenger' | 'instagram'

/** The `message` of a request. */
export type PageMessage = {
  text?: string
  attachment?: { type: string; payload: object }
  quick_replies?: object[]
}

export const MOST_OF_TEXT = 2_000
const MOST_QUICK_REPLIES = 13
const MOST_CARDS = 10
const MOST_BUTTONS_OF_CARD = 3
/** Of a quick reply or a button of a card, as shown. */
const MOST_OF_LABEL = 20
const MOST_OF_PAYLOAD = 1_000
/** Of the title of a card, and of the words below it. */
const MOST_OF_TITLE = 80
/** What stands above buttons that no text comes before, in any language. */
const POINTER = '👇'

/** What is shown as a picture, played as a sound or as a video. In bytes. */
const attachedKinds: readonly { type: string; types: ReadonlySet<string>; most: number }[] = [
  { type: 'image', types: new Set(['image/jpeg', 'image/png', 'image/gif']), most: 8_000_000 },
  {
    type: 'audio',
    types: new Set(['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/x-m4a']),
    most: 25_000_000,
  },
  { type: 'video', types: new Set(['video/mp4', 'video/quicktime', 'video/webm']), most: 25_000_000 },
]
const MOST_OF_FILE = 25_000_000
/** Pictures of these kinds are no pictures to Meta. */
const OTHER_PICTURES = /\.(?:svg|webp|avif|bmp|ico|tiff?)$/i

/** What is said by choosing a quick reply or pressing a button stands in its payload. */
const SAID = 's:'

/** Returns what is said by a choice; its title if it is not one of ours. */
export function choiceIn({ payload, title }: { payload: string; title: string }): string {
  return payload.startsWith(SAID) && payload.length > SAID.length ? payload.slice(SAID.length) : title
}

/** Splits a message so that each part is one request; undefined if it is too long. */
export function pageParts(blocks: readonly Block[], textLength: number): Block[][] | undefined {
  const parts = shownParts(blocks.flatMap(asShown), textLength, {
    lengthOf: (markdown) => plainText(markdown).length,
    mostButtons: MOST_QUICK_REPLIES,
    mayHaveButtons: ([only, ...others]) =>
      others.length === 0 && (only?.type === 'text' || only?.type === 'form'),
  })
  return parts && withCardsTogether(parts)
}

/** Cards that follow each other are one message, in which they are turned over like pages. */
function withCardsTogether(parts: readonly Block[][]): Block[][] {
  const together: Block[][] = []
  for (const part of parts) {
    const [former] = together.at(-1) ?? []
    const [block] = part
    if (block?.type === 'carousel' && former?.type === 'carousel' && former.cards.length < MOST_CARDS)
      together.splice(-1, 1, [{ type: 'carousel', cards: [...former.cards, ...block.cards] }])
    else together.push(part)
  }
  return together
}

type Card = BlockOf<'carousel'>['cards'][number]

/**
 * Choices that are too many or too long for quick replies are a numbered list, in which a number is understood as an
 * answer; a card that is too long is a picture, a text and choices.
 */
function asShown(block: Block): Block[] {
  if (block.type === 'buttons') return choices(optionsOf(block.buttons), block)
  if (block.type !== 'carousel') return [block]
  return block.cards.flatMap((card): Block[] =>
    fits(card) ? [{ type: 'carousel', cards: [card] }] : unfolded(card),
  )
}

function choices(options: readonly string[], block: BlockOf<'buttons'>): Block[] {
  if (options.length === 0 || fitQuickReplies(options)) return [block]
  return [{ type: 'text', text: options.map((label, nth) => `${nth + 1}. ${escaped(label)}`).join('\n') }]
}

function fits({ title, description = '', imageUrl, buttons = [] }: Card): boolean {
  const labels = buttons.map(({ label }) => inOneLine(label))
  return (
    isWithin(title, MOST_OF_TITLE) &&
    description.trim().length <= MOST_OF_TITLE &&
    // A title alone is no card.
    (description.trim() !== '' || imageUrl !== undefined || buttons.length > 0) &&
    buttons.length <= MOST_BUTTONS_OF_CARD &&
    labels.every((label) => isWithin(label, MOST_OF_LABEL)) &&
    buttons.every(({ text = '' }) => SAID.length + text.length <= MOST_OF_PAYLOAD)
  )
}

function unfolded({ title, description = '', imageUrl, buttons = [] }: Card): Block[] {
  const links = buttons.flatMap(({ label, url }) =>
    url === undefined ? [] : [`${escaped(inOneLine(label))}: ${url}`],
  )
  const said = buttons.flatMap(({ label, text = label, url }) => (url === undefined ? [text] : []))
  const words = [escaped(title), escaped(description), ...links].filter((line) => line.trim() !== '')
  const own: BlockOf<'buttons'> = {
    type: 'buttons',
    buttons: said.map((label, nth) => ({ id: String(nth), label })),
  }
  return [
    ...(imageUrl === undefined ? [] : [{ type: 'image' as const, url: imageUrl }]),
    { type: 'text', text: words.join('\n\n') },
    ...(said.length === 0 ? [] : choices(optionsOf(own.buttons), own)),
  ]
}

const isWithin = (text: string, most: number) => text.trim() !== '' && text.trim().length <= most
const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
const optionsOf = (buttons: readonly { label: string }[]): string[] =>
  buttons.flatMap(({ label }) => inOneLine(label) || [])
const inOneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Whether choices can be told apart and are shown whole. */
function fitQuickReplies(options: readonly string[]): boolean {
  return (
    options.length > 0 &&
    options.length <= MOST_QUICK_REPLIES &&
    options.every((label) => label.length <= MOST_OF_LABEL) &&
    new Set(options).size === options.length
  )
}

/** The message for one part; undefined if there is nothing to send. `origin`: where addresses without a host lead. */
export function messageFor(
  part: readonly Block[],
  { origin, kind }: { origin: string; kind: PageKind },
): PageMessage | undefined {
  const [first, second] = part
  if (!first) return undefined
  const shown = [first, second].find((block) => block?.type === 'buttons')
  const options = shown?.type === 'buttons' ? optionsOf(shown.buttons) : []
  const absolute = (url: string) => addressAt(origin, url)
  switch (first.type) {
    case 'text':
      return text(plainText(first.text), options)
    case 'buttons':
      return options.length === 0 ? undefined : text(POINTER, options)
    case 'image':
      return image(first)
    case 'video':
      return video(first)
    case 'file':
      return file(first)
    case 'form':
      return text(formOf(first), options)
    case 'carousel':
      return carousel(first)
    default:
      return undefined
  }

  function image({ url, alt = '' }: BlockOf<'image'>): PageMessage | undefined {
    const address = absolute(url)
    if (address === undefined || OTHER_PICTURES.test(new URL(address).pathname)) return linked(alt, url)
    return attached('image', address)
  }

  function video({ url, title = '' }: BlockOf<'video'>): PageMessage | undefined {
    const address = absolute(url)
    const isFile = address !== undefined && /\.(?:mp4|mov|webm)$/i.test(new URL(address).pathname)
    return isFile ? attached('video', address) : linked(title, url)
  }

  function file({ name, mimeType, url, size = 0 }: BlockOf<'file'>): PageMessage | undefined {
    if (url === undefined) return text(shortened(name, MOST_OF_TEXT))
    const address = absolute(url)
    if (address === undefined) return linked(name, url)
    const found = attachedKinds.find(({ types, most }) => types.has(mimeType) && size <= most)
    if (found) return attached(found.type, address)
    // Instagram takes no other files.
    return kind === 'messenger' && size <= MOST_OF_FILE ? attached('file', address) : linked(name, url)
  }

  function carousel({ cards }: BlockOf<'carousel'>): PageMessage | undefined {
    const elements = cards.map((card) => {
      const { title, description = '', imageUrl, buttons = [] } = card
      const picture = imageUrl === undefined ? undefined : absolute(imageUrl)
      const own = buttons.map(({ label, text: said = label, url }) => {
        const address = url === undefined ? undefined : absolute(url)
        const words = inOneLine(label)
        if (address !== undefined) return { type: 'web_url', title: words, url: address }
        return { type: 'postback', title: words, payload: `${SAID}${inOneLine(said) || words}` }
      })
      return {
        title: title.toWellFormed().trim(),
        ...(description.trim() === '' ? {} : { subtitle: description.toWellFormed().trim() }),
        ...(picture === undefined ? {} : { image_url: picture }),
        ...(own.length === 0 ? {} : { buttons: own }),
      }
    })
    if (elements.length === 0) return undefined
    // A title alone is no card: its picture has no address that can be opened.
    if (elements.some((element) => Object.keys(element).length < 2))
      return text(elements.map(({ title, subtitle = '' }) => `${title}\n${subtitle}`.trim()).join('\n\n'))
    return { attachment: { type: 'template', payload: { template_type: 'generic', elements } } }
  }

  function linked(name: string, url: string): PageMessage | undefined {
    const words = shortened(name, MOST_OF_TEXT / 2)
    const address = absolute(url)
    // An address that was cut leads nowhere.
    const isShown = address !== undefined && address !== words && words.length + address.length < MOST_OF_TEXT
    return text([words, ...(isShown ? [address] : [])].join('\n').trim())
  }
}

function text(words: string, options: readonly string[] = []): PageMessage | undefined {
  const shown = shortened(words, MOST_OF_TEXT)
  if (shown === '') return undefined
  if (!fitQuickReplies(options)) return { text: shown }
  const quick_replies = options.map((label) => ({
    ...{ content_type: 'text', title: label, payload: `${SAID}${label}` },
  }))
  return { text: shown, quick_replies }
}

const attached = (type: string, url: string): PageMessage => ({ attachment: { type, payload: { url } } })

/** A form as a list of its questions, which are answered by writing. */
function formOf({ title = '', fields }: BlockOf<'form'>): string {
  const questions = fields.map(({ label, options }) =>
    options === undefined || options.length === 0 ? `• ${label}` : `• ${label} (${options.join(', ')})`,
  )
  return [title.trim(), ...questions].filter((line) => line !== '').join('\n')
}
