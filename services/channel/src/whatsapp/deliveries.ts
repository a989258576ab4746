/**
 * Reads what WhatsApp delivers (developers.facebook.com/docs/whatsapp/cloud-api/webhooks): who wrote what to which of the
 * business's numbers, when, and what became of what was sent. Pure. The signature proves that a delivery is Meta's; its
 * form is read with care nevertheless, and what can't be read is named.
 */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { TemplateState } from '@parley/contracts/channel/template-names.ts'
import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import type { Parsed } from '@parley/contracts/endpoint.ts'
import { z } from 'zod'
import { isTooMuch } from '../meta/large-deliveries.ts'
import type { ReadChange } from '../outside.ts'
import { choiceIn } from './requests.ts'
import { stateOf } from './templates/meta-templates.ts'

export type Attached = { mediaId: string; name: string; size: number | undefined }

export type WhatsAppInbound = {
  /** The id is the number of the person, digits alone. */
  contact: { id: string; name?: string; phone: string }
  /** Unique within the number, and in fact everywhere. */
  providerMessageId: string
  /** ISO 8601. */
  sentAt: string
  text: string
  attached: Attached[]
  /** The person has opened the chat, and said nothing yet. */
  opens: boolean
}

/** What a person of the team wrote in the WhatsApp Business app. */
export type WhatsAppReply = Pick<WhatsAppInbound, 'providerMessageId' | 'sentAt' | 'text' | 'attached'> & {
  /** Whom they wrote to. */
  contact: { id: string; phone: string }
}

/** What became of a message. `code`: Meta's, of why it failed. */
export type WhatsAppStatus = {
  state: 'sent' | 'delivered' | 'read' | 'failed'
  /** What was sent with the message to recognise it (`biz_opaque_callback_data`). */
  reference: string
  code?: number
}

/** What was delivered for one number, in the order of its entries. `phoneNumberId`: as Meta calls the number. */
export type NumbersPart = {
  phoneNumberId: string
  inbound: WhatsAppInbound[]
  statuses: WhatsAppStatus[]
  replies: WhatsAppReply[]
  /** Reactions, edits and deletions. */
  changes: ReadChange[]
  /** What is none of these, by kind: notes of WhatsApp's own, groups, fields that are not read. */
  ignored: string[]
}

export type WhatsAppDelivery = Parsed<(typeof channelEndpoints)['channels.whatsappWebhook']>['body']

const some = z.array(z.unknown()).optional().catch(undefined)
const valueSchema = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string().regex(/^\d{1,20}$/) }),
  contacts: z
    .array(
      z.looseObject({
        wa_id: z.string().optional(),
        profile: z.looseObject({ name: z.string().optional() }).optional(),
      }),
    )
    .optional()
    .catch(undefined),
  ...{ messages: some, statuses: some, message_echoes: some },
})

const text = z.string().catch('')
const media = z.looseObject({
  /** A step of an address that is asked for. */
  id: z.string().regex(/^[\w-]{1,200}$/),
  mime_type: z.string().optional().catch(undefined),
  filename: z.string().optional().catch(undefined),
  caption: z.string().optional().catch(undefined),
  file_size: z.coerce.number().optional().catch(undefined),
  voice: z.boolean().optional().catch(undefined),
  animated: z.boolean().optional().catch(undefined),
})
const optionalMedia = media.optional().catch(undefined)
const reply = z.looseObject({ id: text, title: text })
const messageId = z.string().min(1).max(200)
const messageSchema = z.looseObject({
  from: z.string().regex(/^\d{1,20}$/),
  id: messageId,
  /** Of what a person of the team wrote. */
  to: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .catch(undefined),
  timestamp: z.string().regex(/^\d{1,12}$/),
  type: z.string().max(100),
  group_id: z.string().optional().catch(undefined),
  text: z.looseObject({ body: text }).optional().catch(undefined),
  ...{ image: optionalMedia, audio: optionalMedia, video: optionalMedia },
  ...{ document: optionalMedia, sticker: optionalMedia },
  location: z
    .looseObject({
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
      name: z.string().optional().catch(undefined),
      address: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  contacts: z
    .array(
      z.looseObject({
        name: z.looseObject({ formatted_name: text }).optional().catch(undefined),
        phones: z
          .array(z.looseObject({ phone: text }))
          .optional()
          .catch(undefined),
        emails: z
          .array(z.looseObject({ email: text }))
          .optional()
          .catch(undefined),
      }),
    )
    .max(20)
    .optional()
    .catch(undefined),
  reaction: z
    .looseObject({ message_id: z.string().max(200).optional().catch(undefined), emoji: text })
    .optional()
    .catch(undefined),
  /** A message that its writer has edited or deleted. */
  edit: z
    .looseObject({ original_message_id: messageId, message: z.looseObject({ type: text }) })
    .optional()
    .catch(undefined),
  revoke: z.looseObject({ original_message_id: messageId }).optional().catch(undefined),
  button: z.looseObject({ text }).optional().catch(undefined),
  interactive: z
    .looseObject({
      type: text,
      button_reply: reply.optional().catch(undefined),
      list_reply: reply.optional().catch(undefined),
      nfm_reply: z.looseObject({ body: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  order: z
    .looseObject({
      text,
      product_items: z
        .array(
          z.looseObject({
            product_retailer_id: text,
            quantity: z.coerce.number().catch(1),
            item_price: z.coerce.number().optional().catch(undefined),
            currency: text,
          }),
        )
        .max(100)
        .catch([]),
    })
    .optional()
    .catch(undefined),
  errors: z
    .array(
      z.looseObject({
        title: text,
        error_data: z.looseObject({ details: text }).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
  context: z
    .looseObject({
      id: z.string().optional().catch(undefined),
      forwarded: z.boolean().optional().catch(undefined),
      frequently_forwarded: z.boolean().optional().catch(undefined),
      referred_product: z.looseObject({ product_retailer_id: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  referral: z.looseObject({ source_url: text, headline: text, body: text }).optional().catch(undefined),
})
type Message = z.infer<typeof messageSchema>

const statusSchema = z.looseObject({
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: z.string().min(1).max(512),
  errors: z
    .array(z.looseObject({ code: z.number().int() }))
    .optional()
    .catch(undefined),
})

/** Longer quotes help nobody. */
const MOST_OF_QUOTE = 300
const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['audio/ogg', 'ogg'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/aac', 'aac'],
  ['audio/amr', 'amr'],
  ['video/mp4', 'mp4'],
  ['video/3gpp', '3gp'],
])

/** Whether a delivery holds more than is taken of one. */
export function holdsTooMuch({ entry }: WhatsAppDelivery): boolean {
  const values = entry.flatMap(({ changes }) => changes.map(({ value }) => value))
  return isTooMuch(values, ['messages', 'statuses', 'message_echoes'])
}

/** Messages of each part stand in the order in which they were written. */
export function readDelivery({ entry }: WhatsAppDelivery): NumbersPart[] {
  return entry.flatMap(({ changes }) =>
    changes.flatMap(({ field, value }): NumbersPart[] => {
      const read = valueSchema.safeParse(value)
      if (!read.success) return []
      const { metadata, contacts = [], messages = [], statuses = [], message_echoes = [] } = read.data
      const part: NumbersPart = {
        ...{ phoneNumberId: metadata.phone_number_id, inbound: [], statuses: [] },
        ...{ replies: [], changes: [] },
        ignored: field === 'messages' || field === 'smb_message_echoes' ? [] : [field],
      }
      const names = new Map(contacts.map(({ wa_id, profile }) => [wa_id, profile?.name]))
      for (const given of messages) {
        const found = readMessage(given, names)
        if (typeof found === 'string') part.ignored.push(found)
        else if ('change' in found) part.changes.push(found)
        else part.inbound.push(found)
      }
      for (const given of message_echoes) {
        const found = readEcho(given)
        if (typeof found === 'string') part.ignored.push(found)
        else if ('change' in found) part.changes.push(found)
        else part.replies.push(found)
      }
      for (const given of statuses) {
        const found = statusSchema.safeParse(given)
        if (!found.success) continue
        const { status: state, biz_opaque_callback_data: reference, errors } = found.data
        const code = errors?.[0]?.code
        part.statuses.push({ state, reference, ...(code === undefined ? {} : { code }) })
      }
      part.inbound.sort((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt))
      return [part]
    }),
  )
}

/** The kind of one that is ignored as a text. */
function readMessage(given: unknown, names: ReadonlyMap<string | undefined, string | undefined>) {
  const read = messageSchema.safeParse(given)
  if (!read.success) return 'unreadable'
  const message = read.data
  if (message.group_id !== undefined) return 'group'
  // A note of WhatsApp's own, such as that a person has another number by now.
  if (message.type === 'system') return 'system'
  const { from, id, timestamp, type } = message
  const change = changeIn(message, { contactId: from, by: 'visitor' })
  if (change) return change
  const { said, attached = [] } = contentOf(message)
  const inbound: WhatsAppInbound = {
    contact: { id: from, phone: `+${from}`, ...nameOf(names.get(from)) },
    ...{ providerMessageId: id, sentAt: timeOf(timestamp), attached },
    text: cut(`${aboutOf(message)}${said}`),
    opens: type === 'request_welcome',
  }
  return inbound
}

/** What a person of the team did in the WhatsApp Business app; the kind of one that is ignored as a text. */
function readEcho(given: unknown): WhatsAppReply | ReadChange | string {
  const read = messageSchema.safeParse(given)
  if (!read.success) return 'unreadable'
  const message = read.data
  const { id, to, timestamp } = message
  if (to === undefined) return 'echo-without-contact'
  if (message.group_id !== undefined) return 'group'
  const change = changeIn(message, { contactId: to, by: 'human' })
  if (change?.change.kind === 'reaction') return 'reaction-of-the-team'
  if (change) return change
  const { said, attached = [] } = contentOf(message)
  return {
    contact: { id: to, phone: `+${to}` },
    ...{ providerMessageId: id, sentAt: timeOf(timestamp), text: cut(said), attached },
  }
}

/** A reaction to an earlier message, its edit or its deletion; undefined for a message. */
function changeIn(
  { type, id: key, timestamp, reaction, edit, revoke }: Message,
  of: Pick<ReadChange, 'contactId' | 'by'>,
): ReadChange | undefined {
  const at = timeOf(timestamp)
  if (type === 'reaction' && reaction?.message_id) {
    const emoji = reaction.emoji.toWellFormed().slice(0, 100)
    const change = { kind: 'reaction', reaction: emoji === '' ? undefined : emoji } as const
    return { ...of, providerMessageId: reaction.message_id, key, at, change }
  }
  if (type === 'revoke' && revoke)
    return { ...of, providerMessageId: revoke.original_message_id, key, at, change: { kind: 'deletion' } }
  if (type === 'edit' && edit) {
    const { original_message_id: providerMessageId, message } = edit
    const inner = messageSchema.safeParse({
      ...message,
      from: of.contactId,
      id: providerMessageId,
      timestamp,
    })
    if (!inner.success) return undefined
    const text = cut(`${aboutOf(inner.data)}${contentOf(inner.data).said}`)
    return { ...of, providerMessageId, key, at, change: { kind: 'edit', text } }
  }
  return undefined
}

const timeOf = (timestamp: string) => new Date(Number(timestamp) * 1000).toISOString()

function nameOf(given: string | undefined): { name?: string } {
  const name = (given ?? '').toWellFormed().trim().slice(0, 200).toWellFormed()
  return name === '' ? {} : { name }
}

/** What people say. What is no words and no file is named. */
function contentOf(message: Message): { said: string; attached?: Attached[] } {
  const { type, text: words, location, contacts, reaction, button, interactive, order } = message
  const file = fileOf(message)
  if (file) return { said: file.caption, attached: [file.attached] }
  switch (type) {
    case 'text':
      if (words && words.body.trim() !== '') return { said: words.body }
      break
    case 'button':
      if (button && button.text !== '') return { said: button.text }
      break
    case 'interactive': {
      const chosen = interactive?.button_reply ?? interactive?.list_reply
      if (chosen && choiceIn(chosen) !== '') return { said: choiceIn(chosen) }
      if (interactive?.nfm_reply) return { said: `[Form] ${interactive.nfm_reply.body}`.trim() }
      break
    }
    case 'reaction':
      return { said: reaction?.emoji ? `[Reaction ${reaction.emoji}]` : '[Reaction removed]' }
    case 'location':
      if (location) {
        const { name = '', address = '', latitude, longitude } = location
        const place = [name, address].filter((part) => part !== '').join(', ')
        const map = `https://www.google.com/maps?q=${latitude},${longitude}`
        return { said: ['📍', place, map].filter((part) => part !== '').join(' ') }
      }
      break
    case 'contacts':
      if (contacts && contacts.length > 0) return { said: contacts.map(personIn).join('\n') }
      break
    case 'order':
      if (order) return { said: orderIn(order) }
      break
    case 'request_welcome':
      return { said: '[Chat opened]' }
  }
  const { title = '', error_data } = message.errors?.[0] ?? {}
  const why = error_data?.details || title
  return { said: `[${type.replaceAll('_', ' ')}${why === '' ? '' : `: ${why}`}]` }
}

const kinds = ['image', 'audio', 'video', 'document', 'sticker'] as const

function fileOf(message: Message): { caption: string; attached: Attached } | undefined {
  const kind = kinds.find((one) => one === message.type)
  const found = kind && message[kind]
  if (!kind || !found) return undefined
  const { id: mediaId, mime_type = '', filename, file_size: size, caption = '', voice } = found
  const extension = extensions.get(mime_type.split(';')[0]?.trim() ?? '')
  const plainName = kind === 'audio' && voice ? 'voice' : kind
  const name = (filename ?? '').toWellFormed().trim().slice(-200).toWellFormed()
  const given = extension === undefined ? plainName : `${plainName}.${extension}`
  return { caption, attached: { mediaId, name: name === '' ? given : name, size } }
}

type Card = NonNullable<Message['contacts']>[number]
function personIn({ name, phones = [], emails = [] }: Card): string {
  const known = [
    name?.formatted_name,
    ...phones.map(({ phone }) => phone),
    ...emails.map(({ email }) => email),
  ]
  return `👤 ${known.filter(Boolean).join(', ')}`
}

function orderIn({ text: words, product_items }: NonNullable<Message['order']>): string {
  const lines = product_items.map(({ product_retailer_id: product, quantity, item_price, currency }) => {
    const price = item_price === undefined ? '' : `, ${item_price} ${currency}`
    return `• ${quantity} × ${product}${price}`
  })
  return ['🛒 [Order]', words, ...lines].filter((line) => line !== '').join('\n')
}

/** Where a message comes from: an advertisement, a product, an earlier message, somebody else. */
function aboutOf({ referral, context, type }: Message): string {
  if (referral) {
    const { headline, body, source_url } = referral
    const about = [headline, body, source_url].map((part) => part.trim()).filter((part) => part !== '')
    return quoted(about.join(' · '))
  }
  if (context?.referred_product) return quoted(`Product ${context.referred_product.product_retailer_id}`)
  if (context?.forwarded || context?.frequently_forwarded) return '(forwarded) '
  // A pressed button always answers an earlier message.
  if (context?.id !== undefined && type !== 'interactive' && type !== 'button')
    return '(in reply to an earlier message) '
  return ''
}

function quoted(text: string): string {
  if (text === '') return ''
  const short = text.length > MOST_OF_QUOTE ? `${text.slice(0, MOST_OF_QUOTE)}…` : text
  return `${short.replace(/^/gm, '> ')}\n\n`
}

const cut = (text: string) => text.toWellFormed().trim().slice(0, maxMessageLength).toWellFormed()

/** What Meta says of a template of a business account. */
export type TemplateReview = {
  businessId: string
  templateId: string
  name: string
  language: string
  state: TemplateState
  reason?: string
}

const reviewSchema = z.looseObject({
  event: z.string().max(50),
  message_template_id: z.union([z.number().int(), z.string().max(64)]).transform(String),
  message_template_name: z.string().max(512),
  message_template_language: z.string().max(20),
  reason: z.string().nullish().catch(undefined),
})

/** The reviews of templates in a delivery (field `message_template_status_update`); they are of an account, not of a number. */
export function readReviews({ entry }: WhatsAppDelivery): TemplateReview[] {
  return entry.flatMap(({ id, changes }) =>
    changes.flatMap(({ field, value }): TemplateReview[] => {
      const read = field === TEMPLATE_FIELD ? reviewSchema.safeParse(value) : undefined
      if (!read?.success || typeof id !== 'string') return []
      const { message_template_id: templateId, message_template_name: name, reason, event } = read.data
      const why = (reason ?? '').toWellFormed().trim().slice(0, 100)
      return [
        {
          ...{ businessId: id, templateId, name: name.toWellFormed(), state: stateOf(event) },
          language: read.data.message_template_language,
          ...(why === '' || why === 'NONE' ? {} : { reason: why }),
        },
      ]
    }),
  )
}

const TEMPLATE_FIELD = 'message_template_status_update'

/** The business accounts that the bytes of a delivery about templates name, at most so many; none in any other delivery. */
export function businessIdsIn(raw: Buffer, most: number): string[] {
  const text = raw.toString('latin1')
  if (!text.includes(`"${TEMPLATE_FIELD}"`)) return []
  const found = new Set<string>()
  for (const [, id] of text.matchAll(/"id"\s{0,10}:\s{0,10}"(\d{1,20})"/g)) {
    found.add(id!)
    if (found.size === most) break
  }
  return [...found]
}

/** The numbers that the bytes of a delivery name, at most so many, before anything of it is believed or parsed. */
export function phoneNumberIdsIn(raw: Buffer, most: number): string[] {
  const found = new Set<string>()
  for (const [, id] of raw.toString('latin1').matchAll(/"phone_number_id"\s{0,10}:\s{0,10}"(\d{1,20})"/g)) {
    found.add(id!)
    if (found.size === most) break
  }
  return [...found]
}
