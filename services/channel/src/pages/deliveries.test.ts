import { expect, test } from 'vitest'
import { idsIn, type PageDelivery, readDelivery } from './deliveries.ts'
import { deliveryOf, eventOf } from './sample-deliveries.ts'

const read = (...events: unknown[]) => readDelivery(deliveryOf(events))[0]!
const message = (content: object, more = {}) => eventOf({ message: { mid: 'm_1', ...content } }, more)
const said = (content: object) => read(message(content)).inbound[0]?.text
const file = (type: string, url: string, more = {}) => ({
  attachments: [{ type, payload: { url, ...more } }],
})

test('a text says who wrote it to whom and when', () => {
  expect(read(message({ text: 'When are you open?' }))).toEqual({
    accountId: '104111111111111',
    inbound: [
      {
        ...{ contactId: '7654321098765432', providerMessageId: 'm_1', sentAt: '2025-06-08T20:59:43.000Z' },
        ...{ text: 'When are you open?', attached: [], opens: false },
      },
    ],
    ...{ receipts: [], echoes: [], changes: [], ignored: [] },
  })
})

test('a chosen quick reply and a pressed button are what they say', () => {
  expect(said({ text: 'Large', quick_reply: { payload: 's:Large' } })).toBe('Large')
  expect(said({ text: 'Large', quick_reply: { payload: 'OTHER' } })).toBe('Large')
  const pressed = (postback: object) => read(eventOf({ postback })).inbound[0]
  expect(pressed({ mid: 'm_2', title: 'Buy', payload: 's:I want to buy it' })).toMatchObject({
    ...{ providerMessageId: 'm_2', text: 'I want to buy it' },
  })
  expect(
    pressed({ title: 'Get started', payload: 'START', referral: { ref: 'poster', source: 'SHORTLINK' } }),
  ).toMatchObject({
    ...{ providerMessageId: 'postback/7654321098765432/1749416383000' },
    text: '> poster · SHORTLINK\n\nGet started',
  })
})

test('files come with their addresses; stickers, places, stories and what is shared are named', () => {
  const attached = (content: object) => read(message(content)).inbound[0]?.attached
  const cdn = 'https://cdn.fbsbx.com/v/t59/'
  expect(attached(file('file', `${cdn}order%20two.pdf?_nc=1`))).toEqual([
    { url: `${cdn}order%20two.pdf?_nc=1`, name: 'order two.pdf' },
  ])
  expect(attached(file('audio', 'https://lookaside.fbsbx.com/ig?asset_id=1'))?.[0]?.name).toBe('voice.m4a')
  const two = {
    attachments: [...file('image', `${cdn}a`).attachments, ...file('image', `${cdn}b`).attachments],
  }
  expect(attached(two)?.map(({ name }) => name)).toEqual(['image.jpg', '2-image.jpg'])
  expect(said(file('image', `${cdn}like.png`, { sticker_id: 369 }))).toBe('[Sticker]')
  const place = { type: 'location', title: 'Home', payload: { coordinates: { lat: 48.1, long: 11.5 } } }
  expect(said({ attachments: [place] })).toBe('📍 Home https://www.google.com/maps?q=48.1,11.5')
  expect(said(file('story_mention', 'https://lookaside.fbsbx.com/s'))).toBe('[Mentioned you in a story]')
  expect(attached(file('story_mention', 'https://lookaside.fbsbx.com/s'))).toHaveLength(1)
  const shared = { attachments: [{ type: 'fallback', title: 'A lamp', url: 'https://shop.example/lamp' }] }
  expect(said(shared)).toBe('[Shared] A lamp https://shop.example/lamp')
  expect(said({ text: 'This?', ...file('ig_reel', 'https://x.example/r', { title: 'Reel' }) })).toBe(
    'This?\n[Shared] Reel https://x.example/r',
  )
  expect(said({ attachments: [{ type: 'template', payload: {} }] })).toBe('[template]')
  expect(said({ attachments: [{ type: 'constructor', payload: { url: 'https://x.example' } }] })).toBe(
    '[constructor]',
  )
  expect(said({ is_unsupported: true })).toBe('[Unsupported message]')
})

test('says where it comes from: an advertisement, a link, a story, an earlier message', () => {
  expect(said({ text: 'How much?', reply_to: { mid: 'm_0' } })).toBe(
    '(in reply to an earlier message) How much?',
  )
  expect(said({ text: 'Nice!', reply_to: { story: { url: 'https://x', id: '1' } } })).toBe(
    '(in reply to your story) Nice!',
  )
  const ad = { ref: 'summer', source: 'ADS', ad_id: '6', ads_context_data: { ad_title: 'Lamps' } }
  expect(said({ text: 'Hi', referral: ad })).toBe('> Lamps · summer · ADS\n\nHi')
  expect(read(eventOf({ referral: ad })).inbound[0]).toMatchObject({
    ...{ opens: true, text: '> Lamps · summer · ADS\n\n[Chat opened]' },
  })
})

test('reactions, edits and deletions are changes of the message that they are about', () => {
  const { inbound, changes } = read(
    eventOf({ reaction: { mid: 'm_1', action: 'react', reaction: 'love', emoji: '❤' } }),
    eventOf({ reaction: { mid: 'm_1', action: 'react', reaction: 'love' } }),
    eventOf({ reaction: { mid: 'm_1', action: 'unreact' } }),
    eventOf({ message_edit: { mid: 'm_1', text: 'Monday', num_edit: 2 } }),
    message({ is_deleted: true }),
  )
  expect(inbound).toEqual([])
  const of = { contactId: '7654321098765432', by: 'visitor', providerMessageId: 'm_1' }
  const at = '2025-06-08T20:59:43.000Z'
  expect(changes.map(({ key: _, ...change }) => change)).toEqual(
    [
      { kind: 'reaction', reaction: '❤' },
      { kind: 'reaction', reaction: 'love' },
      { kind: 'reaction', reaction: undefined },
      { kind: 'edit', text: 'Monday' },
      { kind: 'deletion' },
    ].map((change) => ({ ...of, at, change })),
  )
})

test('what was received and read is told by the time until which', () => {
  const receipts = read(
    eventOf({ delivery: { mids: ['m_1'], watermark: 1_749_416_383_500 } }),
    eventOf({ read: { watermark: 1_749_416_383_600 } }),
    // Of Instagram, which names the message.
    eventOf({ read: { mid: 'aWdf' } }),
  )
  const contactId = '7654321098765432'
  expect(receipts).toMatchObject({ inbound: [], ignored: [] })
  expect(receipts.receipts).toEqual([
    { contactId, state: 'delivered', until: '2025-06-08T20:59:43.500Z' },
    { contactId, state: 'read', until: '2025-06-08T20:59:43.600Z' },
    { contactId, state: 'read', until: '2025-06-08T20:59:43.000Z' },
  ])
})

test('what the page itself wrote comes back, and what can’t be read is named', () => {
  const page = { from: '104111111111111', to: '7654321098765432' }
  const part = read(
    message({ text: 'I am a person', is_echo: true, app_id: 111, metadata: 'c/m/1/1' }, page),
    message({ text: 'Without the flag' }, page),
    message({ text: 'To another page' }, { to: '999999999' }),
    message({ is_deleted: true, is_echo: true }, page),
    eventOf({ optin: {} }),
    eventOf({ message: { text: 'without id' } }),
    ...[null, 'x', { sender: { id: '../me' } }],
    message({ text: 'Hello' }),
  )
  expect(part.inbound.map(({ text }) => text)).toEqual(['Hello'])
  expect(part.echoes).toEqual([
    {
      ...{ contactId: '7654321098765432', providerMessageId: 'm_1', sentAt: '2025-06-08T20:59:43.000Z' },
      ...{ text: 'I am a person', attached: [], appId: '111', reference: 'c/m/1/1' },
    },
  ])
  expect(part.changes).toMatchObject([{ by: 'human', change: { kind: 'deletion' } }])
  expect(part.ignored).toEqual([
    ...['not-of-a-person', 'not-of-a-person', 'unknown'],
    ...['unreadable', 'unreadable', 'unreadable', 'unreadable'],
  ])
  const others = {
    object: 'page',
    entry: [{ id: '1', standby: [{}], changes: [{ field: 'feed' }] }, { id: '2' }],
  }
  expect(readDelivery(others as PageDelivery).map(({ ignored }) => ignored)).toEqual([
    ['standby', 'changes'],
    [],
  ])
})

test('messages stand in the order of writing, and are cut to what a conversation takes', () => {
  const events = [3, 1, 2].map((nth) =>
    eventOf({ message: { mid: `m_${nth}`, text: String(nth) } }, { timestamp: nth * 1000 }),
  )
  expect(read(...events).inbound.map(({ text }) => text)).toEqual(['1', '2', '3'])
  const cut = said({ text: `${'x'.repeat(100_000)}😀` })
  expect(cut?.length).toBeLessThan(100_000)
  expect(cut?.isWellFormed()).toBe(true)
})

test('the ids of a delivery are found before it is parsed, and no more than so many', () => {
  const raw = Buffer.from(JSON.stringify(deliveryOf([message({ text: '"id":"12' })])))
  expect(idsIn(raw, 1)).toEqual(['104111111111111'])
  expect(idsIn(raw, 9)).toEqual(['104111111111111', '7654321098765432'])
  expect(idsIn(Buffer.from('{"id": 5}'), 9)).toEqual([])
})
