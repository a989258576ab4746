import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formattedText } from './formatted-text.ts'

const apart = (text: string) => text.replaceAll('\u2060', '|')

test.each([
  ['bold, italic and struck out', '**Open** *now*, ~~closed~~', '*Open* _now_, ~closed~'],
  ['both', '***both***', '*_both_*'],
  ['a link', 'See [our page](https://shop.example/a_b).', 'See our page (https://shop.example/a_b).'],
  ['an address', 'See https://shop.example/_a_b_.', 'See https://shop.example/_a_b_.'],
  ['an address of mail', '[Write](mailto:a@b.example)', 'Write'],
  ['code', 'Run `npm *i*`', 'Run `npm *i*`'],
  ['a block of code', '```js\nlet a = 1\n```', '```let a = 1```'],
  ['a heading', '# Hours **today**\nNine to five', '*Hours today*\n\nNine to five'],
  ['a list', '- one\n- **two**', '• one\n• *two*'],
  ['a numbered list', '3. one\n4. two', '3. one\n4. two'],
  ['a quote', '> wise\n> words', '> wise\n> words'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n1 | 2'],
  ['bold over two lines', '**a\nb**', '*a*\n*b*'],
  ['marks that mean nothing', '5 * 6 * 2, a_b_c', '5 * 6 * 2, a_b_c'],
  ['marks that would mean something', 'Write \\*bold\\* or \\_this\\_', 'Write *|bold* or _|this_'],
  ['a greater-than sign', '\\> no quote', '|> no quote'],
  ['nothing', '  \n ', ''],
])('shows %s', (_what, markdown, expected) => {
  expect(apart(formattedText(markdown))).toBe(expected)
})

test('takes any text, and keeps its words', () => {
  const pieces = fc.constantFrom(
    '**',
    '_',
    '`',
    '```\n',
    '~~',
    '[a](https://a.example)',
    '\n',
    '> ',
    '- ',
    ' ',
    'word',
    '😀',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 20 }),
      (all) => {
        const text = formattedText(all.join(''))
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toContain('\0')
        // What follows a code fence is the name of a language, which is not shown.
        fc.pre(!/(?:~{3}|`{3})[^\n]*word/.test(all.join('')))
        expect(text.match(/word/g)?.length ?? 0).toBe(all.filter((piece) => piece === 'word').length)
      },
    ),
    { numRuns: 100 },
  )
})
