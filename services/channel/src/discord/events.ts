/**
 * Reads what Discord's gateway tells (discord.com/developers/docs/events/gateway-events): who wrote what, where, when. Pure.
 * The types say what Discord sends; its form is read with care nevertheless.
 */
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import type { GatewayMessageCreateDispatchData } from 'discord-api-types/v10'
import { z } from 'zod'
import type { ReadChange } from '../outside.ts'

export type Attached = { url: string; name: string; size: number | undefined }

export type DiscordInbound = {
  contact: { id: string; name?: string }
  /** Unique within the channel of Discord. */
  providerMessageId: string
  /** ISO 8601; undefined where Discord says no time, as for a deletion. */
  sentAt: string | undefined
  text: string
  attached: Attached[]
}

export type ReadMessage =
  /** `change`: of an edit, whose message `inbound` is as it is now, should it not be known. */
  | { kind: 'message'; channelId: string; messageId: string; inbound: DiscordInbound; change?: ReadChange }
  /** Outside of servers, by a bot or a webhook, or nothing that people say. `of`: what it is, where it is in a channel. */
  | { kind: 'ignored'; of?: IgnoredMessage }

/** `webhookId`: of the webhook that wrote it, which may be the one through which the agent writes. */
export type IgnoredMessage = { channelId: string; what: 'bot' | 'system'; webhookId?: string }

const id = z.string().regex(/^\d{1,20}$/)
const text = z.string().catch('')
const author = z.looseObject({
  id,
  username: text,
  global_name: z.string().nullish().catch(undefined),
  bot: z.boolean().nullish(),
  system: z.boolean().nullish(),
})
const fileSchema = z.looseObject({
  url: z.string(),
  filename: text,
  size: z.number().optional().catch(undefined),
})
/** Those of a list that can be read. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(undefined)
    .transform((all) =>
      (all ?? []).flatMap((one): z.infer<Schema>[] => {
        const read = schema.safeParse(one)
        return read.success ? [read.data] : []
      }),
    )
/** What has to be right for a message to be read; the rest is read where it is there. */
const messageSchema = z.looseObject({
  id,
  channel_id: id,
  guild_id: id,
  author,
  member: z.looseObject({ nick: z.string().nullish() }).nullish().catch(undefined),
  type: z.number(),
  content: text,
  timestamp: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  edited_timestamp: z.string().nullish().catch(undefined),
  webhook_id: z.string().nullish(),
  attachments: listOf(fileSchema),
  sticker_items: listOf(z.looseObject({ name: z.string() })),
  mentions: listOf(author),
  poll: z
    .looseObject({ question: z.looseObject({ text: z.string().nullish() }) })
    .nullish()
    .catch(undefined),
  referenced_message: z.looseObject({ content: text }).nullish().catch(undefined),
  message_snapshots: listOf(
    z.looseObject({ message: z.looseObject({ content: text, attachments: listOf(fileSchema) }) }),
  ),
})
type Message = z.infer<typeof messageSchema>
type Kinds = GatewayMessageCreateDispatchData['type']

/** What people write, and what they answer to it; all others are notes of Discord's own, such as that somebody joined. */
const WRITTEN: readonly Kinds[] = [0, 19]
/** Longer quotes of what a message replies to help nobody. */
const MOST_OF_QUOTE = 300
/** Discord's names are shorter. */
const MOST_OF_MENTION = 100
/** An edition is told again with each later change of a message, such as that it was pinned. */
const EDITED_WITHIN_MS = 86_400_000

/** A message that was written; `given` as of `MESSAGE_CREATE`. */
export function readMessage(given: unknown): ReadMessage {
  const message = personal(given)
  if (!message) return ignored(given)
  const text = cut(`${quoteOf(message)}${textOf(message)}`)
  const attached = filesOf(message)
  return inboundOf(message, message.id, message.timestamp, {
    text: text === '' && attached.length === 0 ? '[message]' : text,
    attached,
  })
}

function ignored(given: unknown): ReadMessage {
  const { data } = messageSchema.safeParse(given)
  if (!data) return { kind: 'ignored' }
  const { channel_id: channelId, author, webhook_id: webhookId } = data
  const isBot = Boolean(webhookId) || author.bot === true
  return {
    kind: 'ignored',
    of: { channelId, what: isBot ? 'bot' : 'system', ...(webhookId ? { webhookId } : {}) },
  }
}

/** A message that was changed; `given` as of `MESSAGE_UPDATE`. */
export function readEdition(given: unknown, now: number): ReadMessage {
  const message = personal(given)
  const at = message?.edited_timestamp
  // Discord's own changes, such as the preview of a link, leave the time of the last edition as it was.
  if (!message || !at || !(now - Date.parse(at) < EDITED_WITHIN_MS)) return { kind: 'ignored' }
  const text = textOf(message)
  if (text === '') return { kind: 'ignored' }
  const edited = cut(`${quoteOf(message)}${text}`)
  const editedAt = new Date(at).toISOString()
  const change: ReadChange = {
    ...{ contactId: message.author.id, by: 'visitor', providerMessageId: message.id },
    ...{ key: `edit/${editedAt}`, at: editedAt, change: { kind: 'edit', text: edited } },
  }
  const read = inboundOf(message, message.id, at, { text: cut(`(edited) ${edited}`), attached: [] })
  return read.kind === 'message' ? { ...read, change } : read
}

/** That a message was deleted, of which Discord says no more than its id. */
export function deletionOf(messageId: string, contactId: string, now: number): ReadChange {
  return {
    ...{ contactId, by: 'visitor', providerMessageId: messageId, key: 'deletion' },
    ...{ at: new Date(now).toISOString(), change: { kind: 'deletion' } },
  }
}

const reactionSchema = z.looseObject({
  ...{ user_id: id, channel_id: id, message_id: id, guild_id: id },
  emoji: z.looseObject({ name: z.string().nullish() }),
  member: z.looseObject({ user: z.looseObject({ bot: z.boolean().nullish() }).nullish() }).nullish(),
})

/** A reaction that was added or removed; `given` as of `MESSAGE_REACTION_ADD` or `_REMOVE`. Discord says no time. */
export function readReaction(
  given: unknown,
  isAdded: boolean,
  now: number,
): { channelId: string; change: ReadChange } | undefined {
  const read = reactionSchema.safeParse(given).data
  if (!read || read.member?.user?.bot) return undefined
  const { user_id: contactId, channel_id: channelId, message_id: providerMessageId, emoji } = read
  const sign = (emoji.name ?? '❓').toWellFormed().slice(0, 100)
  const change: ReadChange['change'] = isAdded
    ? { kind: 'reaction', reaction: sign }
    : { kind: 'reaction', reaction: undefined, former: sign }
  const key = `reaction/${isAdded}/${sign}/${now}`
  return {
    channelId,
    change: { contactId, by: 'visitor', providerMessageId, key, at: new Date(now).toISOString(), change },
  }
}

/** The ids of the deleted messages; `given` as of `MESSAGE_DELETE` or `MESSAGE_DELETE_BULK`. */
export function readDeletion(given: unknown): { channelId: string; ids: string[] } | undefined {
  const found = z.union([
    z.object({ channel_id: id, id }).transform((one) => ({ channelId: one.channel_id, ids: [one.id] })),
    z
      .object({ channel_id: id, ids: z.array(id).max(1_000) })
      .transform((all) => ({ channelId: all.channel_id, ids: all.ids })),
  ])
  return found.safeParse(given).data
}

function personal(given: unknown): Message | undefined {
  const message = messageSchema.safeParse(given).data
  if (!message || message.author.bot || message.author.system || message.webhook_id) return undefined
  return WRITTEN.includes(message.type) ? message : undefined
}

function inboundOf(
  { author: by, member, channel_id: channelId, id: messageId }: Message,
  providerMessageId: string,
  at: string,
  content: { text: string; attached: Attached[] },
): ReadMessage {
  const contact = { id: by.id, ...named(member?.nick || by.global_name || by.username) }
  const sentAt = new Date(at).toISOString()
  return {
    kind: 'message',
    channelId,
    messageId,
    inbound: { contact, providerMessageId, sentAt, ...content },
  }
}

function named(name: string): { name?: string } {
  const clean = name.toWellFormed().trim().slice(0, 200)
  return clean === '' ? {} : { name: clean.toWellFormed() }
}

function textOf(message: Message): string {
  const { content, sticker_items: stickers, poll, message_snapshots: forwarded, mentions } = message
  return [
    readable(content, mentions),
    ...stickers.map(({ name }) => `[Sticker: ${name}]`),
    ...(poll ? [`[Poll: ${poll.question.text ?? ''}]`] : []),
    ...forwarded.map(({ message: one }) => quoted(readable(one.content, []))),
  ]
    .filter((text) => text.trim() !== '')
    .join('\n')
    .trim()
}

/** Names in place of ids: of people, of emoji of the server; times as they are written elsewhere. */
function readable(content: string, mentions: Message['mentions']): string {
  const people = new Map(
    mentions.map((one) => [one.id, (one.global_name || one.username).slice(0, MOST_OF_MENTION)]),
  )
  return content
    .slice(0, maxMessageLength)
    .replace(/<@!?(\d{1,20})>/g, (all, person: string) =>
      people.has(person) ? `@${people.get(person)}` : all,
    )
    .replace(/<a?(:\w{1,64}:)\d{1,20}>/g, '$1')
    .replace(/<t:(-?\d{1,12})(?::\w)?>/g, (_, seconds: string) =>
      new Date(Number(seconds) * 1000).toISOString().replace(/:\d\d\.\d{3}Z$/, 'Z'),
    )
    .trim()
}

function filesOf(message: Message): Attached[] {
  const forwarded = message.message_snapshots.flatMap(({ message: one }) => one.attachments)
  return [...message.attachments, ...forwarded].slice(0, 10).map(({ url, filename, size }) => {
    const name = filename.toWellFormed().trim().slice(-200)
    return { url, name: name === '' ? 'document' : name.toWellFormed(), size }
  })
}

/** What a message replies to, as a quote before it. */
function quoteOf({ type, referenced_message: replied }: Message): string {
  const words = (type === 19 ? replied?.content : undefined)?.trim() ?? ''
  return words === '' ? '' : `${quoted(readable(words, []))}\n\n`
}

function quoted(words: string): string {
  if (words === '') return ''
  const short = words.length > MOST_OF_QUOTE ? `${words.slice(0, MOST_OF_QUOTE)}…` : words
  return short.replace(/^/gm, '> ')
}

const cut = (text: string) => text.toWellFormed().trim().slice(0, maxMessageLength).toWellFormed()
