/** For tests: blocks of messages as agents may say them, odd ones included. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import fc from 'fast-check'

const pieces = [
  ...['**', '_', '`', '```\n', '[a](https://a.example/x)', '| a | b |\n|---|---|\n'],
  ...['- ', '> ', '\n\n', '😀', ' ', '<b>&'],
]
const words = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 40 })), {
    maxLength: 30,
  })
  .chain((all) => fc.constantFrom(1, 2, 30).map((times) => all.join('').repeat(times)))
const url = fc.oneof(
  fc.webUrl(),
  fc.string(),
  fc.constantFrom('/files/a.png', 'https://shop.example/a.svg', 'javascript:alert(1)', 'http://[', ''),
)
const label = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.string({ maxLength: 30 }),
  fc.constantFrom('', 'Yes', 'No', 'long '.repeat(100)),
)
const choices = fc
  .integer({ min: 1, max: 14 })
  .map((count) => Array.from({ length: count }, (_, nth) => `Choice ${nth}`))
const mimeType = fc.constantFrom('image/png', 'audio/ogg', 'video/mp4', 'application/pdf', 'text/csv')
const button = fc.record({ label, url, text: label }, { requiredKeys: ['label'] })
const card = fc.record(
  { title: label, description: fc.oneof(words, label), imageUrl: url, buttons: fc.array(button) },
  { requiredKeys: ['title'] },
)

const block: fc.Arbitrary<Block> = fc.oneof(
  words.map((text): Block => ({ type: 'text', text })),
  fc.oneof(fc.array(label, { maxLength: 20 }), fc.array(label, { maxLength: 120 }), choices).map(
    (labels): Block => ({
      type: 'buttons',
      buttons: labels.map((each, nth) => ({ id: String(nth), label: each })),
    }),
  ),
  fc.record({ url, alt: words }).map((image): Block => ({ type: 'image', ...image })),
  fc.record({ url, title: words }).map((video): Block => ({ type: 'video', ...video })),
  fc.record({ url, name: label, mimeType }).map((file): Block => ({ type: 'file', ...file })),
  fc
    .oneof(fc.array(card, { maxLength: 3 }), fc.array(card, { maxLength: 12 }))
    .map((cards): Block => ({ type: 'carousel', cards })),
  fc.record({ title: label, fields: fc.array(label, { maxLength: 20 }) }).map(
    ({ title, fields }): Block => ({
      ...{ type: 'form', formId: 'f', title },
      fields: fields.map((each) => ({ name: 'n', label: each, type: 'text' })),
    }),
  ),
)

export const randomBlocks: fc.Arbitrary<Block[]> = fc.array(block, { maxLength: 4 })
