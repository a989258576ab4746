import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FormattedText, formattedText } from './formatted-text.ts'

/** The text with the entities around their words. */
function shown({ text, entities }: FormattedText): string {
  let marked = text
  for (const entity of entities.toReversed()) {
    const { type, offset, length } = entity
    const name = type === 'text_link' ? `${type} ${entity.url}` : type
    const end = offset + length
    marked = `${marked.slice(0, offset)}<${name}|${marked.slice(offset, end)}>${marked.slice(end)}`
  }
  return marked
}

test.each([
  [
    'bold, italic and struck out',
    '**Open** *now*, ~~closed~~',
    '<bold|Open> <italic|now>, <strikethrough|closed>',
  ],
  [
    'a link',
    'See [our page](https://shop.example/a_b).',
    'See <text_link https://shop.example/a_b|our page>.',
  ],
  ['an address', 'See https://shop.example/a_b.', 'See https://shop.example/a_b.'],
  ['an address of mail', '[Write](mailto:a@b.example)', 'Write'],
  ['code', 'Run `npm *i*`', 'Run <code|npm *i*>'],
  ['a block of code', '```js\nlet a = "<b>"\n```', '<pre|let a = "<b>">'],
  ['a heading', '# Hours\nNine to five', '<bold|Hours>\n\nNine to five'],
  ['a list', '- one\n- **two**', '• one\n• <bold|two>'],
  ['a numbered list', '3. one\n4. two', '3. one\n4. two'],
  ['a quote', '> wise words', '<blockquote|wise words>'],
  ['what looks like markup', '5 < 6 & <b>7</b> _', '5 < 6 & <b>7</b> _'],
  ['characters of two code units', '😀 **😀**', '😀 <bold|😀>'],
  ['nothing', '  \n ', ''],
])('shows %s', (_what, markdown, expected) => {
  // Formatting of one place has its outer entity first: only those beside each other are marked here.
  expect(shown(formattedText(markdown))).toBe(expected)
})

test('no text has an entity outside of it, empty, or within a character', () => {
  const pieces = [
    '**',
    '*',
    '_',
    '~~',
    '`',
    '```\n',
    '[',
    '](https://a.example)',
    '> ',
    '- ',
    '# ',
    '\n',
    ' ',
    '😀',
    'a',
  ]
  const markdown = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(markdown, (given) => {
      const { text, entities } = formattedText(given)
      expect(text).toBe(text.trim())
      for (const { offset, length } of entities) {
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(length).toBeGreaterThan(0)
        expect(offset + length).toBeLessThanOrEqual(text.length)
        expect(text.slice(offset, offset + length).isWellFormed()).toBe(true)
      }
    }),
  )
})
