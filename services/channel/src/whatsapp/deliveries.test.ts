import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneNumberIdsIn, readDelivery, type WhatsAppDelivery } from './deliveries.ts'
import { deliveryOf, messageOf } from './sample-deliveries.ts'

const read = (...messages: object[]) => readDelivery(deliveryOf({ messages }))[0]!
const inboundOf = (content: object) => read(messageOf(content)).inbound[0]
const said = (content: object) => inboundOf(content)?.text

test('a text is who wrote it, what and when', () => {
  expect(inboundOf({ type: 'text', text: { body: ' Hello ' } })).toEqual({
    contact: { id: '16505551234', phone: '+16505551234', name: 'Sheena Nelson' },
    providerMessageId: 'wamid.1',
    sentAt: '2025-06-08T20:59:43.000Z',
    text: 'Hello',
    attached: [],
    opens: false,
  })
})

test.each([
  [
    'a button',
    {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 's:Large, in red', title: 'Large…' } },
    },
    'Large, in red',
  ],
  [
    'a row',
    {
      type: 'interactive',
      interactive: { type: 'list_reply', list_reply: { id: 'x', title: 'Express', description: 'Next day' } },
    },
    'Express',
  ],
  [
    'a button of a template',
    { type: 'button', button: { payload: 'p', text: 'Unsubscribe' } },
    'Unsubscribe',
  ],
  [
    'a form',
    { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { body: 'Sent', name: 'flow' } } },
    '[Form] Sent',
  ],
  ['a reaction to nothing', { type: 'reaction', reaction: { emoji: '👍' } }, '[Reaction 👍]'],
  [
    'a place',
    { type: 'location', location: { latitude: 37.4, longitude: -122.1, name: 'Café', address: '1 High St' } },
    '📍 Café, 1 High St https://www.google.com/maps?q=37.4,-122.1',
  ],
  [
    'a person',
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Lucía Gómez' }, phones: [{ phone: '+1 983' }] }],
    },
    '👤 Lucía Gómez, +1 983',
  ],
  [
    'an order',
    {
      type: 'order',
      order: {
        catalog_id: '1',
        text: 'Please',
        product_items: [{ product_retailer_id: 'lamp', quantity: 2, item_price: 30, currency: 'USD' }],
      },
    },
    '🛒 [Order]\nPlease\n• 2 × lamp, 30 USD',
  ],
  [
    'what is not supported',
    {
      type: 'unsupported',
      errors: [
        {
          code: 131_051,
          title: 'Message type unknown',
          error_data: { details: 'Message type is currently not supported.' },
        },
      ],
    },
    '[unsupported: Message type is currently not supported.]',
  ],
  ['what is not known yet', { type: 'hologram_call' }, '[hologram call]'],
  [
    'an answer to an earlier message',
    { type: 'text', text: { body: 'Yes' }, context: { from: '1', id: 'wamid.0' } },
    '(in reply to an earlier message) Yes',
  ],
  [
    'what was forwarded',
    { type: 'text', text: { body: 'Look' }, context: { forwarded: true } },
    '(forwarded) Look',
  ],
  [
    'a question about a product',
    {
      type: 'text',
      text: { body: 'Is it there?' },
      context: { from: '1', id: 'x', referred_product: { catalog_id: '1', product_retailer_id: 'lamp' } },
    },
    '> Product lamp\n\nIs it there?',
  ],
  [
    'what follows an advertisement',
    {
      type: 'text',
      text: { body: 'More?' },
      referral: { source_url: 'https://fb.me/x', headline: 'Chat', body: 'Lamps!' },
    },
    '> Chat · Lamps! · https://fb.me/x\n\nMore?',
  ],
])('%s is named', (_what, content, expected) => {
  expect(said(content)).toBe(expected)
})

test.each([
  [
    'a picture',
    { type: 'image', image: { id: '5', mime_type: 'image/jpeg', caption: 'Look' } },
    'image.jpg',
    'Look',
  ],
  [
    'a voice note',
    { type: 'audio', audio: { id: '5', mime_type: 'audio/ogg; codecs=opus', voice: true } },
    'voice.ogg',
    '',
  ],
  ['a sound', { type: 'audio', audio: { id: '5', mime_type: 'audio/mpeg' } }, 'audio.mp3', ''],
  ['a video', { type: 'video', video: { id: '5', mime_type: 'video/mp4' } }, 'video.mp4', ''],
  [
    'a document',
    { type: 'document', document: { id: '5', mime_type: 'application/pdf', filename: 'order.pdf' } },
    'order.pdf',
    '',
  ],
  [
    'a sticker',
    { type: 'sticker', sticker: { id: '5', mime_type: 'image/webp', animated: false } },
    'sticker.webp',
    '',
  ],
])('%s is a file', (_what, content, name, text) => {
  expect(inboundOf(content)).toMatchObject({ text, attached: [{ mediaId: '5', name }] })
})

test('several people and numbers come in one delivery, each in the order of writing', () => {
  const hello = (from: string, id: string, timestamp: string) =>
    messageOf({ type: 'text', text: { body: id } }, { from, id, timestamp })
  const one = deliveryOf({ messages: [hello('1', 'b', '20'), hello('2', 'c', '15'), hello('1', 'a', '10')] })
  const other = deliveryOf({ phoneNumberId: '999', messages: [hello('1', 'd', '5')] })
  const parts = readDelivery({ object: one.object, entry: [...one.entry, ...other.entry] })
  expect(parts.map(({ phoneNumberId, inbound }) => [phoneNumberId, inbound.map(({ text }) => text)])).toEqual(
    [
      ['106540352242922', ['a', 'c', 'b']],
      ['999', ['d']],
    ],
  )
})

test('states are those of messages that went out with a reference', () => {
  const status = (more: object) => ({ id: 'wamid.9', timestamp: '1', recipient_id: '2', ...more })
  const errors = [{ code: 131_047, title: 'Re-engagement message' }]
  const { statuses } = readDelivery(
    deliveryOf({
      statuses: [
        status({ status: 'sent', biz_opaque_callback_data: 'c/m/1/1' }),
        status({ status: 'failed', biz_opaque_callback_data: 'c/n/1/1', errors }),
        status({ status: 'delivered' }),
        status({ status: 'warmed', biz_opaque_callback_data: 'c/m/1/1' }),
      ],
    }),
  )[0]!
  expect(statuses).toEqual([
    { state: 'sent', reference: 'c/m/1/1' },
    { state: 'failed', reference: 'c/n/1/1', code: 131_047 },
  ])
})

const at = '2025-06-08T20:59:43.000Z'
const about = { providerMessageId: 'wamid.0', key: 'wamid.1', at }

test('reactions, edits and deletions are changes of the message that they are about', () => {
  const contactId = '16505551234'
  const { inbound, changes } = read(
    messageOf({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } }),
    messageOf({ type: 'reaction', reaction: { message_id: 'wamid.0' } }),
    messageOf({ type: 'revoke', revoke: { original_message_id: 'wamid.0' } }),
    messageOf({
      type: 'edit',
      edit: { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Monday' } } },
    }),
    messageOf({
      type: 'edit',
      edit: {
        original_message_id: 'wamid.0',
        message: { type: 'image', image: { id: 'm', mime_type: 'image/png', caption: 'The blue one' } },
      },
    }),
  )
  expect(inbound).toEqual([])
  expect(changes).toEqual(
    [
      { kind: 'reaction', reaction: '👍' },
      { kind: 'reaction', reaction: undefined },
      { kind: 'deletion' },
      { kind: 'edit', text: 'Monday' },
      { kind: 'edit', text: 'The blue one' },
    ].map((change) => ({ ...about, contactId, by: 'visitor', change })),
  )
})

test('what a person writes in the app is a reply to whom they wrote', () => {
  const echo = (content: object) => ({ ...messageOf(content, { from: '15550783881' }), to: '16505551234' })
  const part = readDelivery(
    deliveryOf({
      field: 'smb_message_echoes',
      message_echoes: [
        echo({ type: 'text', text: { body: 'On my way' } }),
        echo({ type: 'image', image: { id: 'm1', mime_type: 'image/png', caption: 'This one?' } }),
        echo({ type: 'revoke', revoke: { original_message_id: 'wamid.0' } }),
        echo({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } }),
      ],
    }),
  )[0]!
  const contact = { id: '16505551234', phone: '+16505551234' }
  const to = { contact, providerMessageId: 'wamid.1', sentAt: at }
  expect(part.inbound).toEqual([])
  expect(part.replies).toEqual([
    { ...to, text: 'On my way', attached: [] },
    { ...to, text: 'This one?', attached: [{ mediaId: 'm1', name: 'image.png', size: undefined }] },
  ])
  expect(part.changes).toEqual([
    { ...about, contactId: contact.id, by: 'human', change: { kind: 'deletion' } },
  ])
  expect(part.ignored).toEqual(['reaction-of-the-team'])
})

test('groups, notes of WhatsApp’s own, echoes to nobody and what can’t be read are counted by kind', () => {
  const text = { type: 'text', text: { body: 'x' } }
  const { inbound, ignored } = read(
    { ...messageOf(text), group_id: 'g' },
    { ...messageOf({ type: 'system', system: { body: 'changed', type: 'user_changed_number' } }) },
    { ...messageOf(text), from: 'nobody' },
  )
  expect([inbound, ignored]).toEqual([[], ['group', 'system', 'unreadable']])
  const echoes = deliveryOf({ field: 'smb_message_echoes', message_echoes: [messageOf(text)] })
  expect(readDelivery(echoes)[0]?.ignored).toEqual(['echo-without-contact'])
})

test('any delivery is read without a fault', () => {
  const kinds = [
    'text',
    'image',
    'interactive',
    'location',
    'contacts',
    'order',
    'reaction',
    'button',
    'system',
  ]
  const message = fc
    .tuple(
      fc.constantFrom(...kinds),
      fc.dictionary(fc.constantFrom(...kinds, 'context', 'referral', 'errors'), fc.jsonValue()),
    )
    .map(([type, content]) => messageOf({ ...content, type }))
  const any = fc.oneof(message, fc.jsonValue())
  fc.assert(
    fc.property(
      fc.array(any, { maxLength: 5 }),
      fc.array(fc.jsonValue(), { maxLength: 3 }),
      (messages, statuses) => {
        for (const { inbound } of readDelivery(deliveryOf({ messages, statuses } as never)))
          for (const { text, attached, contact } of inbound) {
            expect(text !== '' || attached.length > 0).toBe(true)
            expect(text.isWellFormed()).toBe(true)
            expect(contact.id).toMatch(/^\d+$/)
          }
      },
    ),
    { numRuns: 150 },
  )
})

test('the numbers of a delivery are found in its bytes, not in what people wrote', () => {
  const words = 'the "phone_number_id":"666" of another shop'
  const delivery = deliveryOf({ messages: [messageOf({ type: 'text', text: { body: words } })] })
  const raw = (value: WhatsAppDelivery) => Buffer.from(JSON.stringify(value, null, 2))
  expect(phoneNumberIdsIn(raw(delivery), 10)).toEqual(['106540352242922'])
  const many = ['1', '2', '3'].map((id) => deliveryOf({ phoneNumberId: id }).entry[0]!)
  expect(phoneNumberIdsIn(raw({ object: 'x', entry: many }), 2)).toEqual(['1', '2'])
  expect(phoneNumberIdsIn(Buffer.from('nonsense'), 2)).toEqual([])
})

test('a file whose id is no id is none, and its name is a name, whatever its type', () => {
  const file = (image: object) => inboundOf({ type: 'image', image })
  expect(file({ id: '..' })).toMatchObject({ text: '[image]', attached: [] })
  expect(file({ id: 'a/b' })).toMatchObject({ text: '[image]', attached: [] })
  for (const mime_type of ['constructor', '__proto__', 'toString'])
    expect(file({ id: '1', mime_type })?.attached).toMatchObject([{ name: 'image' }])
  const long = { id: '1', filename: `${'😀'.repeat(100)}y` }
  const [attached] = inboundOf({ type: 'document', document: long })?.attached ?? []
  expect(attached?.name.isWellFormed()).toBe(true)
  const name = `y${'😀'.repeat(100)}`
  const [part] = readDelivery(
    deliveryOf({ name, messages: [messageOf({ type: 'text', text: { body: 'x' } })] }),
  )
  expect(part?.inbound[0]?.contact.name?.isWellFormed()).toBe(true)
})

test('what is of a wrong type loses nothing else', () => {
  const { entry } = deliveryOf({ messages: [messageOf({ type: 'text', text: { body: 'Hello' } })] })
  const [{ changes } = { changes: [] }] = entry
  for (const odd of [{ statuses: {} }, { statuses: null }, { message_echoes: 'x' }, { contacts: [7] }]) {
    const value = { ...changes[0]!.value, ...odd }
    const [part] = readDelivery({ object: 'x', entry: [{ changes: [{ field: 'messages', value }] }] })
    expect(part?.inbound.map((one) => one.text)).toEqual(['Hello'])
  }
})
