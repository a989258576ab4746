import { expect, it } from 'vitest'
import { demoGreeting } from '../agent/initial-content.ts'
import { type ReplyPart, replyParts, replyText } from './reply-parts.ts'

const cards = [
  { title: 'Lamp', description: 'Warm', buttons: [{ label: 'More', url: 'https://x.test/{{id}}' }] },
]
const fence = `\`\`\`carousel\n[\n  ${JSON.stringify(cards[0])}\n]\n\`\`\``

it('takes carousels out of a text and puts them back', () => {
  const source = `Look:\n\n${fence}\n\nAnything else?`
  const parts = replyParts(source)
  expect(parts).toEqual([
    { type: 'text', text: 'Look:' },
    { type: 'carousel', cards },
    { type: 'text', text: 'Anything else?' },
  ])
  expect(replyText(parts)).toBe(source)
  expect(replyParts(demoGreeting).map(({ type }) => type)).toEqual(['text', 'carousel', 'text'])
  expect(replyText(replyParts(demoGreeting))).toContain('Big Buck Bunny')
})

it.each<[string, ReplyPart[]]>([
  [
    'begins with a text, even an empty one',
    [
      { type: 'text', text: '' },
      { type: 'carousel', cards },
    ],
  ],
  [
    'keeps lines that are being typed',
    [
      { type: 'text', text: 'a\n\n' },
      { type: 'carousel', cards },
      { type: 'text', text: '\nb\n' },
    ],
  ],
  [
    'keeps carousels beside each other',
    [
      { type: 'text', text: 'a' },
      { type: 'carousel', cards },
      { type: 'carousel', cards },
    ],
  ],
])('%s', (_, parts) => {
  expect(replyParts(replyText(parts))).toEqual(parts)
})

it.each([
  ['what is no JSON', '```carousel\n[{]\n```'],
  ['what is never closed', '```carousel\n[{"title":"a"}]'],
  ['a card without a title', '```carousel\n[{"description":"a"}]\n```'],
  ['a field that cards do not have', '```carousel\n[{"title":"a","price":"3"}]\n```'],
  ['an example of code', '```\n```carousel\nno\n```'],
  ['no cards', '```carousel\n[]\n```'],
])('leaves %s as text', (_, source) => {
  expect(replyParts(source)).toEqual([{ type: 'text', text: source }])
})

it('leaves no fence of a carousel whose last card was removed', () => {
  expect(
    replyText([
      { type: 'text', text: 'a' },
      { type: 'carousel', cards: [] },
    ]),
  ).toBe('a')
})
