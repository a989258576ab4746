import type { Block } from '@parley/contracts/conversation/blocks.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discordParts, MOST_OF_TEXT, requestOf } from './requests.ts'

const origin = 'https://parley.example'
const mention = '123456789012345678'
const partsOf = (blocks: Block[]) => discordParts(blocks, MOST_OF_TEXT, origin)
const requests = (blocks: Block[]) =>
  (partsOf(blocks) ?? []).map((part, nth) => requestOf(part, { origin, ...(nth === 0 ? { mention } : {}) }))
const contents = (blocks: Block[]) => requests(blocks).map((request) => request?.body.content)

test('a text names the person whom it answers, and notifies nobody', () => {
  expect(requests([{ type: 'text', text: '**Hello** @everyone' }])).toEqual([
    {
      body: { content: `<@${mention}> **Hello** @everyone`, allowed_mentions: { parse: [] } },
    },
  ])
})

test('buttons are numbered choices below the question', () => {
  const buttons = ['Small', 'Large_one'].map((label) => ({ id: label, label }))
  expect(
    contents([
      { type: 'text', text: 'Which size?' },
      { type: 'buttons', buttons },
    ]),
  ).toEqual([`<@${mention}> Which size?\n\n1. Small\n2. Large\\_one`])
})

test('pictures, files, forms and cards are as near as Discord has them', () => {
  expect(contents([{ type: 'image', url: '/files/a.png', alt: 'A lamp' }])).toEqual([
    `<@${mention}> [A lamp](https://parley.example/files/a.png)`,
  ])
  expect(
    contents([
      { type: 'form', formId: 'f', title: 'You', fields: [{ name: 'n', label: 'Name', type: 'text' }] },
    ]),
  ).toEqual([`<@${mention}> **You**\n- Name`])
  const card = {
    title: 'Lamp',
    description: 'Bright',
    imageUrl: 'https://shop.example/l.png',
    buttons: [{ label: 'Buy', url: 'https://shop.example/l' }],
  }
  expect(requests([{ type: 'carousel', cards: [card] }])).toEqual([
    {
      body: {
        content: `<@${mention}> - [Buy](https://shop.example/l)`,
        embeds: [{ title: 'Lamp', description: 'Bright', image: { url: 'https://shop.example/l.png' } }],
        allowed_mentions: { parse: [] },
      },
      instead: {
        body: {
          content: `<@${mention}> **Lamp**\nBright\n- [Buy](https://shop.example/l)`,
          allowed_mentions: { parse: [] },
        },
      },
    },
  ])
})

test('a long text is split at the end of a sentence, a text of much to escape too', () => {
  const sentence = 'We are open from nine to five, Monday to Friday. '
  const parts = contents([{ type: 'text', text: sentence.repeat(100) }])
  expect(parts).toHaveLength(3)
  for (const part of parts) expect(part).toMatch(/\.$/)
  expect(parts.join(' ')).toBe(`<@${mention}> ${sentence.repeat(100).trim()}`)
  const escapes = contents([{ type: 'text', text: 'a|b '.repeat(900) }])
  expect(escapes.length).toBeGreaterThan(2)
  for (const part of escapes) expect(part?.length).toBeLessThanOrEqual(2_000)
  expect(partsOf([{ type: 'text', text: 'x'.repeat(60_000) }])).toBeUndefined()
})

test('nothing that an agent may say is longer than Discord takes', () => {
  const words = fc
    .array(
      fc.oneof(
        fc.constantFrom('**', '||', '`', '```\n', '[a](https://a.example/x)', '- ', '😀', '\n\n'),
        fc.string(),
      ),
      {
        maxLength: 20,
      },
    )
    .chain((all) => fc.constantFrom(1, 3, 40).map((times) => all.join('').repeat(times)))
  const label = fc.oneof(fc.string({ maxLength: 500 }), fc.constant('*'.repeat(500)))
  const url = fc.oneof(
    fc.webUrl(),
    fc.constantFrom('/a', 'javascript:alert(1)', `https://a.example/${'x'.repeat(1_400)}`),
  )
  const block: fc.Arbitrary<Block> = fc.oneof(
    words.map((text): Block => ({ type: 'text', text })),
    fc.array(label, { maxLength: 150 }).map(
      (all): Block => ({
        type: 'buttons',
        buttons: all.map((each, nth) => ({ id: `${nth}`, label: each })),
      }),
    ),
    fc.record({ url, alt: label }).map((image): Block => ({ type: 'image', ...image })),
    fc.record({ title: label, fields: fc.array(label, { maxLength: 20 }) }).map(
      ({ title, fields }): Block => ({
        ...{ type: 'form', formId: 'f', title },
        fields: fields.map((each) => ({ name: 'n', label: each, type: 'text', options: [each, each] })),
      }),
    ),
    fc
      .array(
        fc.record({
          ...{ title: label, description: words, imageUrl: url },
          buttons: fc.array(fc.record({ label, url }), { maxLength: 5 }),
        }),
        { maxLength: 3 },
      )
      .map((cards): Block => ({ type: 'carousel', cards })),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      for (const request of requests(blocks))
        for (const each of [request, request?.instead]) {
          expect(each?.body.content?.length ?? 0).toBeLessThanOrEqual(2_000)
          expect(each?.body.content).not.toBe('')
        }
    }),
    { numRuns: 150 },
  )
})
