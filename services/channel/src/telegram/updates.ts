/**
 * Reads what Telegram delivers (core.telegram.org/bots/api#update): who wrote what, when. Pure. The secret token follows
 * from the bot's, which its owner knows, so an update can be anybody's who has a bot: nothing of it is believed unread, and
 * none takes longer to read than its bytes.
 */
import type { Message as PublishedMessage } from '@grammyjs/types'
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import { z } from 'zod'
import type { ReadChange } from '../outside.ts'
import { choiceIn } from './requests.ts'

export type Attached = { fileId: string; name: string; size: number | undefined }

export type TelegramInbound = {
  contact: { id: string; name?: string; phone?: string }
  /** Unique within the bot. */
  providerMessageId: string
  /** ISO 8601; undefined where Telegram says no time, as for a pressed button. */
  sentAt: string | undefined
  /** Its message's id, which grows: Telegram says the second alone in which one was written. */
  sequence?: number
  text: string
  attached: Attached[]
  /** The person has opened the chat, and said nothing yet. */
  opens: boolean
}

export type ReadUpdate =
  | { kind: 'message'; inbound: TelegramInbound }
  /** `inbound`: undefined for a button of which nothing is known any more, or that says nothing. */
  | { kind: 'choice'; queryId: string; inbound: TelegramInbound | undefined }
  /** A reaction, or an edit; `inbound`: the message as it is now, should it not be known. */
  | { kind: 'change'; change: ReadChange; inbound?: TelegramInbound }
  /** Of a group, a channel or another bot, or nothing that people say. */
  | { kind: 'ignored'; what?: 'group' | 'bot' | 'unreadable' }

/** Read where it is what it should be; as if it were absent otherwise. */
const readable = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

const someText = readable(z.string())
const user = z.looseObject({ first_name: z.string(), last_name: someText })
const person = user.extend({ id: z.number().int(), is_bot: z.boolean() })
const chat = z.looseObject({ id: z.number().int(), type: z.string() })
/** In seconds, up to the year 9999, after which no time is written. */
const time = z.number().int().min(0).max(253_402_300_799)
const links = readable(
  z.array(
    z.looseObject({
      type: z.string(),
      offset: z.number().int().min(0),
      length: z.number().int().min(0),
      url: someText,
    }),
  ),
)
const place = z.looseObject({ latitude: z.number(), longitude: z.number() })
const file = z.looseObject({
  file_id: z.string().min(1).max(500),
  file_size: readable(z.number()),
  file_name: someText,
})
const keyboard = readable(
  z.looseObject({
    inline_keyboard: z.array(z.array(z.looseObject({ text: z.string(), callback_data: someText }))),
  }),
)
/** What has to be right for an update to be read; the rest is read where it is there. */
const fields = {
  message_id: z.number().int(),
  ...{ date: time, edit_date: time.optional(), chat, from: person.optional() },
  ...{ text: someText, entities: links, caption: someText, caption_entities: links },
  quote: readable(z.looseObject({ text: someText })),
  reply_to_message: readable(z.looseObject({ text: someText, caption: someText })),
  photo: readable(z.array(file.extend({ width: z.number(), height: z.number() }))),
  ...{ voice: readable(file), audio: readable(file), video: readable(file), video_note: readable(file) },
  ...{ animation: readable(file), document: readable(file) },
  sticker: readable(z.looseObject({ emoji: someText })),
  location: readable(place),
  venue: readable(z.looseObject({ title: z.string(), address: z.string(), location: place })),
  contact: readable(user.extend({ phone_number: z.string(), user_id: readable(z.number()) })),
  dice: readable(z.looseObject({ emoji: z.string(), value: z.number() })),
  poll: readable(z.looseObject({ question: z.string() })),
} satisfies Partial<Record<keyof PublishedMessage, z.ZodType>>
const message = z.looseObject(fields)
type Message = z.infer<typeof message>
const updateSchema = z.looseObject({
  update_id: z.number().int(),
  message: message.optional(),
  edited_message: message.optional(),
  message_reaction: z
    .looseObject({
      ...{ chat, message_id: z.number().int(), user: person.optional(), date: time },
      new_reaction: z.array(z.looseObject({ type: z.string(), emoji: someText })).max(100),
    })
    .optional(),
  callback_query: z
    .looseObject({
      id: z.string().min(1).max(200),
      from: person,
      data: someText,
      message: z.looseObject({ chat, reply_markup: keyboard }).optional(),
    })
    .optional(),
})

type Reaction = NonNullable<z.infer<typeof updateSchema>['message_reaction']>

/** Longer quotes of what a message replies to help nobody. */
const MOST_OF_QUOTE = 300

export function readUpdate(given: unknown): ReadUpdate {
  const update = updateSchema.safeParse(given)
  if (!update.success) return { kind: 'ignored', what: 'unreadable' }
  const { message: written, edited_message: edited, callback_query: pressed } = update.data
  const reacted = update.data.message_reaction
  if (pressed) {
    const { id: queryId, from, data = '', message: under } = pressed
    if (from.is_bot || under?.chat.type !== 'private') return { kind: 'choice', queryId, inbound: undefined }
    const said = cut(choiceIn(data, under.reply_markup) ?? '')
    if (said === '') return { kind: 'choice', queryId, inbound: undefined }
    const inbound: TelegramInbound = {
      ...{ contact: contactOf(under.chat.id, from), providerMessageId: `callback/${queryId}` },
      ...{ sentAt: undefined, text: said, attached: [], opens: false },
    }
    return { kind: 'choice', queryId, inbound }
  }
  if (reacted) return reaction(update.data.update_id, reacted)
  const about = written ?? edited
  if (!about) return { kind: 'ignored' }
  if (about.chat.type !== 'private' || !about.from) return { kind: 'ignored', what: 'group' }
  if (about.from.is_bot) return { kind: 'ignored', what: 'bot' }
  return edited ? edition(edited) : newMessage(about)
}

function newMessage(given: Message): ReadUpdate {
  const { message_id: id, date } = given
  const read = contentOf(given)
  if (!read) return { kind: 'ignored' }
  const { attached = [], phone } = read
  const text = cut(`${quoteOf(given)}${read.text}`)
  if (text === '' && attached.length === 0) return { kind: 'ignored' }
  const inbound: TelegramInbound = {
    contact: { ...contactOf(given.chat.id, given.from), ...(phone === undefined ? {} : { phone }) },
    ...{ providerMessageId: String(id), sentAt: timeOf(date), sequence: id, text, attached },
    // With what follows it in a link of the bot, such as /start summer.
    opens: /^\/start(?:\s|$)/.test(given.text ?? ''),
  }
  return { kind: 'message', inbound }
}

/** Locations that move are edited all the time, and have no text. */
function edition(given: Message): ReadUpdate {
  const { message_id: id, date, edit_date = date } = given
  const text = textOf(given)
  if (text === '') return { kind: 'ignored' }
  const providerMessageId = String(id)
  const at = timeOf(edit_date)
  const contact = contactOf(given.chat.id, given.from)
  const edited = cut(`${quoteOf(given)}${text}`)
  const change: ReadChange = {
    ...{ contactId: contact.id, by: 'visitor', providerMessageId, key: `edit/${edit_date}`, at },
    change: { kind: 'edit', text: edited },
  }
  const inbound: TelegramInbound = {
    ...{ contact, providerMessageId, sentAt: at, text: cut(`(edited) ${edited}`) },
    ...{ attached: [], opens: false },
  }
  return { kind: 'change', change, inbound }
}

/** What stands at a message now; an emoji of a set of one's own has no sign here. */
function reaction(
  updateId: number,
  { chat: of, message_id: id, user: by, date, new_reaction: given }: Reaction,
): ReadUpdate {
  if (of.type !== 'private' || !by || by.is_bot) return { kind: 'ignored' }
  const signs = given.map(({ emoji, type }) => emoji ?? (type === 'paid' ? '⭐' : '❓')).join('')
  const change: ReadChange = {
    ...{ contactId: String(of.id), by: 'visitor', providerMessageId: String(id) },
    ...{ key: `reaction/${updateId}`, at: timeOf(date) },
    change: { kind: 'reaction', reaction: signs === '' ? undefined : signs.toWellFormed().slice(0, 100) },
  }
  return { kind: 'change', change }
}

function contactOf(
  chatId: number,
  from: { first_name: string; last_name?: string | undefined } | undefined,
): TelegramInbound['contact'] {
  const name = [from?.first_name, from?.last_name].filter(Boolean).join(' ').trim().slice(0, 200)
  return { id: String(chatId), ...(name === '' ? {} : { name: name.toWellFormed() }) }
}

type Content = { text: string; attached?: Attached[]; phone?: string }

/** What people say; undefined for a note of Telegram's own, such as that a message was pinned. */
function contentOf(given: Message): Content | undefined {
  const text = textOf(given)
  const files = filesOf(given)
  if (files) return { text, attached: files }
  if (given.text !== undefined) return { text }
  if (given.sticker) return { text: `[Sticker${spaced(given.sticker.emoji)}]` }
  if (given.venue) {
    const { title, address, location } = given.venue
    return { text: `📍 ${title}, ${address} ${mapOf(location)}` }
  }
  if (given.location) return { text: `📍 ${mapOf(given.location)}` }
  if (given.contact) {
    const { first_name, last_name, phone_number, user_id } = given.contact
    const name = [first_name, last_name].filter(Boolean).join(' ')
    const isOwn = user_id !== undefined && user_id === given.from?.id
    return { text: `👤 ${name}, ${phone_number}`, ...(isOwn ? { phone: phone_number.slice(0, 50) } : {}) }
  }
  if (given.dice) return { text: `${given.dice.emoji} ${given.dice.value}` }
  if (given.poll) return { text: `[Poll: ${given.poll.question}]` }
  const kind = kindOf(given)
  if (kind === undefined) return undefined
  return { text: `[${kind}]${spaced(text)}` }
}

const spaced = (text: string | undefined) => (text === undefined || text === '' ? '' : ` ${text}`)
const mapOf = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `https://www.google.com/maps?q=${Number(latitude)},${Number(longitude)}`

/** Pictures in the largest size, voice notes, sounds, videos and documents. */
function filesOf(given: Message): Attached[] | undefined {
  const { photo, voice, audio, video, video_note, animation, document } = given
  const one = (
    { file_id, file_size }: { file_id: string; file_size?: number | undefined },
    name: string,
  ): Attached[] => [{ fileId: file_id, name: nameOf(name), size: file_size }]
  if (photo && photo.length > 0) {
    const largest = photo.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]!
    return one(largest, 'photo.jpg')
  }
  if (voice) return one(voice, 'voice.ogg')
  if (audio) return one(audio, audio.file_name ?? 'audio.mp3')
  if (video) return one(video, video.file_name ?? 'video.mp4')
  if (video_note) return one(video_note, 'video.mp4')
  // Telegram sends a document with it, too.
  if (animation) return one(animation, animation.file_name ?? 'animation.mp4')
  return document && one(document, document.file_name ?? 'document')
}

function nameOf(name: string): string {
  const clean = name.trim().slice(-200).toWellFormed()
  return clean === '' ? 'document' : clean
}

/** The name of a kind that is not shown here, such as `story`. */
function kindOf(given: Message): string | undefined {
  const kind = Object.keys(given).find((field) => unshown.has(field))
  if (kind !== undefined) return kind.replaceAll('_', ' ')
  return Object.keys(given).every((field) => aside.has(field) || isNote(field)) ? undefined : 'message'
}

/** Fields of kinds that people send and that are named only. */
const unshown = new Set([
  ...['story', 'paid_media', 'live_photo', 'checklist', 'game', 'invoice', 'rich_message', 'gift'],
  ...['unique_gift', 'giveaway', 'users_shared', 'chat_shared', 'web_app_data', 'passport_data'],
  ...['successful_payment', 'refunded_payment'],
])

/** Fields that say something about a message, and are none of its kinds. */
const aside = new Set([
  ...['message_id', 'date', 'chat', 'from', 'edit_date', 'message_thread_id', 'direct_messages_topic'],
  ...['sender_chat', 'sender_boost_count', 'sender_business_bot', 'sender_tag', 'business_connection_id'],
  ...['forward_origin', 'is_topic_message', 'is_automatic_forward', 'reply_to_message', 'external_reply'],
  ...['quote', 'reply_to_story', 'reply_to_checklist_task_id', 'reply_to_poll_option_id', 'via_bot'],
  ...['has_protected_content', 'is_from_offline', 'is_paid_post', 'media_group_id', 'author_signature'],
  ...['paid_star_count', 'link_preview_options', 'suggested_post_info', 'effect_id', 'reply_markup'],
])

/** Notes of Telegram's own about the chat. */
function isNote(field: string): boolean {
  return (
    /^(?:new_chat_|left_chat_|chat_|delete_chat_|group_chat_|supergroup_chat_|channel_chat_|forum_)/.test(
      field,
    ) ||
    /^(?:general_forum_|giveaway_|video_chat_|suggested_post_|checklist_tasks_|poll_option_)/.test(field) ||
    notes.has(field)
  )
}

const notes = new Set([
  ...['pinned_message', 'message_auto_delete_timer_changed', 'migrate_to_chat_id', 'migrate_from_chat_id'],
  ...['connected_website', 'write_access_allowed', 'proximity_alert_triggered', 'boost_added'],
  ...[
    'gift_upgrade_sent',
    'direct_message_price_changed',
    'paid_message_price_changed',
    'managed_bot_created',
  ],
])

/** The text or caption, with the addresses of links that stand behind words. */
function textOf({ text, entities, caption, caption_entities }: Message): string {
  const words = text ?? caption ?? ''
  const links = ((text === undefined ? caption_entities : entities) ?? [])
    .filter(({ type, url }) => type === 'text_link' && url !== undefined)
    .map(({ offset, length, url = '' }) => ({ offset, url, end: Math.min(offset + length, words.length) }))
    .sort((one, other) => one.end - other.end)
  // Each character is copied once, whatever the links say.
  const shown: string[] = []
  let at = 0
  for (const { offset, end, url } of links) {
    shown.push(words.slice(at, end))
    at = end
    if (words.slice(offset, end) !== url) shown.push(` (${url})`)
  }
  return [...shown, words.slice(at)].join('').trim()
}

/** What a message replies to, as a quote before it. */
function quoteOf({ quote, reply_to_message: replied }: Message): string {
  const words = (quote?.text ?? replied?.text ?? replied?.caption ?? '').trim()
  if (words === '') return ''
  const short = words.length > MOST_OF_QUOTE ? `${words.slice(0, MOST_OF_QUOTE)}…` : words
  return `${short.replace(/^/gm, '> ')}\n\n`
}

const cut = (text: string) => text.trim().slice(0, maxMessageLength).toWellFormed()
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()
