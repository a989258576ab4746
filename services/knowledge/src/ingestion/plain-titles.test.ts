import { describe, expect, test } from 'vitest'
import { withMarkedTitles } from './plain-titles.ts'

describe('withMarkedTitles', () => {
  test('marks titles in paragraphs of their own', () => {
    expect(
      withMarkedTitles('Delivery\n\nParcels take 2 to 4 days.\n\nReturns:\n\nWithin 30 days of delivery.'),
    ).toBe('## Delivery\n\nParcels take 2 to 4 days.\n\n## Returns\n\nWithin 30 days of delivery.')
  })
  test('marks titles directly above their text, and questions', () => {
    expect(
      withMarkedTitles('Öffnungszeiten\nMo–Fr 9–18 Uhr\n\nKann ich mit Karte zahlen?\nJa, ab fünf Euro.'),
    ).toBe('## Öffnungszeiten\n\nMo–Fr 9–18 Uhr\n\n## Kann ich mit Karte zahlen?\n\nJa, ab fünf Euro.')
    expect(withMarkedTitles('料金\n\n一泊18,000円です。\n\n送迎\n\n無料のバスがあります。')).toBe(
      '## 料金\n\n一泊18,000円です。\n\n## 送迎\n\n無料のバスがあります。',
    )
  })
  test.each([
    ['a text with headings', '# Shop\n\nDelivery\n\nIn two days.\n\nReturns\n\nIn 30 days.'],
    ['a text with code', '```\nDelivery\n\nIn 2 days.\n\nReturns\n\nIn 30 days.\n```'],
    ['one short line', 'Delivery\n\nParcels take 2 to 4 days.'],
    ['sentences', 'We are small.\n\nOur shop has 2 rooms.\n\nYou may bring dogs.\n\nCats stay out.'],
    [
      'lists and values',
      '- Milk\n- Tea\n\n1. Boil 1 litre.\n\nPrice: 5 euros\n\nPhone: 0113 496\n\na@b.example\n5',
    ],
    ['names below each other', 'Ada\nGrace\nAlan\n\nEdsger\nBarbara\nTony'],
  ])('leaves %s as it is', (_, text) => {
    expect(withMarkedTitles(text)).toBe(text)
  })
  test('changes a marked text no more', () => {
    const once = withMarkedTitles('Delivery\n\nParcels take 2 days.\n\nReturns\n\nWithin 30 days.')
    expect(withMarkedTitles(once)).toBe(once)
  })
})
