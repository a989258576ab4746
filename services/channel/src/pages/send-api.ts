/**
 * What Meta's Send API and the calls around it take, for tests. Meta publishes no document of them that a machine reads
 * (shared/contracts/README.md), so this is written after its reference: developers.facebook.com/docs/messenger-platform/reference
 * (`send-api`, `templates/generic`, `sender-actions`) and developers.facebook.com/docs/graph-api/reference/page/subscribed_apps.
 * Objects are strict: a field that the reference does not have is a fault.
 */
import { z } from 'zod'

const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value.trim() !== '' && value.isWellFormed(), 'is no text')
const address = z.url({ protocol: /^https?$/ }).max(2_048)
const recipient = z.strictObject({ id: z.string().regex(/^\d+$/) })
const quickReply = z.strictObject({ content_type: z.literal('text'), title: text(20), payload: text(1_000) })
const button = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('web_url'), title: text(20), url: address }),
  z.strictObject({ type: z.literal('postback'), title: text(20), payload: text(1_000) }),
])
const element = z
  .strictObject({
    title: text(80),
    ...{ subtitle: text(80).optional(), image_url: address.optional() },
    buttons: z.array(button).min(1).max(3).optional(),
  })
  .refine((card) => Object.keys(card).length > 1, 'has a title alone')

function message(kind: 'messenger' | 'instagram') {
  const file = kind === 'messenger' ? ['image', 'audio', 'video', 'file'] : ['image', 'audio', 'video']
  const attachment = z.union([
    z.strictObject({ type: z.enum(file), payload: z.strictObject({ url: address }) }),
    z.strictObject({
      type: z.literal('template'),
      payload: z.strictObject({
        template_type: z.literal('generic'),
        elements: z.array(element).min(1).max(10),
      }),
    }),
  ])
  const metadata = kind === 'messenger' ? { metadata: text(1_000).optional() } : {}
  return z
    .strictObject({
      text: text(2_000).optional(),
      attachment: attachment.optional(),
      quick_replies: z.array(quickReply).min(1).max(13).optional(),
      ...metadata,
    })
    .refine((given) => (given.text === undefined) !== (given.attachment === undefined), 'is not one thing')
    .refine(
      ({ quick_replies: all = [] }) => new Set(all.map(({ title }) => title)).size === all.length,
      'has choices that can’t be told apart',
    )
}

const requestOf = (kind: 'messenger' | 'instagram') =>
  z.union([
    z.strictObject({ recipient, messaging_type: z.literal('RESPONSE'), message: message(kind) }),
    z.strictObject({
      ...{ recipient, messaging_type: z.literal('MESSAGE_TAG'), tag: z.literal('HUMAN_AGENT') },
      message: message(kind),
    }),
    z.strictObject({ recipient, sender_action: z.enum(['mark_seen', 'typing_on', 'typing_off']) }),
  ])
const requests = { messenger: requestOf('messenger'), instagram: requestOf('instagram') }

/** The fields that a page can tell an app of, as far as messages are concerned. */
const fields = new Set([
  ...['messages', 'messaging_postbacks', 'messaging_optins', 'messaging_referrals', 'messaging_handovers'],
  ...[
    'message_deliveries',
    'message_reads',
    'message_echoes',
    'message_reactions',
    'message_edits',
    'standby',
  ],
])
const subscription = z.strictObject({
  subscribed_fields: z.string().refine((all) => all.split(',').every((field) => fields.has(field))),
})

/** What is wrong with a call of a page's token; nothing if it is as documented. */
export function faultsOfCall(
  kind: 'messenger' | 'instagram',
  { method, path: [id = '', edge], body }: { method: string; path: readonly string[]; body: object },
): string[] {
  const nothing = z.strictObject({})
  const schema =
    method === 'POST' && edge === 'messages'
      ? requests[kind]
      : method === 'POST' && edge === 'subscribed_apps'
        ? subscription
        : nothing
  if (edge === undefined && method !== 'GET') return [`${method} ${id}: there is no such call`]
  const read = schema.safeParse(body)
  return read.success ? [] : [z.prettifyError(read.error)]
}
