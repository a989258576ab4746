/**
 * Parsing Markdown is linear: four times the text reads about four times the characters, whatever the text contains.
 * Regular expressions within a line are checked by `tests/hostile/regular-expressions.test.ts`.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from './markdown.ts'

/** The length of the longest text that a message may have. */
const LONG = 60_000

const fragments = [
  ...['[', ']', '(', ')', '](', '[a](', '[a](b)', '[a](https://a.example)', '![', '\\[', '\\', '[a]'],
  ...['*', '**', '***', '*a ', ' a*', '_', '__', '_a', '~~', '~~a', '**a *b'],
  ...['`', '``', '``` ', '`a', 'a``', '~~~\n', '```\n'],
  ...['https://', 'https://[', 'http://a', '<https://', '<https://[>', 'mailto:', '<', '<br', '>', '"'],
  ...['|', '|-', '|-|\n', 'a|\n', '|\n', '-', '- ', '* ', '1. ', '> ', '  ', '\t', '# ', '---\n', ' #'],
  ...['\n', '\n\n', '\r', '\u2028', ' ', 'a', 'é', '👍', '\0'],
]

/** Repeats whole pieces, so that a longer text has the same structure. */
const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))

const fixed: [string, (length: number) => string][] = [
  ...fragments.map((piece): [string, (length: number) => string] => [
    JSON.stringify(piece),
    (length) => repeated(piece, length),
  ]),
  ['brackets before a link', (length) => `${repeated('[', length)}](x)`],
  ['closed brackets before a link', (length) => `${repeated('[a][', length)}](x)`],
  ['one run of backticks', (length) => `${repeated('`', length / 2)} ${repeated('a ', length / 2)}`],
  ['backticks of every number', (length) => runsOfEveryLength(length)],
  ['a table of empty cells', (length) => `${repeated('|', length / 3)}\n|-|\n${repeated('|\n', length / 3)}`],
  [
    'marks that open alone',
    (length) => `${repeated('*a **b _c ', length / 2)}${repeated(' a* b** ', length / 2)}`,
  ],
  ['addresses without end', (length) => repeated('https://[x', length)],
  ['addresses of every length', (length) => repeated(`${'https://['.repeat(200)} `, length)],
]

function runsOfEveryLength(length: number): string {
  let text = ''
  for (let run = 1; text.length < length; run++) text += `${'`'.repeat(run)} `
  return text.slice(0, length)
}

/** Returns how many characters were read, and the size of the result. */
function effort(text: string): { characters: number; made: number } {
  const work = { characters: 0 }
  const blocks = parseMarkdown(text, work)
  return { characters: work.characters, made: JSON.stringify(blocks).length }
}

function expectLinear(make: (length: number) => string): void {
  const [short, long] = [effort(make(LONG / 4)), effort(make(LONG))]
  // Four times for four times the text, with a margin for marks whose number is odd in one and even in the other.
  expect(long.characters / short.characters).toBeLessThan(8)
  expect(long.made / short.made).toBeLessThan(8)
  // Levels of quotes and lists, emphasis within them, six marks; an address may be tried from each of its parts.
  expect(long.characters / LONG).toBeLessThan(200)
  expect(long.made / LONG).toBeLessThan(200)
}

describe('the number of characters read is linear in the length of the text', () => {
  test.each(fixed)('%s', (_, make) => expectLinear(make))

  test('for any repeated fragments between any others', () => {
    const pieces = fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 6 })
    const around = fc.array(fc.constantFrom(...fragments), { maxLength: 4 })
    fc.assert(
      fc.property(around, pieces, around, (before, piece, after) => {
        expectLinear((length) => before.join('') + repeated(piece.join(''), length) + after.join(''))
      }),
      { numRuns: 150 },
    )
  })
})

describe('links', () => {
  const linksOf = (text: string) =>
    [...JSON.stringify(parseMarkdown(text)).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href)

  test('an unfinished one does not affect those after it', () => {
    expect(linksOf('[a](https://a\n[b](https://b.example)')).toContain('https://b.example/')
    expect(linksOf('[1] and [b](https://b.example)')).toEqual(['https://b.example/'])
    expect(JSON.stringify(parseMarkdown('[1] and [b](https://b.example)'))).toContain('"text":"[1] and "')
  })

  test('may have matching brackets in their text', () => {
    expect(linksOf('[see [1] here](https://b.example)')).toEqual(['https://b.example/'])
  })

  test('an address longer than browsers accept stays text', () => {
    expect(linksOf(`https://a.example/${'x'.repeat(1_900)}`)).toHaveLength(1)
    expect(linksOf(`https://a.example/${'x'.repeat(2_100)}`)).toEqual([])
  })
})

test('a table with more than 50 columns stays text', () => {
  const table = (columns: number) => `${'|a'.repeat(columns)}|\n|-|\n|b|`
  expect(parseMarkdown(table(50))[0]?.type).toBe('table')
  expect(parseMarkdown(table(51))[0]?.type).toBe('paragraph')
})
