import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { expect, test } from 'vitest'
import { choiceIn, MOST_OF_TEXT, messageFor, type PageKind, pageParts } from './requests.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const buttons = (...labels: string[]): Block => ({
  type: 'buttons',
  buttons: labels.map((label, nth) => ({ id: `b${nth}`, label })),
})
const sentAs = (kind: PageKind, ...blocks: Block[]) =>
  pageParts(blocks, MOST_OF_TEXT)?.map((part) => messageFor(part, { origin: 'https://parley.example', kind }))
const messagesFor = (...blocks: Block[]) => sentAs('messenger', ...blocks)
const sizes = (count: number) => Array.from({ length: count }, (_, nth) => `Size ${nth}`)

test('texts are one message without marks, with up to 13 quick replies below it', () => {
  const shown = messagesFor(
    text('We are **open**, [see](https://a.example/x).'),
    text('Which?'),
    buttons(...sizes(13)),
  )
  expect(shown).toEqual([
    {
      text: 'We are open, see (https://a.example/x).\n\nWhich?',
      quick_replies: sizes(13).map((title) => ({ content_type: 'text', title, payload: `s:${title}` })),
    },
  ])
  expect(messagesFor(buttons('Yes'))).toMatchObject([{ text: '👇', quick_replies: [{ title: 'Yes' }] }])
  expect(messagesFor(buttons(' '))).toEqual([undefined])
  expect(choiceIn({ payload: 's:Size 1', title: 'Size' })).toBe('Size 1')
  expect(choiceIn({ payload: 'START', title: 'Get started' })).toBe('Get started')
})

test('more choices, and those that could not be told apart or are too long, are numbered', () => {
  const numbered = sizes(14).map((label, nth) => `${nth + 1}. ${label}`)
  expect(messagesFor(text('Which?'), buttons(...sizes(14)))).toEqual([
    { text: `Which?\n${numbered.join('\n')}` },
  ])
  expect(messagesFor(buttons('Same', 'Same'))).toEqual([{ text: '1. Same\n2. Same' }])
  const long = 'The one with the *long* name'
  expect(messagesFor(buttons(long, 'None'))).toEqual([{ text: `1. ${long}\n2. None` }])
})

test('cards are templates of up to ten, whose buttons say something or lead somewhere', () => {
  const card = (nth: number) => ({
    ...{ title: `Lamp ${nth}`, description: 'Bright', imageUrl: '/files/lamp.png' },
    buttons: [
      { label: 'Look', url: 'https://shop.example/lamp' },
      { label: 'Buy', text: `I want lamp ${nth}` },
    ],
  })
  const cards = Array.from({ length: 11 }, (_, nth) => card(nth))
  const shown = messagesFor({ type: 'carousel', cards })
  expect(shown).toHaveLength(2)
  expect(shown?.[0]?.attachment).toMatchObject({ type: 'template', payload: { template_type: 'generic' } })
  const [first] = Object(shown?.[0]?.attachment?.payload).elements
  expect(first).toEqual({
    ...{ title: 'Lamp 0', subtitle: 'Bright', image_url: 'https://parley.example/files/lamp.png' },
    buttons: [
      { type: 'web_url', title: 'Look', url: 'https://shop.example/lamp' },
      { type: 'postback', title: 'Buy', payload: 's:I want lamp 0' },
    ],
  })
})

test('of a card that is too long nothing is lost', () => {
  const description = 'Bright. '.repeat(20).trim()
  const buttons = [{ label: 'Look', url: 'https://shop.example/lamp' }, { label: 'Buy' }]
  const card = { title: 'Lamp', description, imageUrl: 'https://shop.example/lamp.png', buttons }
  expect(messagesFor({ type: 'carousel', cards: [card] })).toEqual([
    { attachment: { type: 'image', payload: { url: 'https://shop.example/lamp.png' } } },
    {
      text: `Lamp\n\n${description}\n\nLook: https://shop.example/lamp`,
      quick_replies: [{ content_type: 'text', title: 'Buy', payload: 's:Buy' }],
    },
  ])
  expect(messagesFor({ type: 'carousel', cards: [{ title: 'Alone' }] })).toEqual([{ text: 'Alone' }])
})

test('files are what they are, and addresses where the channel takes none', () => {
  const url = 'https://parley.example/files/a?s=1'
  const file = (mimeType: string, size = 9): Block => ({ type: 'file', url, name: 'a', mimeType, size })
  const kindOf = (kind: PageKind, block: Block) => sentAs(kind, block)?.[0]?.attachment?.type
  expect(kindOf('messenger', file('image/png'))).toBe('image')
  expect(kindOf('messenger', file('application/pdf'))).toBe('file')
  expect(kindOf('messenger', file('audio/mpeg'))).toBe('audio')
  expect(sentAs('instagram', file('application/pdf'))).toEqual([{ text: `a\n${url}` }])
  expect(sentAs('messenger', file('application/pdf', 30_000_000))).toEqual([{ text: `a\n${url}` }])
  expect(messagesFor({ type: 'image', url: 'https://a.example/a.svg', alt: 'Plan' })).toEqual([
    { text: 'Plan\nhttps://a.example/a.svg' },
  ])
  expect(messagesFor({ type: 'video', url: 'https://tube.example/watch', title: 'Film' })).toEqual([
    { text: 'Film\nhttps://tube.example/watch' },
  ])
  expect(messagesFor({ type: 'video', url: '/a.mp4' })?.[0]?.attachment?.type).toBe('video')
  expect(messagesFor({ type: 'image', url: 'javascript:alert(1)', alt: 'x' })).toEqual([{ text: 'x' }])
})

test('a long text is several of at most 2,000 characters, split at ends of sentences', () => {
  const sentence = 'The lamp shines all night and all day. '
  const parts = messagesFor(text(sentence.repeat(120)))
  expect(parts?.length).toBeGreaterThan(2)
  for (const part of parts ?? []) {
    expect(part?.text?.length).toBeLessThanOrEqual(2_000)
    expect(part?.text).toMatch(/\.$/)
  }
})

test('a form is its questions', () => {
  const fields = [
    { name: 'a', label: 'Size', type: 'select' as const, options: ['S', 'L'] },
    { name: 'b', label: 'E-mail', type: 'email' as const },
  ]
  expect(messagesFor({ type: 'form', formId: 'f', title: 'Order', fields })).toEqual([
    { text: 'Order\n• Size (S, L)\n• E-mail' },
  ])
})
