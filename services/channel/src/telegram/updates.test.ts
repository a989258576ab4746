import { maxMessageLength } from '@parley/contracts/conversation/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { readUpdate } from './updates.ts'

const chat = { id: 7, type: 'private', first_name: 'Grace' }
const from = { id: 7, is_bot: false, first_name: 'Grace', last_name: 'Hopper' }
const date = 1_764_320_400
const update = (message: object, more: object = {}) =>
  readUpdate({ update_id: 1, message: { message_id: 5, date, chat, from, ...message }, ...more })
const link = (offset: number, length: number) => ({ type: 'text_link', offset, length, url: 'u' })
function inboundOf(message: object) {
  const read = update(message)
  if (read.kind !== 'message') throw new Error(read.kind)
  return read.inbound
}

test('a text has the contact, the id and the time of Telegram', () => {
  expect(inboundOf({ text: ' Hello ' })).toEqual({
    contact: { id: '7', name: 'Grace Hopper' },
    providerMessageId: '5',
    ...{ sentAt: '2025-11-28T09:00:00.000Z', sequence: 5 },
    ...{ text: 'Hello', attached: [], opens: false },
  })
})

test.each([
  ['a caption', { photo: [{ file_id: 'p', width: 9, height: 9 }], caption: 'This one' }, 'This one'],
  ['a sticker', { sticker: { emoji: '😀' } }, '[Sticker 😀]'],
  [
    'a location',
    { location: { latitude: 52.5, longitude: 13.4 } },
    '📍 https://www.google.com/maps?q=52.5,13.4',
  ],
  [
    'a venue',
    {
      venue: { title: 'Shop', address: 'Main Street', location: { latitude: 1, longitude: 2 } },
      location: {},
    },
    '📍 Shop, Main Street https://www.google.com/maps?q=1,2',
  ],
  ['a contact', { contact: { first_name: 'Ada', phone_number: '+49151' } }, '👤 Ada, +49151'],
  ['a die', { dice: { emoji: '🎲', value: 4 } }, '🎲 4'],
  ['a poll', { poll: { question: 'When?' } }, '[Poll: When?]'],
  ['a story', { story: { id: 1 } }, '[story]'],
  ['a kind of the future', { hologram: {} }, '[message]'],
  [
    'a link behind words',
    { text: 'see here', entities: [{ type: 'text_link', offset: 4, length: 4, url: 'https://a.example/' }] },
    'see here (https://a.example/)',
  ],
  ['a reply', { text: 'Yes', reply_to_message: { text: 'Red\nor blue?' } }, '> Red\n> or blue?\n\nYes'],
  [
    'a reply to a part',
    { text: 'Yes', quote: { text: 'blue' }, reply_to_message: { text: 'Red or blue?' } },
    '> blue\n\nYes',
  ],
])('%s is shown as what it is', (_what, message, text) => {
  expect(inboundOf(message).text).toBe(text)
})

test.each([
  [
    'a picture in its largest size',
    {
      photo: [
        { file_id: 's', width: 9, height: 9 },
        { file_id: 'l', width: 90, height: 90, file_size: 8 },
      ],
    },
    { fileId: 'l', name: 'photo.jpg', size: 8 },
  ],
  [
    'a voice note',
    { voice: { file_id: 'v', duration: 3 } },
    { fileId: 'v', name: 'voice.ogg', size: undefined },
  ],
  [
    'a document',
    { document: { file_id: 'd', file_name: 'order.pdf' } },
    { fileId: 'd', name: 'order.pdf', size: undefined },
  ],
  [
    'an animation',
    { animation: { file_id: 'a' }, document: { file_id: 'a' } },
    { fileId: 'a', name: 'animation.mp4', size: undefined },
  ],
])('%s is a file', (_what, message, file) => {
  expect(inboundOf(message).attached).toEqual([file])
})

test('only one’s own contact tells one’s own number', () => {
  const contact = { first_name: 'Grace', phone_number: '+49151' }
  expect(inboundOf({ contact: { ...contact, user_id: 7 } }).contact.phone).toBe('+49151')
  expect(inboundOf({ contact: { ...contact, user_id: 8 } }).contact.phone).toBeUndefined()
})

test('/start opens the conversation, with or without what follows it in a link', () => {
  expect(inboundOf({ text: '/start' }).opens).toBe(true)
  expect(inboundOf({ text: '/start summer' }).opens).toBe(true)
  expect(inboundOf({ text: '/started' }).opens).toBe(false)
})

test('an edited text is a change of its message, and a location that moves is none', () => {
  const edited = (content: object) =>
    readUpdate({
      update_id: 2,
      edited_message: { message_id: 5, date, edit_date: date + 60, chat, from, ...content },
    })
  expect(edited({ text: 'Hello Ada' })).toMatchObject({
    kind: 'change',
    change: {
      ...{ contactId: '7', by: 'visitor', providerMessageId: '5', at: '2025-11-28T09:01:00.000Z' },
      change: { kind: 'edit', text: 'Hello Ada' },
    },
    inbound: {
      ...{ providerMessageId: '5', sentAt: '2025-11-28T09:01:00.000Z', text: '(edited) Hello Ada' },
    },
  })
  expect(edited({ location: { latitude: 1, longitude: 2 } })).toEqual({ kind: 'ignored' })
})

describe('what is ignored', () => {
  test.each([
    ['a group', { text: 'Hi', chat: { id: -7, type: 'supergroup' } }, 'group'],
    ['another bot', { text: 'Hi', from: { ...from, is_bot: true } }, 'bot'],
    ['a note of Telegram', { pinned_message: { message_id: 1 } }, undefined],
    ['a message without a sender', { text: 'Hi', from: undefined }, 'group'],
    ['a message that says nothing', { text: ' ' }, undefined],
  ])('%s', (_what, message, what) => {
    expect(update(message)).toEqual({ kind: 'ignored', ...(what ? { what } : {}) })
  })

  test.each([
    null,
    'x',
    7,
    [],
    {},
    { update_id: 1 },
    { update_id: 1, message: { chat: 'x' } },
    { update_id: 1, poll: {} },
  ])('an update that is %j', (given) => {
    expect(readUpdate(given)).toMatchObject({ kind: 'ignored' })
  })
})

describe('what its owner sends in the name of Telegram', () => {
  test.each([
    ['a text that is none', { text: 5 }, '[message]'],
    ['links that are no list', { text: 'a', entities: {} }, 'a'],
    ['a link that is null', { text: 'a', entities: [null] }, 'a'],
    ['links outside of the text', { text: 'ab', entities: [link(-1, 1), link(1, 99)] }, 'ab'],
    ['links that cross', { text: 'abcd', entities: [link(2, 2), link(0, 3)] }, 'abc (u)d (u)'],
    ['pictures that are none', { photo: [null] }, '[message]'],
    ['a file whose id is none', { document: { file_id: {} } }, '[message]'],
    ['a die that is none', { dice: 5 }, '[message]'],
    ['a number that is none', { contact: { first_name: 'Ada', phone_number: 5 } }, '[message]'],
    ['a quote that is none', { text: 'a', quote: { text: 5 } }, 'a'],
  ])('is read as far as it is what it should be: %s', (_what, message, text) => {
    expect(inboundOf(message).text).toBe(text)
  })

  test('is ignored without a time that can be written', () => {
    expect(update({ text: 'Hi', date: 9e15 })).toEqual({ kind: 'ignored', what: 'unreadable' })
    expect(update({ text: 'Hi', edit_date: 'x' })).toEqual({ kind: 'ignored', what: 'unreadable' })
  })

  test('has no half of a character where it is cut', () => {
    const name = inboundOf({ document: { file_id: 'd', file_name: `😀${'b'.repeat(199)}` } }).attached[0]
      ?.name
    expect(name?.isWellFormed()).toBe(true)
    const { text } = inboundOf({ text: `${'b'.repeat(maxMessageLength - 1)}😀` })
    expect(text.isWellFormed()).toBe(true)
    expect(text).toHaveLength(maxMessageLength)
  })

  test('takes no longer than its bytes, however many links it has', () => {
    const entities = Array.from({ length: 9_000 }, (_, nth) => link(nth, 1))
    const began = performance.now()
    inboundOf({ text: `漢${'x'.repeat(450_000)}`, entities })
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  test('is a pressed button of at most the length of a message, and of something', () => {
    const pressed = (data: string, reply_markup?: unknown) =>
      readUpdate({
        ...{ update_id: 3 },
        callback_query: { id: 'q1', from, data, message: { message_id: 9, date, chat, reply_markup } },
      })
    const long = pressed(`s:${'x'.repeat(900_000)}`)
    expect(long.kind === 'choice' && long.inbound?.text).toHaveLength(maxMessageLength)
    expect(pressed('s: ')).toMatchObject({ kind: 'choice', inbound: undefined })
    for (const inline_keyboard of ['x', [null], [[null]], [[{ text: 5, callback_data: 'n:0' }]]])
      expect(pressed('n:0', { inline_keyboard })).toMatchObject({ kind: 'choice', inbound: undefined })
  })
})

test('a reaction is what stands at a message now', () => {
  const reacted = (new_reaction: object[], more: object = {}) =>
    readUpdate({
      update_id: 9,
      message_reaction: { chat, message_id: 5, user: from, date, old_reaction: [], new_reaction, ...more },
    })
  const of = { contactId: '7', by: 'visitor', providerMessageId: '5', key: 'reaction/9' }
  const like = { type: 'emoji', emoji: '👍' }
  expect(reacted([like])).toEqual({
    kind: 'change',
    change: { ...of, at: '2025-11-28T09:00:00.000Z', change: { kind: 'reaction', reaction: '👍' } },
  })
  expect(reacted([])).toMatchObject({ change: { change: { kind: 'reaction', reaction: undefined } } })
  expect(reacted([like, { type: 'custom_emoji', custom_emoji_id: '1' }, { type: 'paid' }])).toMatchObject({
    change: { change: { reaction: '👍❓⭐' } },
  })
  expect(reacted([like], { chat: { id: -1, type: 'group' } })).toEqual({ kind: 'ignored' })
  expect(reacted([like], { user: { ...from, is_bot: true } })).toEqual({ kind: 'ignored' })
  expect(reacted([like], { user: undefined, actor_chat: chat })).toEqual({ kind: 'ignored' })
})

test('a pressed button is what it says', () => {
  const pressed = (more: object) =>
    readUpdate({
      update_id: 3,
      callback_query: { id: 'q1', from, chat_instance: 'c', message: { message_id: 9, date, chat }, ...more },
    })
  expect(pressed({ data: 's:Yes' })).toMatchObject({
    kind: 'choice',
    queryId: 'q1',
    inbound: { contact: { id: '7' }, providerMessageId: 'callback/q1', sentAt: undefined, text: 'Yes' },
  })
  const reply_markup = { inline_keyboard: [[{ text: 'A long label', callback_data: 'n:0' }]] }
  expect(pressed({ data: 'n:0', message: { message_id: 9, date, chat, reply_markup } })).toMatchObject({
    inbound: { text: 'A long label' },
  })
  expect(pressed({ data: 'n:0' })).toMatchObject({ kind: 'choice', inbound: undefined })
  const group = { message_id: 9, date, chat: { id: -1, type: 'group' } }
  expect(pressed({ data: 's:Yes', message: group })).toMatchObject({ kind: 'choice', inbound: undefined })
})
