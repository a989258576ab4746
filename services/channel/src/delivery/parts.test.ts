import type { Block } from '@parley/contracts/conversation/blocks.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_PARTS, partsOf } from './parts.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const textsOf = (words: string, length: number) =>
  partsOf([text(words)], length)?.map((blocks) =>
    blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('|'),
  )

test('leaves alone what fits', () => {
  expect(partsOf([text('Hello'), text('there')], 10)).toEqual([[text('Hello'), text('there')]])
  expect(partsOf([], 10)).toEqual([[]])
})

test.each<[string, string, number, string[]]>([
  ['a paragraph', 'One line here.\n\nTwo more. Three.', 22, ['One line here.', 'Two more. Three.']],
  ['a line', 'First of the list\nSecond one', 20, ['First of the list', 'Second one']],
  ['a sentence', 'We open at nine. We close at five.', 24, ['We open at nine.', 'We close at five.']],
  ['a sentence without a space', '我们九点开门。我们五点关门。', 10, ['我们九点开门。', '我们五点关门。']],
  ['a word', 'seven words without any full stop inside', 20, ['seven words without', 'any full stop inside']],
  ['a character', 'x'.repeat(25), 10, ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]],
])('cuts after %s', (_, words, length, parts) => {
  expect(textsOf(words, length)).toEqual(parts)
})

test('keeps the indentation of a line', () => {
  const code = 'def f():\n    if a:\n        return 1'
  expect(textsOf(code, 20)).toEqual(['def f():\n    if a:', '        return 1'])
  expect(textsOf('One.\n\n\n  - two\n  - three', 14)).toEqual(['One.', '  - two', '  - three'])
})

test('never cuts an emoji, a link or an address that fits', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(textsOf(family.repeat(3), family.length * 2 - 1)).toEqual([family, family, family])
  const link = '[our long opening hours](https://a.example/x)'
  expect(textsOf(`See ${link} for more`, 48)).toEqual(['See', link, 'for more'])
  const address = `https://a.example/${'y'.repeat(20)}`
  expect(textsOf(`Look at the page:${address}`, 40)).toEqual(['Look at the', 'page:', address])
})

test('cuts between characters as people see them', () => {
  // The second code unit of the pair that colours the hand is beyond the length.
  expect(textsOf(`${'x'.repeat(9)}👍🏽`, 11)).toEqual(['x'.repeat(9), '👍🏽'])
  expect(textsOf(`${'x'.repeat(8)}👍🏽`, 10)).toEqual(['x'.repeat(8), '👍🏽'])
  // A character that is longer than a part is cut between code points.
  expect(textsOf('👩‍👩‍👧‍👦', 4)?.every((part) => part.isWellFormed())).toBe(true)
})

test('keeps links whole whose address has parentheses or a title', () => {
  const link = '[the old town](https://a.example/Town_(old) "The town")'
  expect(textsOf(`See this: ${link}`, 60)).toEqual(['See this:', link])
  const image = '![the old town](https://a.example/1.png)'
  expect(textsOf(`See${image}`, 40)).toEqual(['See', image])
})

test('sends buttons with the text before them', () => {
  const buttons: Block = { type: 'buttons', buttons: [] } as never
  expect(partsOf([text('One two'), buttons, text('three four')], 12)).toEqual([
    [text('One two'), buttons],
    [text('three four')],
  ])
})

test('refuses what would take too many messages', () => {
  expect(partsOf([text('x'.repeat(10 * MOST_PARTS))], 10)).toHaveLength(MOST_PARTS)
  expect(partsOf([text('x'.repeat(10 * MOST_PARTS + 1))], 10)).toBeUndefined()
  const short = text('x'.repeat(6))
  expect(partsOf(Array(MOST_PARTS).fill(short), 10)).toHaveLength(MOST_PARTS)
  expect(partsOf(Array(MOST_PARTS + 1).fill(short), 10)).toBeUndefined()
})

test('loses and adds nothing but white space, and keeps to the length', () => {
  const words = fc.array(
    fc.constantFrom('a', 'word ', 'é', '👍🏽', '. ', '\n', '\n\n', '[l](u)', 'https://x.y '),
  )
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 60 }), (made, length) => {
      const whole = made.join('')
      const parts = textsOf(whole, length)
      if (parts === undefined) return
      const bare = (given: string) => given.replace(/\s/g, '')
      expect(bare(parts.join(''))).toBe(bare(whole))
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(length)
        expect(part.isWellFormed()).toBe(true)
        expect(part).not.toMatch(/^\u{1f3fd}/u)
      }
    }),
  )
})

test('repeats no long line that opens a block of code, which would make a text many times as long', () => {
  const code = (opening: string) => `\`\`\`${opening}\n${'a\n'.repeat(30)}\`\`\``
  const most = (opening: string) => textsOf(code(opening), 200)?.join('').length
  expect(most('x'.repeat(400))).toBeLessThan(600)
  expect(most('js')).toBeLessThan(100)
})
