import { describe, expect, test } from 'vitest'
import { readDeletion, readEdition, readMessage, readReaction } from './events.ts'

const at = '2026-11-29T10:00:00.000000+00:00'
const written = (more: object = {}) => ({
  ...{ id: '11', channel_id: '22', guild_id: '33', type: 0, content: 'Hello', timestamp: at },
  author: { id: '44', username: 'grace', global_name: 'Grace Hopper' },
  ...more,
})
const inbound = (more: object = {}) => {
  const read = readMessage(written(more))
  return read.kind === 'message' ? read.inbound : undefined
}

test('a message is its author’s, with the time of Discord', () => {
  expect(readMessage(written())).toEqual({
    ...{ kind: 'message', channelId: '22', messageId: '11' },
    inbound: {
      contact: { id: '44', name: 'Grace Hopper' },
      ...{ providerMessageId: '11', sentAt: '2026-11-29T10:00:00.000Z', text: 'Hello', attached: [] },
    },
  })
  expect(inbound({ member: { nick: 'Gracie' } })?.contact.name).toBe('Gracie')
})

test.each([
  ['of a bot', { author: { id: '44', username: 'b', bot: true } }, { what: 'bot' }],
  ['of a webhook', { webhook_id: '5' }, { what: 'bot', webhookId: '5' }],
  ['of Discord', { author: { id: '44', username: 'd', system: true } }, { what: 'system' }],
  ['outside of a server', { guild_id: undefined }, undefined],
  ['that somebody joined', { type: 7 }, { what: 'system' }],
  ['that a message was pinned', { type: 6 }, { what: 'system' }],
  ['of an odd form', { timestamp: 'yesterday' }, undefined],
])('a message %s is ignored', (_, more, of) => {
  const ignored = of && { of: { channelId: '22', ...of } }
  expect(readMessage(written(more))).toEqual({ kind: 'ignored', ...ignored })
})

describe('what is no text', () => {
  test.each<[string, object, string]>([
    [
      'a sticker',
      { content: '', sticker_items: [{ id: '1', name: 'Wave', format_type: 1 }] },
      '[Sticker: Wave]',
    ],
    ['a poll', { content: '', poll: { question: { text: 'Tea?' } } }, '[Poll: Tea?]'],
    [
      'a forwarded message',
      { content: '', message_snapshots: [{ message: { content: 'I said' } }] },
      '> I said',
    ],
    ['anything else', { content: '' }, '[message]'],
    [
      'a reply',
      { type: 19, content: 'Yes', referenced_message: { content: 'Two\nlines' } },
      '> Two\n> lines\n\nYes',
    ],
    [
      'a mention',
      { content: 'Ask <@55> or <@!66>', mentions: [{ id: '55', username: 'ada' }] },
      'Ask @ada or <@!66>',
    ],
    ['an emoji of the server', { content: 'Fine <a:party:123>' }, 'Fine :party:'],
    ['a time', { content: 'At <t:1764320400:F>?' }, 'At 2025-11-28T09:00Z?'],
  ])('%s is named', (_, more, text) => {
    expect(inbound(more)?.text).toBe(text)
  })

  test('files come with their names and sizes, those of a forwarded message too', () => {
    const file = { id: '1', filename: 'order.pdf', size: 9, url: 'https://cdn.discordapp.com/a/order.pdf' }
    const read = inbound({
      content: '',
      attachments: [file],
      message_snapshots: [{ message: { attachments: [file] } }],
    })
    expect(read?.text).toBe('')
    expect(read?.attached).toEqual(Array(2).fill({ url: file.url, name: 'order.pdf', size: 9 }))
  })
})

test('an edition is a change of its message, and one of Discord’s own is none', () => {
  const now = Date.parse(at)
  const edited = written({ content: 'Bye', edited_timestamp: at })
  const read = readEdition(edited, now)
  expect(read).toMatchObject({
    change: {
      ...{ providerMessageId: '11', key: 'edit/2026-11-29T10:00:00.000Z' },
      change: { kind: 'edit', text: 'Bye' },
    },
    inbound: { providerMessageId: '11', text: '(edited) Bye' },
  })
  expect(readEdition(edited, now)).toEqual(read)
  expect(readEdition(written({ edited_timestamp: null }), now)).toEqual({ kind: 'ignored' })
  expect(readEdition(edited, now + 100_000_000)).toEqual({ kind: 'ignored' })
})

test('a reaction is added or removed by a person, at a message', () => {
  const given = {
    user_id: '55',
    channel_id: '22',
    message_id: '11',
    guild_id: '33',
    emoji: { id: null, name: '👍' },
  }
  const of = { contactId: '55', by: 'visitor', providerMessageId: '11', at: '1970-01-01T00:00:00.007Z' }
  expect(readReaction(given, true, 7)).toMatchObject({
    ...{ channelId: '22', change: { ...of, change: { kind: 'reaction', reaction: '👍' } } },
  })
  expect(readReaction(given, false, 7)?.change.change).toEqual({
    ...{ kind: 'reaction', reaction: undefined, former: '👍' },
  })
  expect(readReaction({ ...given, member: { user: { bot: true } } }, true, 7)).toBeUndefined()
  expect(readReaction({ ...given, guild_id: undefined }, true, 7)).toBeUndefined()
})

test('deletions name the messages, one or many', () => {
  expect(readDeletion({ id: '11', channel_id: '22' })).toEqual({ channelId: '22', ids: ['11'] })
  expect(readDeletion({ ids: ['1', '2'], channel_id: '22' })).toEqual({ channelId: '22', ids: ['1', '2'] })
  expect(readDeletion({ channel_id: '22' })).toBeUndefined()
})

test('what is of a wrong type loses nothing else', () => {
  for (const odd of [
    { sticker_items: 'x' },
    { attachments: [{ url: 7 }] },
    { mentions: [{}] },
    { poll: 7 },
    { referenced_message: [] },
    { message_snapshots: {} },
    { member: 'x' },
    { edited_timestamp: 7 },
  ])
    expect(inbound(odd)?.text).toBe('Hello')
  expect(
    inbound({ attachments: [{ url: 7 }, { url: 'https://x.example/1', filename: 'a' }] })?.attached,
  ).toEqual([{ url: 'https://x.example/1', name: 'a', size: undefined }])
})

test('a text is not larger for the names that it mentions', () => {
  const mentions = [{ id: '55', username: 'x'.repeat(1_000_000) }]
  const before = performance.now()
  expect(inbound({ content: '<@55>'.repeat(100_000), mentions })?.text.length).toBeLessThanOrEqual(8_000)
  expect(performance.now() - before).toBeLessThan(1_000)
})
