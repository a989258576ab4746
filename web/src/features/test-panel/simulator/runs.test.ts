import { describe, expect, test } from 'vitest'
import { type Run, telegramRuns, whatsAppRuns } from './runs.ts'

/** Runs as a text with the marks in braces. */
const told = (runs: Run[]) =>
  runs
    .map(({ text, marks, url }) => {
      const of = [...marks, ...(url === undefined ? [] : [url])]
      return of.length === 0 ? text : `{${of.join(' ')}: ${text}}`
    })
    .join('')

describe('WhatsApp', () => {
  test('shows marks around words as formatting', () => {
    expect(told(whatsAppRuns('We have *two* _nice_ ~old~ `lamps`.'))).toBe(
      'We have {bold: two} {italic: nice} {strike: old} {code: lamps}.',
    )
    expect(told(whatsAppRuns('*_both_*'))).toBe('{bold italic: both}')
    expect(told(whatsAppRuns('a\n```\nx = 1\n```\nb'))).toBe('a\n{pre: \nx = 1\n}\nb')
    expect(told(whatsAppRuns('> said'))).toBe('{quote: said}')
  })

  test('shows marks that mean nothing as they are', () => {
    for (const words of ['2*3*4', 'a * b * c', 'snake_case_name', '*\u2060not bold*', 'one *star', '```open'])
      expect(told(whatsAppRuns(words))).toBe(words)
  })

  test('opens addresses', () => {
    expect(told(whatsAppRuns('See https://shop.example/a_b_c now'))).toBe(
      'See {https://shop.example/a_b_c: https://shop.example/a_b_c} now',
    )
  })
})

test('Telegram shows entities, also those within others', () => {
  const text = 'Two 😀 lamps'
  const entities = [
    { type: 'bold', offset: 0, length: 12 },
    { type: 'text_link', offset: 7, length: 5, url: 'https://shop.example/' },
  ]
  expect(told(telegramRuns(text, entities))).toBe('{bold: Two 😀 }{bold https://shop.example/: lamps}')
  expect(told(telegramRuns('plain', []))).toBe('plain')
  expect(telegramRuns('', [])).toEqual([])
})
