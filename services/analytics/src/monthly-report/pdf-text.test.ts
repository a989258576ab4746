import { expect, it } from 'vitest'
import { inVisualOrder } from './pdf-text.ts'

const arabic = (text: string) => ({ text, font: 'arabic', rightToLeft: true })
const latin = (text: string) => ({ text, font: 'latin', rightToLeft: false })
const seen = (runs: Parameters<typeof inVisualOrder>[0], fromRight: boolean) =>
  inVisualOrder(runs, fromRight).map(({ text }) => text)

it('a line of a document that is read from the right begins there, whatever its first word is', () => {
  const line = [latin('Acme '), arabic('تقرير')]
  expect(seen(line, true)).toEqual(['تقرير', ' ', 'Acme'])
  expect(seen(line, false)).toEqual(['Acme', ' ', 'تقرير'])
})

it('brackets and what ends a sentence stand on the side where it ends', () => {
  expect(seen([arabic('شهر'), latin(' (2026).')], true)).toEqual(['.', '(', '2026', ')', ' ', 'شهر'])
  expect(seen([arabic('شهر'), latin(' 70.6%, '), arabic('شهر')], true)).toEqual([
    ...['شهر', ' ', ',', '70.6%', ' ', 'شهر'],
  ])
})
