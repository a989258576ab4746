/**
 * The adapter of WhatsApp against its double, with each request and each answer held against Meta's published contract.
 * `CONTRACTS=<folder> npm run test:contracts`; skipped where the folder is absent.
 */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Channel } from '../channel.decider.ts'
import type { ChannelAdapter } from '../channel-adapter.ts'
import { published } from '../contracts-folder.ts'
import { type GraphApi, graphApi } from '../meta/graph-api.ts'
import {
  type GraphAnswer,
  type GraphCallSeen,
  type GraphDouble,
  startGraphDouble,
} from '../meta/graph-double.ts'
import { type MetaContract, metaContract } from '../meta/meta-contract.ts'
import { randomBlocks } from '../random-blocks.ts'
import { readDelivery, type WhatsAppDelivery } from './deliveries.ts'
import { MOST_OF_TEXT, messageFor, whatsAppParts } from './requests.ts'
import { createTemplate, deleteTemplate, readTemplates } from './templates/meta-templates.ts'
import { templateBlock } from './templates/sent-template.ts'
import { whatsAppAdapter } from './whatsapp-adapter.ts'

const contract = published(metaContract())

const phoneNumberId = '106540352242922'
const businessId = '419561257915477'
const secret = '0123456789abcdef0123456789abcdef'

describe.skipIf(!contract)('with the published contract', () => {
  // Read also where it is skipped.
  const { faultsOfCall, faultsOfAnswer, deliveries = {}, version } = contract ?? ({} as MetaContract)
  let double: GraphDouble
  let api: GraphApi
  let adapter: ChannelAdapter
  let token: string

  beforeAll(async () => {
    double = await startGraphDouble()
    const fetch = createSafeFetch({ allowPrivateAddresses: [new URL(double.url).host] })
    api = graphApi({ apiUrl: double.url, version: 'v18.0', fetch })
    const pinOf = () => '493021'
    adapter = whatsAppAdapter({ api, publicUrl: 'https://parley.example', region: 'na', pinOf })
    token = double.app(secret, businessId)
    double.number(phoneNumberId, businessId, { display: '+1 555 078 3881' })
  })
  afterAll(async () => {
    await double?.stop()
  })

  /** The document has no calls about apps and tokens, which are the Graph API's own. */
  const isOfTheDocument = ({ path: [id = ''] }: GraphCallSeen) => !['app', 'debug_token'].includes(id)
  /** Every call so far, with what is wrong with it or its answer. */
  const faults = () =>
    double.calls
      .filter(isOfTheDocument)
      .flatMap((call) => [...faultsOfCall(call), ...(call.status === 0 ? [] : faultsOfAnswer(call))])
  const channel = (more: Partial<Channel> = {}): Channel => ({
    ...{ channelId: 'c1', agentId: 'a1', kind: 'whatsapp', name: 'Shop' },
    account: { phoneNumberId, businessId, phoneNumber: '+1 555 078 3881' },
    credentials: { token, appSecret: secret },
    ...more,
  })
  const message = (blocks: Block[]): MessageView => ({ id: 'm1', index: 1, role: 'agent', blocks, at: '' })
  const send = (blocks: Block[]) =>
    adapter.send(channel(), {
      ...{ conversationId: 'x', contactId: '16505551234', message: message(blocks), key: 'm1' },
    })

  test('is the one of v23', () => {
    expect(version).toMatch(/23/)
  })

  test('finds what is wrong', () => {
    const good = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '1', type: 'text' }
    const call = (body: object, path = [phoneNumberId, 'messages']) =>
      faultsOfCall({ method: 'POST', path, query: { appsecret_proof: 'x' }, body })
    const text = { body: 'Hello' }
    expect(call({ ...good, text })).toEqual([])
    expect(call({ ...good, text: { ...text, colour: 'red' } })).not.toEqual([])
    expect(call({ ...good })).not.toEqual([])
    expect(call({ ...good, text, colour: 'red' })).not.toEqual([])
    const { to: _, ...nobody } = good
    expect(call({ ...nobody, text })).not.toEqual([])
    const buttons = (title: string, count = 1) => ({
      ...{ ...good, type: 'interactive' },
      interactive: {
        type: 'button',
        body: { text: 'x' },
        action: {
          buttons: Array.from({ length: count }, (_, nth) => ({
            type: 'reply',
            reply: { id: `${nth}`, title },
          })),
        },
      },
    })
    expect(call(buttons('Yes'))).toEqual([])
    expect(call(buttons('x'.repeat(21)))).not.toEqual([])
    expect(call(buttons('Yes', 4))).not.toEqual([])
    expect(call({}, [phoneNumberId, 'nothing'])).not.toEqual([])
    expect(call({ webhook_configuration: {} }, [phoneNumberId])).not.toEqual([])
    const answer = { method: 'GET', path: [businessId, 'phone_numbers'], query: {}, body: {}, status: 200 }
    expect(faultsOfAnswer({ ...answer, answer: { data: [{ id: '1' }] } })).not.toEqual([])
    expect(faultsOfCall({ ...answer, query: { colour: 'red' } })).not.toEqual([])
  })

  test('a number is connected, checked and disconnected', async () => {
    expect(await adapter.identify?.({ token, appSecret: secret }, { phoneNumberId, businessId })).toEqual({
      ok: true,
      id: phoneNumberId,
      account: { phoneNumberId, businessId, phoneNumber: '+1 555 078 3881' },
      name: 'Lamp Shop',
    })
    const own = channel()
    expect(await adapter.provider?.setUp(own)).toEqual({ ok: true })
    expect(double.subscribed.has(businessId)).toBe(true)
    const webhook = () => double.numbers.get(phoneNumberId)?.webhook
    expect(webhook()).toBe('https://parley.example/api/na/v2/agents/a1/wa-webhook')
    expect(await adapter.provider?.check(own)).toEqual({ state: 'connected' })
    double.expire(token, 1_800_000_000)
    const tokenEndsAt = '2027-01-15T08:00:00.000Z'
    expect(await adapter.provider?.check(own)).toEqual({ state: 'connected', tokenEndsAt })
    double.expire(token, 0)
    // What another agent has set up for the number since stays.
    const former = channel({ agentId: 'a2' })
    expect(await adapter.provider?.check(former)).toEqual({ state: 'not-connected' })
    expect(await adapter.provider?.tearDown(former)).toEqual({ ok: true })
    expect(webhook()).not.toBe('')
    expect(await adapter.provider?.tearDown(own)).toEqual({ ok: true })
    expect(webhook()).toBe('')
    expect(faults()).toEqual([])
  })

  test('what Meta refuses is told apart', async () => {
    const identify = (given: Record<string, string>, account = {}) =>
      adapter.identify?.({ token, appSecret: secret, ...given }, { phoneNumberId, businessId, ...account })
    const refused = { ok: false, refused: true }
    expect(await identify({ token: 'nobody' })).toMatchObject(refused)
    expect(await identify({ appSecret: 'f'.repeat(32) })).toEqual({
      ...refused,
      description: 'Invalid appsecret_proof provided in the API argument',
    })
    expect(await identify({}, { businessId: '777777' })).toMatchObject(refused)
    double.number('888888', '777777')
    expect(await identify({}, { phoneNumberId: '888888' })).toEqual({
      ...refused,
      description: 'This business account has no number with this ID.',
    })
    const local = whatsAppAdapter({ api, publicUrl: 'http://localhost:4000', region: 'na' })
    expect(await local.provider?.setUp(channel())).toEqual({
      ...{ ok: false, final: true, reason: 'refused' },
      description: 'The callback URL must be an HTTPS address',
    })
    const unknown = channel({ credentials: { token: 'nobody', appSecret: secret } })
    expect(await adapter.provider?.setUp(unknown)).toMatchObject({
      final: true,
      reason: 'credentials-refused',
    })
    expect(await adapter.provider?.check(unknown)).toEqual({ state: 'credentials-refused' })
    double.answer('POST number', 'nonsense', 'cut', { status: 500, code: 2 })
    for (let nth = 0; nth < 3; nth++)
      expect(await adapter.provider?.setUp(channel())).toEqual({ ok: false, final: false })
    expect(faults()).toEqual([])
  })

  test('a number that Meta has as pending is registered, unless it has a PIN of its own', async () => {
    const number = (id: string) => channel({ account: { phoneNumberId: id, businessId, phoneNumber: id } })
    const hello = message([{ type: 'text', text: 'Hello' }])
    const sendBy = (id: string) =>
      adapter.send(number(id), { conversationId: 'x', contactId: '16505551234', message: hello, key: 'm1' })
    double.number('100001', businessId, { isPending: true })
    expect(await sendBy('100001')).toMatchObject({ ok: false, channelFailed: 'refused' })
    expect(await adapter.provider?.setUp(number('100001'))).toEqual({ ok: true })
    expect(await sendBy('100001')).toMatchObject({ ok: true })
    // Once is enough.
    const registrations = () => double.calls.filter(({ path }) => path[1] === 'register')
    expect(await adapter.provider?.setUp(number('100001'))).toEqual({ ok: true })
    expect(registrations()).toMatchObject([{ path: ['100001', 'register'], body: { pin: '493021' } }])
    double.number('100002', businessId, { isPending: true, pin: '111111' })
    expect(await adapter.provider?.setUp(number('100002'))).toMatchObject({
      ...{ ok: false, final: true, reason: 'refused' },
      description: expect.stringContaining('Turn it off in WhatsApp Manager'),
    })
    expect(faults()).toEqual([])
  })

  test('everything that an agent says is a request of the contract', async () => {
    const all: Block[] = [
      { type: 'text', text: '**Hello** [there](https://shop.example/)' },
      { type: 'buttons', buttons: [{ id: 'b', label: 'Yes' }] },
      { type: 'buttons', buttons: ['A', 'B', 'C', 'D'].map((label) => ({ id: label, label })) },
      { type: 'image', url: 'https://shop.example/a.png' },
      { type: 'video', url: 'https://shop.example/v', title: 'A lamp' },
      { type: 'file', name: 'a.pdf', mimeType: 'application/pdf', url: '/files/a.pdf' },
      { type: 'file', name: 'a.ogg', mimeType: 'audio/ogg', url: '/files/a.ogg' },
      { type: 'form', formId: 'f', title: 'You', fields: [{ name: 'n', label: 'Name', type: 'text' }] },
      { type: 'carousel', cards: [{ title: 'Lamp', imageUrl: '/l.png', buttons: [{ label: 'Buy' }] }] },
    ]
    const before = double.calls.length
    for (const part of whatsAppParts(all, MOST_OF_TEXT)!) expect(await send(part)).toMatchObject({ ok: true })
    expect(double.calls.slice(before).map(({ body }) => body.type)).toEqual([
      ...['interactive', 'interactive', 'image', 'text', 'document', 'audio', 'text', 'interactive'],
    ])
    const read = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.1' }
    await api.call(
      { token, secret },
      {
        ...{ method: 'POST', path: [phoneNumberId, 'messages'], answer: z.unknown() },
        body: { ...read, typing_indicator: { type: 'text' } },
      },
    )
    double.file('5', Buffer.from('OggS'), { phoneNumberId })
    const found = await api.call(
      { token, secret },
      {
        ...{ method: 'GET', path: ['5'], query: { phone_number_id: phoneNumberId } },
        answer: z.object({ url: z.string() }),
      },
    )
    expect(found).toMatchObject({ ok: true })
    const { url } = found.ok ? found.result : { url: '' }
    const asked = double.calls.length
    expect(await api.download({ token, secret }, url, 100)).toMatchObject({ ok: true })
    expect(await api.download({ token, secret }, url, 2)).toEqual({ ok: false, kind: 'too-large' })
    // Files are no calls of the contract.
    double.calls.splice(asked)
    expect(faults()).toEqual([])
  })

  test('a template is created, reviewed, listed in pages, sent and deleted', async () => {
    const before = double.calls.length
    const own = channel()
    const created = await createTemplate(api, own, {
      ...{ name: 'order_update', language: 'en', category: 'UTILITY' },
      ...{ headerText: 'Order {{1}}', bodyText: 'Hello {{2}}, order {{1}} is on its way.' },
      buttons: [
        { kind: 'quick-reply', text: 'Thanks' },
        { kind: 'url', text: 'Track', url: 'https://shop.example/track' },
        { kind: 'phone', text: 'Call', phone: '+15550783881' },
      ],
      samples: { 'header.1': 'A-7', 'body.1': 'A-7', 'body.2': 'Ada' },
    })
    expect(created).toMatchObject({ ok: true, state: 'pending' })
    const { templateId } = created as { templateId: string }
    expect(double.calls.at(-1)?.body).toMatchObject({
      components: [
        { type: 'HEADER', format: 'TEXT', example: { header_text: ['A-7'] } },
        { type: 'BODY', example: { body_text: [['A-7', 'Ada']] } },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY' }, { type: 'URL' }, { type: 'PHONE_NUMBER' }] },
      ],
    })
    for (let nth = 0; nth < 230; nth++)
      double.templates.push({
        ...{ id: `9${nth}`, businessId, name: `older_${nth}`, language: 'de', category: 'MARKETING' },
        ...{ status: 'APPROVED', components: [{ type: 'BODY', text: 'Hallo' }] },
      })
    const listed = async () => {
      const read = await readTemplates(api, own)
      return read.ok ? read.templates : []
    }
    expect(await listed()).toHaveLength(231)
    expect((await listed())[0]).toMatchObject({ state: 'pending', sendable: false })
    double.review(templateId, 'REJECTED', 'INVALID_FORMAT')
    expect((await listed())[0]).toMatchObject({ state: 'rejected', reason: 'INVALID_FORMAT' })
    double.review(templateId, 'APPROVED', 'NONE')
    const [template] = await listed()
    expect(template).toMatchObject({
      ...{ templateId, state: 'approved', sendable: true, header: 'Order {{1}}' },
      variables: ['header.1', 'body.2', 'body.1'],
    })
    const values = { 'header.1': 'B-8', 'body.1': 'B-8', 'body.2': 'Bob\n*!*' }
    expect(templateBlock(template!, { 'header.1': 'B-8' })).toBeUndefined()
    const block = templateBlock(template!, values)!
    expect(block.text).toBe('Order B\\-8\n\nHello Bob \\*\\!\\*, order B\\-8 is on its way.')
    // With others, it is one message nevertheless.
    expect(whatsAppParts([block, { type: 'text', text: 'x' }], MOST_OF_TEXT)).toEqual([[block]])
    expect(await send([block])).toMatchObject({ ok: true })
    const parameters = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }))
    expect(double.calls.at(-1)?.body).toMatchObject({
      type: 'template',
      template: {
        name: 'order_update',
        language: { policy: 'deterministic', code: 'en' },
        components: [
          { type: 'header', parameters: parameters('B-8') },
          { type: 'body', parameters: parameters('B-8', 'Bob *!*') },
        ],
      },
    })
    const named = { 'body.first_name': 'Ada', 'button.1.1': 'a-7' }
    const other = { name: 'x', language: 'en_US', values: named }
    expect(await send([{ type: 'text', text: 'x', template: other }])).toMatchObject({ ok: true })
    expect(double.calls.at(-1)?.body).toMatchObject({
      template: {
        components: [
          { type: 'body', parameters: [{ type: 'text', text: 'Ada', parameter_name: 'first_name' }] },
          { type: 'button', sub_type: 'url', index: '1', parameters: parameters('a-7') },
        ],
      },
    })
    double.answer('POST messages', { status: 400, code: 132_015 })
    expect(await send([block])).toEqual({ ok: false, final: true, reason: 'template-refused' })
    expect(await deleteTemplate(api, own, template!)).toMatchObject({ ok: true })
    expect(await listed()).toHaveLength(230)
    expect(await deleteTemplate(api, own, template!)).toMatchObject({
      ...{ kind: 'refused', description: 'Message template not found.' },
    })
    double.templates.splice(0)
    expect(double.calls.length).toBeGreaterThan(before + 10)
    expect(faults()).toEqual([])
  })

  test('a refusal to send says what may help', async () => {
    const hello: Block[] = [{ type: 'text', text: 'Hello' }]
    const fault = (status: number, code: number, more: object = {}): GraphAnswer => ({
      status,
      code,
      ...more,
    })
    const results: [GraphAnswer, object][] = [
      [fault(400, 131_047), { ok: false, final: true, reason: 'window-closed' }],
      [fault(400, 131_026), { ok: false, final: true, reason: 'unreachable' }],
      [fault(400, 131_050), { ok: false, final: true, reason: 'blocked' }],
      [fault(400, 131_051), { ok: false, final: true, reason: 'refused' }],
      [fault(400, 131_056), { ok: false, final: false, away: false, afterMs: 6_000 }],
      [
        fault(429, 130_429, { headers: { 'retry-after': '9' } }),
        { ok: false, final: false, away: false, afterMs: 9_000 },
      ],
      [fault(503, 131_016), { ok: false, final: false, away: true }],
      [fault(401, 190), { ok: false, final: false, away: true, channelFailed: 'credentials-refused' }],
      [fault(400, 131_042), { ok: false, final: false, away: true, channelFailed: 'refused' }],
    ]
    for (const [answer, expected] of results) {
      double.answer('POST messages', answer)
      expect(await send(hello)).toEqual(expected)
    }
    expect(faults()).toEqual([])
  })

  test('every delivery that Meta shows is read', () => {
    const read = Object.entries(deliveries).map(([name, delivery]) => {
      const [part] = readDelivery(delivery as WhatsAppDelivery)
      return [name, part?.inbound[0]?.text ?? part?.changes[0]?.change ?? part?.ignored.join()]
    })
    const attached = (name: string) =>
      readDelivery(deliveries[name] as WhatsAppDelivery)[0]?.inbound[0]?.attached
    expect(Object.fromEntries(read)).toEqual({
      'Text Message': 'Does it come in another color?',
      'Text Message with Context (Product Inquiry)': '> Product di9ozbzfi4\n\nIs this still available?',
      'Text Message from Click to WhatsApp Ad':
        '> Chat with us · Summer Succulents are here! · https://fb.me/3cr4Wqqkv\n\nHello! Can I get more info on this?',
      'Reaction Message': { kind: 'reaction', reaction: '👍' },
      'Image Message': 'Taj Mahal',
      'Location Message':
        '📍 Philz Coffee, 101 Forest Ave, Palo Alto, CA 94301 https://www.google.com/maps?q=37.44221496582,-122.16165924072',
      'Contact Sharing Message': '👤 Lucía Gómez, +1 (983) 555-2319',
      'Unsupported Message': '[unsupported: Message type is currently not supported.]',
      'Button Message': 'Unsubscribe',
      'Interactive List Reply Message': 'Priority Mail Express',
      'Interactive Button Reply Message': 'Cancel',
      'Order Message': '🛒 [Order]\n• 2 × di9ozbzfi4, 30 USD\n• 1 × nqryix03ez, 25 USD',
      'System Message': 'system',
      'Group Create Message': 'group_lifecycle_update',
      'Group Settings Update': 'group_settings_update',
      'Group Remove Participants': 'group_participants_update',
    })
    expect(attached('Image Message')).toMatchObject([{ mediaId: '1003383421387256', name: 'image.jpg' }])
  })

  test('nothing that an agent may say yields a request that the contract refuses', () => {
    const base = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '16505551234' }
    fc.assert(
      fc.property(randomBlocks, (blocks) => {
        for (const part of whatsAppParts(blocks, MOST_OF_TEXT) ?? []) {
          const content = messageFor(part, { origin: 'https://parley.example' })
          if (!content) continue
          const body = { ...base, ...content, biz_opaque_callback_data: 'c/m/1/1' }
          const path = [phoneNumberId, 'messages']
          expect(faultsOfCall({ method: 'POST', path, query: {}, body })).toEqual([])
          expect(limitFaults(content)).toEqual([])
        }
      }),
      { numRuns: 150 },
    )
  })
})

/** Limits that stand in Meta's reference and not in the document: of texts, and what must not be empty or said twice. */
function limitFaults(content: Record<string, unknown>): string[] {
  const { text, image, interactive } = content as Record<string, Record<string, unknown>>
  const isText = (value: unknown, most: number) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most && value.isWellFormed()
  const faults: string[] = []
  if (text && !isText(text.body, MOST_OF_TEXT)) faults.push('text')
  if (image?.caption !== undefined && !isText(image.caption, 1_024)) faults.push('caption')
  if (interactive) {
    const { body, action } = interactive
    if (!isText(Object(body).text, 1_024)) faults.push('body')
    const { buttons = [], sections = [] } = Object(action)
    const choices = [
      ...buttons.map(Object).map(({ reply }: { reply: unknown }) => reply),
      ...(Object(sections[0] ?? {}).rows ?? []),
    ]
    if (new Set(choices.map((one) => Object(one).id)).size !== choices.length) faults.push('same ids')
    for (const { id, title, description } of choices.map(Object)) {
      if (!isText(title, 24) || !isText(id, 200) || id !== id.trim() || /\n/.test(title))
        faults.push('choice')
      if (description !== undefined && !isText(description, 72)) faults.push('description')
    }
  }
  return faults
}
