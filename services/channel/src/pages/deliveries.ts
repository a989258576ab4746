/**
 * Reads what Meta delivers of pages and Instagram accounts (developers.facebook.com/docs/messenger-platform/reference/webhook-events):
 * who wrote what to which of them, when, and what people have received and read. Pure. The signature proves that a delivery
 * is Meta's; its form is read with care nevertheless, and what can't be read is named.
 */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import type { Parsed } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'
import type { ReadChange } from '../outside.ts'
import { choiceIn, type PageKind } from './requests.ts'

export type Attached = { url: string; name: string }

export type PageInbound = {
  /** Of the person, as this page or account knows them. */
  contactId: string
  /** Unique within the page or account. */
  providerMessageId: string
  /** ISO 8601. */
  sentAt: string
  text: string
  attached: Attached[]
  /** The person has opened the chat, and said nothing yet. */
  opens: boolean
}

/** A message that the page sent: a person of the team in Meta's own app, another app, or we. */
export type PageEcho = Omit<PageInbound, 'opens'> & {
  /** The app by which it was sent, and what we sent with it to recognise it; each where Meta says it. */
  appId?: string
  reference?: string
}

/** What a person has received or read: all that was sent to them before a time (ISO 8601). */
export type PageReceipt = { contactId: string; state: 'delivered' | 'read'; until: string }

/** What was delivered for one page or account, in the order in which it was written. */
export type PagesPart = {
  accountId: string
  inbound: PageInbound[]
  receipts: PageReceipt[]
  echoes: PageEcho[]
  /** Reactions, edits and deletions. */
  changes: ReadChange[]
  /** What is none of these, by kind: events of other fields. */
  ignored: string[]
}

export type PageDelivery = Parsed<(typeof channelEndpoints)['channels.metaWebhook']>['body']

const words = z.string().catch('')
const optionalText = z.string().optional().catch(undefined)
const personId = z.string().regex(/^\d{1,25}$/)
const time = z.number().int().min(0).max(8_640_000_000_000_000).optional().catch(undefined)

const attachmentSchema = z.looseObject({
  type: z.string().max(100).catch('unknown'),
  title: words,
  url: optionalText,
  payload: z
    .looseObject({
      ...{ url: optionalText, title: words },
      sticker_id: z.unknown().optional(),
      coordinates: z
        .looseObject({ lat: z.coerce.number(), long: z.coerce.number() })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})
type Attachment = z.infer<typeof attachmentSchema>

const referral = z
  .looseObject({
    ...{ ref: words, source: words },
    ads_context_data: z.looseObject({ ad_title: words }).optional().catch(undefined),
    product: z.looseObject({ id: words }).optional().catch(undefined),
  })
  .optional()
  .catch(undefined)
type Referral = NonNullable<z.infer<typeof referral>>

const messageSchema = z.looseObject({
  mid: z.string().min(1).max(500),
  text: words,
  is_echo: z.boolean().optional().catch(undefined),
  app_id: z
    .union([z.string().max(30), z.number().int()])
    .transform(String)
    .optional()
    .catch(undefined),
  metadata: optionalText,
  is_deleted: z.boolean().optional().catch(undefined),
  is_unsupported: z.boolean().optional().catch(undefined),
  quick_reply: z.looseObject({ payload: words }).optional().catch(undefined),
  attachments: z.array(attachmentSchema).max(100).optional().catch(undefined),
  reply_to: z
    .looseObject({ mid: optionalText, story: z.looseObject({ url: words }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  referral,
})
type Message = z.infer<typeof messageSchema>

const eventSchema = z.looseObject({
  sender: z.looseObject({ id: personId }),
  recipient: z.looseObject({ id: personId }),
  timestamp: time,
  message: messageSchema.optional(),
  message_edit: z
    .looseObject({ mid: z.string().min(1).max(500), text: words, num_edit: z.coerce.number().catch(1) })
    .optional(),
  postback: z.looseObject({ mid: optionalText, title: words, payload: words, referral }).optional(),
  reaction: z
    .looseObject({ mid: z.string().min(1).max(500), action: words, reaction: words, emoji: words })
    .optional(),
  referral,
  delivery: z.looseObject({ watermark: time }).optional(),
  read: z.looseObject({ watermark: time }).optional(),
})
type Event = z.infer<typeof eventSchema>

const entrySchema = z.looseObject({
  messaging: z.array(z.unknown()).catch([]).default([]),
  standby: z.array(z.unknown()).catch([]).default([]),
  changes: z.array(z.unknown()).catch([]).default([]),
})

const MOST_OF_ADDRESS = 2_000
const kinds: Record<string, PageKind> = { page: 'messenger', instagram: 'instagram' }

/** Of which kind of channel a delivery is; undefined for what we have none for. */
export const kindOf = ({ object }: Pick<PageDelivery, 'object'>): PageKind | undefined =>
  Object.hasOwn(kinds, object) ? kinds[object] : undefined

export function readDelivery({ entry }: PageDelivery): PagesPart[] {
  return entry.map((given) => {
    const { messaging, standby, changes } = entrySchema.parse(given)
    const part: PagesPart = {
      ...{ accountId: given.id, inbound: [], receipts: [], echoes: [], changes: [] },
      // Another app answers these conversations.
      ignored: [...standby.map(() => 'standby'), ...changes.map(() => 'changes')],
    }
    for (const each of messaging) {
      const found = readEvent(each, given.id)
      if (typeof found === 'string') part.ignored.push(found)
      else if ('state' in found) part.receipts.push(found)
      else if ('change' in found) part.changes.push(found)
      else if (!('opens' in found)) part.echoes.push(found)
      else part.inbound.push(found)
    }
    part.inbound.sort((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt))
    return part
  })
}

/** The kind of one that is ignored as a text. */
function readEvent(
  given: unknown,
  accountId: string,
): PageInbound | PageReceipt | PageEcho | ReadChange | string {
  const read = eventSchema.safeParse(given)
  if (!read.success) return 'unreadable'
  const event = read.data
  const { message, delivery, read: seen, timestamp } = event
  if (message?.is_echo) return readEcho(event, message, accountId)
  if (event.recipient.id !== accountId || event.sender.id === accountId) return 'not-of-a-person'
  const contactId = event.sender.id
  const receipt = delivery ?? seen
  if (receipt) {
    const until = receipt.watermark ?? timestamp
    if (until === undefined) return 'unreadable'
    return { contactId, state: seen ? 'read' : 'delivered', until: new Date(until).toISOString() }
  }
  const change = changeIn(event, { contactId, by: 'visitor' })
  if (change) return timestamp === undefined ? 'unreadable' : change
  const said = saidIn(event)
  if (!said) return 'unknown'
  if (timestamp === undefined) return 'unreadable'
  return {
    ...{ contactId, providerMessageId: said.id, sentAt: new Date(timestamp).toISOString() },
    ...{ text: cut(said.text), attached: said.attached ?? [], opens: said.opens ?? false },
  }
}

/** What the page sent comes back, whoever wrote it. */
function readEcho(event: Event, message: Message, accountId: string): PageEcho | ReadChange | string {
  const { timestamp, recipient, sender } = event
  if (sender.id !== accountId || recipient.id === accountId) return 'not-of-a-person'
  if (timestamp === undefined) return 'unreadable'
  const change = changeIn(event, { contactId: recipient.id, by: 'human' })
  if (change) return change
  const { text, attached } = contentOf(message)
  const { app_id: appId, metadata: reference } = message
  return {
    ...{ contactId: recipient.id, providerMessageId: message.mid, attached, text: cut(text) },
    sentAt: new Date(timestamp).toISOString(),
    ...(appId === undefined ? {} : { appId }),
    ...(reference === undefined ? {} : { reference }),
  }
}

/** A reaction to an earlier message, its edit or its deletion; undefined for anything else. */
function changeIn(
  { message, message_edit: edit, reaction, timestamp = 0 }: Event,
  of: Pick<ReadChange, 'contactId' | 'by'>,
): ReadChange | undefined {
  const at = new Date(timestamp).toISOString()
  const about = (providerMessageId: string, kind: string, change: ReadChange['change']): ReadChange => ({
    ...{ ...of, providerMessageId, key: `${kind}/${timestamp}`, at, change },
  })
  if (message?.is_deleted) return about(message.mid, 'deletion', { kind: 'deletion' })
  if (edit) return about(edit.mid, `edit/${edit.num_edit}`, { kind: 'edit', text: cut(edit.text) })
  if (!reaction) return undefined
  const sign = (reaction.emoji === '' ? reaction.reaction : reaction.emoji).toWellFormed().slice(0, 100)
  const given = reaction.action === 'unreact' || sign === '' ? undefined : sign
  return about(reaction.mid, 'reaction', { kind: 'reaction', reaction: given })
}

type Said = { id: string; text: string; attached?: Attached[]; opens?: boolean }

function saidIn(event: Event): Said | undefined {
  const { message, postback, referral: from, timestamp = 0 } = event
  if (message) {
    const { text, attached } = contentOf(message)
    return { id: message.mid, text: `${aboutOf(message)}${text}`, attached }
  }
  if (postback) {
    const chosen = choiceIn(postback)
    const about = postback.referral ? quoted(referralIn(postback.referral)) : ''
    // A person who opens the chat presses a button of Meta's own.
    const text = chosen === '' ? '[Button pressed]' : chosen
    return { id: postback.mid ?? `postback/${event.sender.id}/${timestamp}`, text: `${about}${text}` }
  }
  if (from)
    return {
      id: `referral/${event.sender.id}/${timestamp}`,
      text: `${quoted(referralIn(from))}[Chat opened]`,
      opens: true,
    }
  return undefined
}

/** What people say. What is no words and no file is named. */
function contentOf(message: Message): { text: string; attached: Attached[] } {
  const { quick_reply: chosen, attachments = [], text, is_unsupported: unsupported } = message
  if (chosen) return { text: choiceIn({ payload: chosen.payload, title: text }), attached: [] }
  const attached: Attached[] = []
  const named: string[] = []
  for (const [nth, each] of attachments.entries()) {
    const file = fileIn(each, nth)
    if (file) attached.push(file)
    const label = labelOf(each, file !== undefined)
    if (label !== '') named.push(label)
  }
  const said = [text, ...named].filter((line) => line.trim() !== '').join('\n')
  if (said !== '' || attached.length > 0) return { text: said, attached }
  return { text: unsupported ? '[Unsupported message]' : '[Message without content]', attached }
}

const fileKinds: Record<string, string> = {
  ...{ image: 'image.jpg', audio: 'voice.m4a', video: 'video.mp4', file: 'file' },
  ...{ story_mention: 'story', ig_reel: 'reel.mp4', reel: 'reel.mp4', ig_story: 'story', share: '' },
}

/** `nth`: names of files within a message must differ. */
function fileIn({ type, payload }: Attachment, nth: number): Attached | undefined {
  const url = payload?.url
  const plainName = Object.hasOwn(fileKinds, type) ? fileKinds[type] : undefined
  // What is shared is looked at where it is.
  if (
    !plainName ||
    url === undefined ||
    url.length > MOST_OF_ADDRESS ||
    type === 'ig_reel' ||
    type === 'reel'
  )
    return undefined
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  const given = /^[\w%.() -]{1,150}\.[A-Za-z0-9]{2,5}$/.test(last) ? decoded(last) : plainName
  return { url, name: nth === 0 ? given : `${nth + 1}-${given}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('/', '-').toWellFormed()
  } catch {
    return text
  }
}

/** What an attachment is called beside its file, or instead of one. */
function labelOf({ type, title, url, payload }: Attachment, hasFile: boolean): string {
  const { coordinates, url: address = url ?? '', title: name = '' } = payload ?? {}
  const shown = [name || title, address.slice(0, MOST_OF_ADDRESS)].filter((part) => part !== '').join(' ')
  switch (type) {
    case 'location': {
      if (!coordinates) return '[Location]'
      const map = `https://www.google.com/maps?q=${coordinates.lat},${coordinates.long}`
      return ['📍', name || title, map].filter((part) => part !== '').join(' ')
    }
    case 'story_mention':
      return '[Mentioned you in a story]'
    case 'fallback':
    case 'share':
    case 'ig_reel':
    case 'reel':
    case 'ig_post':
    case 'post':
      return shown === '' ? '[Shared something]' : `[Shared] ${shown}`
    case 'image':
      if (payload?.sticker_id !== undefined) return '[Sticker]'
      break
  }
  return hasFile ? '' : `[${type.replaceAll('_', ' ')}]`
}

/** Where a message comes from: an advertisement, a link, a story, an earlier message. */
function aboutOf({ referral: from, reply_to: earlier }: Message): string {
  const about = from ? quoted(referralIn(from)) : ''
  if (earlier?.story) return `${about}(in reply to your story) `
  return earlier?.mid === undefined ? about : `${about}(in reply to an earlier message) `
}

function referralIn({ ref, source, ads_context_data: ad, product }: Referral): string {
  const parts = [ad?.ad_title ?? '', product ? `Product ${product.id}` : '', ref, source]
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' · ')
}

/** Longer quotes help nobody. */
const MOST_OF_QUOTE = 300
function quoted(text: string): string {
  if (text === '') return ''
  const short = text.length > MOST_OF_QUOTE ? `${text.slice(0, MOST_OF_QUOTE)}…` : text
  return `${short.replace(/^/gm, '> ')}\n\n`
}

const cut = (text: string) => text.toWellFormed().trim().slice(0, maxMessageLength).toWellFormed()

/** The ids that the bytes of a delivery name, at most so many, before anything of it is believed or parsed. */
export function idsIn(raw: Buffer, most: number): string[] {
  const found = new Set<string>()
  for (const [, id] of raw.toString('latin1').matchAll(/"id"\s{0,10}:\s{0,10}"(\d{1,20})"/g)) {
    found.add(id!)
    if (found.size === most) break
  }
  return [...found]
}
