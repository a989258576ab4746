/**
 * What is sent to Telegram for a message: each part of it is one request, so that a part that was sent is not sent again
 * with one that was not. Pure. Limits are those of core.telegram.org/bots/api.
 */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { addressAt, type BlockOf, shortened, shownParts } from '../delivery/shown-parts.ts'
import { type FormattedText, formattedText } from './formatted-text.ts'

export type Keyboard = {
  inline_keyboard: ({ text: string } & ({ callback_data: string } | { url: string }))[][]
}

/** `instead`: what is sent if Telegram can't fetch the picture or file of the request. */
export type TelegramRequest = {
  method: string
  parameters: Record<string, unknown>
  instead?: TelegramRequest
}

/** Of a text, of the caption of a picture, of what a button returns (bytes), of the buttons of a message. */
export const MOST_OF_TEXT = 4_096
const MOST_OF_CAPTION = 1_024
const MOST_OF_CALLBACK = 64
const MOST_BUTTONS = 100
/** Longer labels are cut by the apps anyway. */
const MOST_OF_LABEL = 200
/** What stands above buttons that no text comes before, in any language. */
const POINTER = '👇'

/** Splits a message so that each part is one request; undefined if it is too long. */
export function telegramParts(blocks: readonly Block[], textLength: number): Block[][] | undefined {
  return shownParts(blocks, textLength, {
    lengthOf: (markdown) => formattedText(markdown).text.length,
    mostButtons: MOST_BUTTONS,
    mayHaveButtons: (part) =>
      part.every(({ type }) => type === 'text' || type === 'image' || type === 'form'),
  })
}

/**
 * The request for one part; undefined if there is nothing to send. `origin`: where addresses without a host lead.
 */
export function requestOf(
  part: readonly Block[],
  { chatId, origin }: { chatId: number; origin: string },
): TelegramRequest | undefined {
  const [first, second] = part
  if (!first) return undefined
  const buttons = [first, second].find((block) => block?.type === 'buttons')
  const keyboard =
    buttons?.type === 'buttons' ? choices(buttons.buttons.map(({ label }) => label)) : undefined
  const absolute = (url: string) => addressAt(origin, url)
  const message = (shown: FormattedText, keys = keyboard): TelegramRequest | undefined => {
    if (shown.text === '') return undefined
    return {
      method: 'sendMessage',
      parameters: {
        chat_id: chatId,
        text: shown.text,
        ...(shown.entities.length > 0 ? { entities: shown.entities } : {}),
        ...(keys ? { reply_markup: keys } : {}),
      },
    }
  }
  switch (first.type) {
    case 'text':
      return message(formattedText(first.text))
    case 'buttons':
      return message({ text: POINTER, entities: [] })
    case 'image':
      return media('sendPhoto', 'photo', first.url, first.alt ?? '')
    case 'video':
      return message(linked(first.title ?? '', first.url))
    case 'file':
      return file(first)
    case 'form':
      return message(formOf(first))
    case 'carousel':
      return card(first)
    default:
      return undefined
  }

  function file({ name, mimeType, url }: BlockOf<'file'>): TelegramRequest | undefined {
    if (url === undefined) return message({ text: shortened(name, MOST_OF_TEXT), entities: [] })
    if (mimeType.startsWith('image/')) return media('sendPhoto', 'photo', url, name)
    // Telegram fetches these alone by their addresses.
    if (mimeType === 'application/pdf') return media('sendDocument', 'document', url, name)
    return message(linked(name, url))
  }

  function media(method: string, field: string, url: string, name: string): TelegramRequest | undefined {
    const instead = message(linked(name, url))
    const address = absolute(url)
    if (address === undefined) return instead
    return {
      method,
      parameters: {
        chat_id: chatId,
        [field]: address,
        ...(keyboard ? { reply_markup: keyboard } : {}),
      },
      ...(instead ? { instead } : {}),
    }
  }

  function card({ cards: [shown] }: BlockOf<'carousel'>): TelegramRequest | undefined {
    if (!shown) return undefined
    const { title, description = '', imageUrl, buttons: own = [] } = shown
    const keys = own.flatMap(({ label, text, url }, nth) => {
      const name = shortened(label, MOST_OF_LABEL)
      const address = url === undefined ? undefined : absolute(url)
      if (name === '') return []
      return [[address === undefined ? choice(text ?? label, name, nth) : { text: name, url: address }]]
    })
    const inline = keys.length > 0 ? { inline_keyboard: keys.slice(0, MOST_BUTTONS) } : undefined
    const text = titled(title, description, MOST_OF_TEXT)
    const instead = message(text.text === '' ? { text: POINTER, entities: [] } : text, inline)
    const photo = imageUrl === undefined ? undefined : absolute(imageUrl)
    if (photo === undefined) return instead
    const caption = titled(title, description, MOST_OF_CAPTION)
    return {
      method: 'sendPhoto',
      parameters: {
        ...{ chat_id: chatId, photo },
        ...(caption.text === '' ? {} : { caption: caption.text, caption_entities: caption.entities }),
        ...(inline ? { reply_markup: inline } : {}),
      },
      ...(instead ? { instead } : {}),
    }
  }

  function linked(name: string, url: string): FormattedText {
    const address = absolute(url)
    const text = shortened(name, MOST_OF_CAPTION)
    if (address === undefined) return { text, entities: [] }
    if (text === '') return { text: address, entities: [] }
    return { text, entities: [{ type: 'text_link', offset: 0, length: text.length, url: address }] }
  }
}

/** A form as a list of its questions, which are answered by writing. */
function formOf({ title = '', fields }: BlockOf<'form'>): FormattedText {
  const questions = fields.map(({ label, options }) =>
    options === undefined || options.length === 0 ? `• ${label}` : `• ${label} (${options.join(', ')})`,
  )
  return titled(title, questions.join('\n'), MOST_OF_TEXT)
}

function titled(title: string, rest: string, most: number): FormattedText {
  const head = shortened(title, most)
  const text = shortened([head, rest.trim()].filter((part) => part !== '').join('\n'), most)
  const entities = head === '' ? [] : [{ type: 'bold' as const, offset: 0, length: head.length }]
  return { text, entities }
}

/** One button in each row, so that labels can be read. */
function choices(labels: readonly string[]): Keyboard | undefined {
  const rows = labels.map((label, nth) => [choice(label, shortened(label, MOST_OF_LABEL), nth)])
  return rows.length === 0 ? undefined : { inline_keyboard: rows }
}

/** What a button returns is what is said by pressing it, or where it stands if that is too long (`choiceIn`). */
function choice(said: string, text: string, nth: number): { text: string; callback_data: string } {
  const whole = `${SAID}${said.trim().toWellFormed()}`
  const fits = whole.length > SAID.length && Buffer.byteLength(whole) <= MOST_OF_CALLBACK
  return { text, callback_data: fits ? whole : `${PLACE}${nth}` }
}

const SAID = 's:'
const PLACE = 'n:'

/** Returns what is said by a button, of what it returned and the keyboard in which it stands; undefined if unknown. */
export function choiceIn(
  data: string,
  keyboard:
    | { inline_keyboard: readonly (readonly { text: string; callback_data?: string | undefined }[])[] }
    | undefined,
): string | undefined {
  if (data.startsWith(SAID)) return data.slice(SAID.length)
  return keyboard?.inline_keyboard.flat().find(({ callback_data }) => callback_data === data)?.text
}
