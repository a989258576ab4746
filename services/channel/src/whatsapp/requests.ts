/**
 * What is sent to WhatsApp for a message: each part of it is one request, so that a part that was sent is not sent again
 * with one that was not. Pure. Limits are those of developers.facebook.com/docs/whatsapp/cloud-api/reference/messages.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { addressAt, type BlockOf, shortened, shownParts } from '../delivery/shown-parts.ts'
import { formattedText, marked, plain } from './formatted-text.ts'
import { templateOf } from './templates/sent-template.ts'

export type WhatsAppMessage = { type: string } & Record<string, unknown>

export const MOST_OF_TEXT = 4_096
/** Of the text above buttons or a list, and of the words below a picture. */
const MOST_OF_BODY = 1_024
const MOST_REPLY_BUTTONS = 3
const MOST_OF_BUTTON = 20
const MOST_ROWS = 10
const MOST_OF_ROW = 24
const MOST_OF_ROW_DESCRIPTION = 72
/** Of what a button or a row returns; a row takes the least. */
const MOST_OF_ID = 200
const MOST_OF_FILE_NAME = 240
/** What stands above buttons that no text comes before, and what opens a list, in any language. */
const POINTER = '👇'
const OPENS_LIST = '☰'

/** What WhatsApp shows as a picture, plays as a sound or as a video; all else is a document. In bytes. */
const shownKinds: readonly { kind: string; types: ReadonlySet<string>; most: number }[] = [
  { kind: 'image', types: new Set(['image/jpeg', 'image/png']), most: 5_000_000 },
  {
    kind: 'audio',
    types: new Set(['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg']),
    most: 16_000_000,
  },
  { kind: 'video', types: new Set(['video/mp4', 'video/3gpp']), most: 16_000_000 },
]
/** Pictures of these kinds are no pictures to WhatsApp. */
const OTHER_PICTURES = /\.(?:gif|svg|webp|avif|bmp|ico|tiff?)$/i

/** Splits a message so that each part is one request; undefined if it is too long. */
export function whatsAppParts(blocks: readonly Block[], textLength: number): Block[][] | undefined {
  if (templateOf(blocks)) return [blocks.slice(0, 1)]
  return shownParts(blocks.map(asTextIfTooMany), textLength, {
    lengthOf: (markdown) => formattedText(markdown).length,
    mostButtons: MOST_ROWS,
    mayHaveButtons: (part, buttons) => {
      const [only, ...others] = part
      if (!only || others.length > 0) return false
      if (only.type === 'text') return formattedText(only.text).length <= MOST_OF_BODY
      if (only.type === 'form') return formOf(only).length <= MOST_OF_BODY
      // A list has no picture.
      return only.type === 'image' && actionFor(optionsOf(buttons))?.type === 'button'
    },
  })
}

/** Choices that are too many or too long for buttons are a numbered list, in which a number is understood as an answer. */
function asTextIfTooMany(block: Block): Block {
  if (block.type !== 'buttons') return block
  const options = optionsOf(block)
  if (options.length === 0 || actionFor(options)) return block
  const lines = options.map(({ label }, nth) => `${nth + 1}. ${label.replace(/[!-/:-@[-`{-~]/g, '\\$&')}`)
  return { type: 'text', text: lines.join('\n') }
}

type Option = { label: string; said: string }

const optionsOf = ({ buttons }: BlockOf<'buttons'>): Option[] =>
  buttons.flatMap(({ label }) => {
    const words = inOneLine(label)
    return words === '' ? [] : [{ label: words, said: words }]
  })

/** Buttons or a list; undefined if there are too many, if they are too long, or if they could not be told apart. */
function actionFor(options: readonly Option[]): { type: 'button' | 'list'; action: object } | undefined {
  if (options.length === 0 || options.length > MOST_ROWS) return undefined
  if (options.some(({ said }) => SAID.length + said.length > MOST_OF_ID)) return undefined
  if (!areDifferent(options.map(({ said }) => said))) return undefined
  const fitsButtons =
    options.length <= MOST_REPLY_BUTTONS && options.every(({ label }) => label.length <= MOST_OF_BUTTON)
  if (fitsButtons && areDifferent(options.map(({ label }) => label)))
    return {
      type: 'button',
      action: {
        buttons: options.map(({ label, said }) => ({
          type: 'reply',
          reply: { id: `${SAID}${said}`, title: label },
        })),
      },
    }
  if (options.some(({ label }) => label.length > MOST_OF_ROW_DESCRIPTION)) return undefined
  const rows = options.map(({ label, said }) => ({
    id: `${SAID}${said}`,
    title: shortened(label, MOST_OF_ROW),
    ...(label.length > MOST_OF_ROW ? { description: label } : {}),
  }))
  return { type: 'list', action: { button: OPENS_LIST, sections: [{ rows }] } }
}

const areDifferent = (texts: readonly string[]) => new Set(texts).size === texts.length
const inOneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** What is said by choosing a button or a row stands in its id. */
const SAID = 's:'

/** Returns what is said by a chosen button or row; its title if it is not one of ours. */
export function choiceIn({ id, title }: { id: string; title: string }): string {
  return id.startsWith(SAID) && id.length > SAID.length ? id.slice(SAID.length) : title
}

/** The request for one part; undefined if there is nothing to send. `origin`: where addresses without a host lead. */
export function messageFor(
  part: readonly Block[],
  { origin }: { origin: string },
): WhatsAppMessage | undefined {
  const [first, second] = part
  if (!first) return undefined
  const buttons = [first, second].find((block) => block?.type === 'buttons')
  const chosen = buttons?.type === 'buttons' ? actionFor(optionsOf(buttons)) : undefined
  const absolute = (url: string) => addressAt(origin, url)
  switch (first.type) {
    case 'text':
      return withChoices(formattedText(first.text))
    case 'buttons':
      return chosen && withChoices(POINTER)
    case 'image':
      return image(first)
    case 'video':
      return video(first)
    case 'file':
      return file(first)
    case 'form':
      return withChoices(formOf(first))
    case 'carousel':
      return card(first)
    default:
      return undefined
  }

  function withChoices(body: string): WhatsAppMessage | undefined {
    return chosen && body !== '' ? interactive(chosen, body) : text(body)
  }

  function image({ url, alt = '' }: BlockOf<'image'>): WhatsAppMessage | undefined {
    const link = absolute(url)
    if (link === undefined || OTHER_PICTURES.test(new URL(link).pathname)) return linked(alt, url)
    return chosen ? interactive(chosen, POINTER, link) : { type: 'image', image: { link } }
  }

  function video({ url, title = '' }: BlockOf<'video'>): WhatsAppMessage | undefined {
    const link = absolute(url)
    if (link === undefined || !/\.mp4$/i.test(new URL(link).pathname)) return linked(title, url)
    const caption = shortened(plain(title), MOST_OF_BODY)
    return { type: 'video', video: { link, ...(caption === '' ? {} : { caption }) } }
  }

  function file({ name, mimeType, url, size = 0 }: BlockOf<'file'>): WhatsAppMessage | undefined {
    if (url === undefined) return text(plain(shortened(name, MOST_OF_BODY)))
    const link = absolute(url)
    if (link === undefined) return linked(name, url)
    const shown = shownKinds.find(({ types, most }) => types.has(mimeType) && size <= most)
    if (shown) return { type: shown.kind, [shown.kind]: { link } }
    const filename = shortened(inOneLine(name), MOST_OF_FILE_NAME)
    return { type: 'document', document: { link, ...(filename === '' ? {} : { filename }) } }
  }

  function card({ cards: [shown] }: BlockOf<'carousel'>): WhatsAppMessage | undefined {
    if (!shown) return undefined
    const { title, description = '', imageUrl, buttons: own = [] } = shown
    const link = imageUrl === undefined ? undefined : absolute(imageUrl)
    const picture = link !== undefined && !OTHER_PICTURES.test(new URL(link).pathname) ? link : undefined
    const links = own.flatMap(({ label, url }) => {
      const address = url === undefined ? undefined : absolute(url)
      return address === undefined ? [] : [`${plain(inOneLine(label))}: ${address}`]
    })
    const options = own.flatMap(({ label, text: said = label, url }): Option[] => {
      const words = inOneLine(label)
      if (words === '' || (url !== undefined && absolute(url) !== undefined)) return []
      return [{ label: words, said: inOneLine(said) || words }]
    })
    const action = actionFor(options)
    // A list has no picture, and what is neither button nor row is said by writing it.
    const choice = action && (action.type === 'button' || !picture) ? action : undefined
    const written = choice ? [] : options.map(({ label }) => `• ${plain(label)}`)
    const lines = [
      marked('*', plain(shortened(title, MOST_OF_BODY / 4))),
      plain(description),
      ...links,
      ...written,
    ]
    const words = shortened(lines.filter((line) => line.trim() !== '').join('\n'), MOST_OF_BODY)
    if (choice) return interactive(choice, words === '' ? POINTER : words, picture)
    if (picture)
      return { type: 'image', image: { link: picture, ...(words === '' ? {} : { caption: words }) } }
    return text(words)
  }

  function linked(name: string, url: string): WhatsAppMessage | undefined {
    const words = plain(shortened(name, MOST_OF_BODY))
    const address = absolute(url)
    return text([words, ...(address === undefined || address === words ? [] : [address])].join('\n').trim())
  }
}

function text(body: string): WhatsAppMessage | undefined {
  if (body.trim() === '') return undefined
  return {
    type: 'text',
    text: { preview_url: /https?:\/\//.test(body), body: shortened(body, MOST_OF_TEXT) },
  }
}

function interactive(
  { type, action }: { type: string; action: object },
  body: string,
  picture?: string,
): WhatsAppMessage {
  const header = picture === undefined ? {} : { header: { type: 'image', image: { link: picture } } }
  return { type: 'interactive', interactive: { type, ...header, body: { text: body }, action } }
}

/** A form as a list of its questions, which are answered by writing. */
function formOf({ title = '', fields }: BlockOf<'form'>): string {
  const questions = fields.map(({ label, options }) =>
    options === undefined || options.length === 0 ? `• ${label}` : `• ${label} (${options.join(', ')})`,
  )
  const head = marked('*', plain(shortened(title, MOST_OF_BODY)))
  return shortened([head, plain(questions.join('\n'))].filter((part) => part !== '').join('\n'), MOST_OF_TEXT)
}
