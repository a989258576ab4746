import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { expect, test } from 'vitest'
import { choiceIn, MOST_OF_TEXT, messageFor, whatsAppParts } from './requests.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const buttons = (...labels: string[]): Block => ({
  type: 'buttons',
  buttons: labels.map((label, nth) => ({ id: `b${nth}`, label })),
})
const messagesFor = (...blocks: Block[]) =>
  whatsAppParts(blocks, MOST_OF_TEXT)?.map((part) => messageFor(part, { origin: 'https://parley.example' }))
const plain = (body: string, preview_url = false) => ({ type: 'text', text: { preview_url, body } })

test('texts are one message, with up to three buttons below it', () => {
  expect(messagesFor(text('We are **open**.'), text('Until when?'), buttons('Five', 'Six', 'Seven'))).toEqual(
    [
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: 'We are *open*.\n\nUntil when?' },
          action: {
            buttons: ['Five', 'Six', 'Seven'].map((title) => ({
              type: 'reply',
              reply: { id: `s:${title}`, title },
            })),
          },
        },
      },
    ],
  )
  expect(messagesFor(buttons('Yes'))).toMatchObject([{ interactive: { body: { text: '👇' } } }])
  expect(messagesFor(buttons(' '))).toEqual([undefined])
})

test('up to ten choices, or longer ones, are a list', () => {
  const ten = Array.from({ length: 10 }, (_, nth) => `Size ${nth}`)
  expect(messagesFor(text('Which?'), buttons(...ten))).toMatchObject([
    {
      interactive: {
        type: 'list',
        action: { sections: [{ rows: ten.map((title) => ({ id: `s:${title}`, title })) }] },
      },
    },
  ])
  const long = 'The one with the long name, in red'
  const [shown] = messagesFor(text('Which?'), buttons(long, 'None')) ?? []
  expect(shown).toMatchObject({
    interactive: { action: { sections: [{ rows: [{ description: long, id: `s:${long}` }, {}] }] } },
  })
  expect(choiceIn({ id: `s:${long}`, title: 'The one with the long n…' })).toBe(long)
  expect(choiceIn({ id: 'other', title: 'Cancel' })).toBe('Cancel')
})

test('more choices, and those that could not be told apart or are too long, are numbered', () => {
  const eleven = Array.from({ length: 11 }, (_, nth) => `Size ${nth}`)
  const numbered = eleven.map((label, nth) => `${nth + 1}. ${label}`).join('\n')
  expect(messagesFor(text('Which?'), buttons(...eleven))).toEqual([plain(`Which?\n${numbered}`)])
  expect(messagesFor(buttons('Same', 'Same'))).toEqual([plain('1. Same\n2. Same')])
  const long = 'x'.repeat(100)
  expect(messagesFor(buttons(long, '*b*'))).toEqual([plain(`1. ${long}\n2. *\u2060b*`)])
})

test('a long text has its buttons in a message after it', () => {
  const sentence = 'We are open from nine to five. '.repeat(40).trim()
  expect(messagesFor(text(sentence), buttons('Fine'))).toMatchObject([
    plain(sentence),
    { type: 'interactive', interactive: { body: { text: '👇' } } },
  ])
})

test('a text longer than a message is split at the end of a sentence', () => {
  const parts = messagesFor(text('We are open from nine to five. '.repeat(200))) ?? []
  expect(parts.length).toBe(2)
  for (const part of parts) expect(JSON.stringify(part)).toContain('to five."')
})

test('pictures, sounds, videos and documents are what they are; what WhatsApp can’t show is a link', () => {
  const file = (mimeType: string, more: object = {}): Block => ({
    ...{ type: 'file' as const, name: 'a file', mimeType, url: '/files/a' },
    ...more,
  })
  const link = 'https://parley.example/files/a'
  expect(
    messagesFor(
      { type: 'image', url: '/files/a.png', alt: 'A lamp' },
      file('image/jpeg'),
      file('image/jpeg', { size: 6_000_000 }),
      file('audio/ogg'),
      file('video/mp4'),
      file('application/pdf'),
    ),
  ).toEqual([
    { type: 'image', image: { link: `${link}.png` } },
    { type: 'image', image: { link } },
    { type: 'document', document: { link, filename: 'a file' } },
    { type: 'audio', audio: { link } },
    { type: 'video', video: { link } },
    { type: 'document', document: { link, filename: 'a file' } },
  ])
  expect(
    messagesFor(
      { type: 'image', url: 'https://shop.example/a.svg', alt: 'A lamp' },
      { type: 'video', url: 'https://videos.example/v', title: 'A lamp' },
      { type: 'file', name: 'gone.txt', mimeType: 'text/plain' },
    ),
  ).toEqual([
    plain('A lamp\nhttps://shop.example/a.svg', true),
    plain('A lamp\nhttps://videos.example/v', true),
    plain('gone.txt'),
  ])
})

test('cards are pictures with words and buttons, which say something or lead somewhere', () => {
  const cards = [
    {
      title: 'Lamp',
      description: 'Red',
      imageUrl: 'https://shop.example/l.png',
      buttons: [
        { label: 'See', url: 'https://shop.example/l' },
        { label: 'Buy', text: 'I take the lamp' },
      ],
    },
    { title: 'Rug', imageUrl: 'https://shop.example/r.png' },
    { title: '', buttons: [] },
  ]
  expect(messagesFor({ type: 'carousel', cards })).toEqual([
    {
      type: 'interactive',
      interactive: {
        type: 'button',
        header: { type: 'image', image: { link: 'https://shop.example/l.png' } },
        body: { text: '*Lamp*\nRed\nSee: https://shop.example/l' },
        action: { buttons: [{ type: 'reply', reply: { id: 's:I take the lamp', title: 'Buy' } }] },
      },
    },
    { type: 'image', image: { link: 'https://shop.example/r.png', caption: '*Rug*' } },
    undefined,
  ])
})

test('a form is a list of its questions', () => {
  const fields = [
    { name: 'n', label: 'Name', type: 'text' as const },
    { name: 's', label: 'Size', type: 'select' as const, options: ['S', 'L'] },
  ]
  expect(messagesFor({ type: 'form', formId: 'f', title: 'You', fields })).toEqual([
    plain('*You*\n• Name\n• Size (S, L)'),
  ])
})
