import { expect, test } from 'vitest'
import { suggestions } from './suggestions.ts'

const chunks = [
  'Shop\nOpening hours\n\nWe are open from nine to five.',
  '# Shop\n## Can I bring **my** dog?\n\nYes.',
  'Just a sentence without a heading.',
  'This is a sentence.\n\nAnd another.',
]

test('suggests the headings as questions, questions first, with their source', () => {
  expect(suggestions([{ name: 'House', chunks }], [])).toEqual([
    { lines: [{ says: 'Can I bring my dog?', expects: { answered: true, source: 'House' } }] },
    { lines: [{ says: 'Opening hours', expects: { answered: true, source: 'House' } }] },
  ])
})

test('suggests the questions of pairs', () => {
  const pairs = ['Q: Do you ship to Malta?\nA: Yes, within a week.']
  expect(suggestions([{ name: 'Pairs', chunks: pairs }], [])[0]?.lines[0]?.says).toBe('Do you ship to Malta?')
})

test('leaves out what is asked already, and takes a few of each source', () => {
  expect(suggestions([{ name: 'House', chunks }], ['can i bring my dog', 'Opening hours?'])).toEqual([])
  const many = Array.from({ length: 50 }, (_, nth) => `Heading number ${nth}\n\nText`)
  expect(
    suggestions(
      [
        { name: 'A', chunks: many },
        { name: 'B', chunks },
      ],
      [],
    ),
  ).toHaveLength(7)
})
