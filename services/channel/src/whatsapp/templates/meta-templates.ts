/**
 * Templates as Meta has them: read, created and deleted in the WhatsApp Business account of a channel
 * (developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates). How one is sent: `sent-template.ts`.
 */

import type { NewTemplate, TemplateView } from '@parley/contracts/channel/template.ts'
import { placesOfVariables, type TemplateState } from '@parley/contracts/channel/template-names.ts'
import { z } from 'zod'
import type { Channel } from '../../channel.decider.ts'
import type { GraphApi, GraphFault } from '../../meta/graph-api.ts'
import { graphCredentials } from '../whatsapp-adapter.ts'

type Account = Pick<Channel, 'account' | 'credentials'>
type Answered<Result> = Promise<({ ok: true } & Result) | GraphFault>

const FIELDS = 'id,name,language,status,category,components,rejected_reason'
const A_PAGE = 100
/** Of an account; Meta lets most have 250. */
const MOST_PAGES = 10
const LONGEST = { name: 512, language: 20, text: 2_000, button: 200, url: 2_000, reason: 100 } as const

const text = (most: number) =>
  z
    .string()
    .transform((given) => given.toWellFormed().slice(0, most))
    .optional()
    .catch(undefined)
const componentSchema = z.looseObject({
  type: z.string().catch(''),
  format: text(50),
  text: text(LONGEST.text),
  buttons: z
    .array(
      z.looseObject({
        type: z.string().catch(''),
        text: text(LONGEST.button),
        url: text(LONGEST.url),
        phone_number: text(50),
      }),
    )
    .max(20)
    .optional()
    .catch(undefined),
})
const templateSchema = z.looseObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1).max(LONGEST.name),
  language: z.string().min(1).max(LONGEST.language),
  status: z.string().max(50).catch(''),
  category: z.string().max(50).catch(''),
  rejected_reason: text(LONGEST.reason),
  components: z.array(componentSchema).max(20).catch([]),
})
const pageSchema = z.object({
  data: z.array(z.unknown()),
  paging: z
    .looseObject({
      next: z.string().optional(),
      cursors: z.looseObject({ after: z.string().max(1_000).optional() }).optional(),
    })
    .optional(),
})
const createdSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/), status: z.string().optional() })
const done = z.object({ success: z.literal(true) })

/** All templates of the channel's business account, the newest first as Meta lists them. */
export async function readTemplates(
  api: GraphApi,
  { account: { businessId = '' }, credentials }: Account,
): Answered<{ templates: TemplateView[] }> {
  const templates: TemplateView[] = []
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const called = await api.call(graphCredentials(credentials), {
      method: 'GET',
      path: [businessId, 'message_templates'],
      query: { fields: FIELDS, limit: String(A_PAGE), ...(after === undefined ? {} : { after }) },
      answer: pageSchema,
    })
    if (!called.ok) return called
    const { data, paging } = called.result
    for (const given of data) {
      const read = templateSchema.safeParse(given)
      if (read.success) templates.push(viewOf(read.data))
    }
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) break
  }
  return { ok: true, templates }
}

/** Hands a template in for Meta's review. */
export async function createTemplate(
  api: GraphApi,
  { account: { businessId = '' }, credentials }: Account,
  { name, language, category, bodyText, headerText, buttons, samples }: NewTemplate,
): Answered<{ templateId: string; state: TemplateState }> {
  const sample = (place: string) => samples[place] ?? ''
  const places = placesOfVariables({ header: headerText, body: bodyText, buttons })
  // In the order of their numbers, whatever their order in the text.
  const of = (part: string) =>
    places
      .filter((place) => place.startsWith(`${part}.`))
      .toSorted(byNumber)
      .map(sample)
  const [headers, bodies] = [of('header'), of('body')]
  const components = [
    ...(headerText === undefined
      ? []
      : [
          {
            ...{ type: 'HEADER', format: 'TEXT', text: headerText },
            ...(headers.length === 0 ? {} : { example: { header_text: headers } }),
          },
        ]),
    {
      ...{ type: 'BODY', text: bodyText },
      ...(bodies.length === 0 ? {} : { example: { body_text: [bodies] } }),
    },
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buttonAtMeta) }]),
  ]
  const called = await api.call(graphCredentials(credentials), {
    method: 'POST',
    path: [businessId, 'message_templates'],
    body: { name, language, category, components },
    answer: createdSchema,
  })
  if (!called.ok) return called
  return { ok: true, templateId: called.result.id, state: stateOf(called.result.status ?? 'PENDING') }
}

export function deleteTemplate(
  api: GraphApi,
  { account: { businessId = '' }, credentials }: Account,
  { templateId, name }: Pick<TemplateView, 'templateId' | 'name'>,
) {
  return api.call(graphCredentials(credentials), {
    method: 'DELETE',
    path: [businessId, 'message_templates'],
    // Without its id, Meta would delete those of all languages.
    query: { hsm_id: templateId, name },
    answer: done,
  })
}

function buttonAtMeta(button: NewTemplate['buttons'][number]) {
  const { text: words } = button
  switch (button.kind) {
    case 'quick-reply':
      return { type: 'QUICK_REPLY', text: words }
    case 'url':
      return { type: 'URL', text: words, url: button.url }
    case 'phone':
      return { type: 'PHONE_NUMBER', text: words, phone_number: button.phone }
  }
}

/** What Meta calls the state of a template (`event` of its webhook, `status` of its lists). */
export function stateOf(status: string): TemplateState {
  switch (status.toUpperCase()) {
    case 'APPROVED':
    case 'REINSTATED':
      return 'approved'
    case 'REJECTED':
      return 'rejected'
    case 'PAUSED':
    case 'FLAGGED':
      return 'paused'
    case 'DISABLED':
    case 'ARCHIVED':
    case 'DELETED':
    case 'PENDING_DELETION':
    case 'LIMIT_EXCEEDED':
    case 'LOCKED':
      return 'disabled'
    default:
      return 'pending'
  }
}

const buttonKinds: Record<string, TemplateView['buttons'][number]['kind']> = {
  QUICK_REPLY: 'quick-reply',
  URL: 'url',
  PHONE_NUMBER: 'phone',
}

function viewOf(template: z.infer<typeof templateSchema>): TemplateView {
  const { id: templateId, name, language, category, status, rejected_reason: reason, components } = template
  const of = (type: string) => components.find((one) => one.type.toUpperCase() === type)
  const header = of('HEADER')
  const hasOtherHeader = header !== undefined && (header.format ?? 'TEXT').toUpperCase() !== 'TEXT'
  const body = of('BODY')?.text ?? ''
  const footer = of('FOOTER')?.text
  const buttons = (of('BUTTONS')?.buttons ?? []).map((button) => ({
    kind: buttonKinds[button.type.toUpperCase()] ?? ('other' as const),
    text: button.text ?? '',
    ...(button.url === undefined ? {} : { url: button.url }),
    ...(button.phone_number === undefined ? {} : { phone: button.phone_number }),
  }))
  const isKnown = components.every(({ type }) => /^(?:HEADER|BODY|FOOTER|BUTTONS)$/i.test(type))
  const hasOtherButton = buttons.some(({ kind }) => kind === 'other')
  const state = stateOf(status)
  const shown = {
    ...(hasOtherHeader || header?.text === undefined ? {} : { header: header.text }),
    ...{ body, buttons },
    ...(footer === undefined ? {} : { footer }),
  }
  return {
    ...{ templateId, name, language, category, state, ...shown },
    ...(state === 'rejected' && reason !== undefined && reason !== 'NONE' ? { reason } : {}),
    variables: placesOfVariables(shown),
    sendable: state === 'approved' && body !== '' && isKnown && !hasOtherHeader && !hasOtherButton,
  }
}

function byNumber(one: string, other: string): number {
  return Number(one.split('.').at(-1)) - Number(other.split('.').at(-1))
}
