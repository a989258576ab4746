import { expect, test } from 'vitest'
import { parseColor } from './color.ts'
import { colorsInCss } from './css-colors.ts'
import { rankColors } from './rank-colors.ts'

const ranked = (css: string, names: string[], more: Partial<Parameters<typeof rankColors>[0]> = {}) => {
  const { weights } = colorsInCss(css, names)
  return rankColors({ theme: [], tiles: [], fills: [], picture: [], css: weights, ...more })
}

test.each([
  ['#C03', [204, 0, 51]],
  ['rgb(10 20 30 / 90%)', [10, 20, 30]],
  ['hsl(120, 100%, 25%)', [0, 128, 0]],
  ['oklch(62.8% 0.2577 29.23)', [255, 0, 0]],
  ['rgba(0,0,0,.2)', undefined],
  ['inherit', undefined],
])('reads %s', (text, color) => {
  expect(parseColor(text)).toEqual(color)
})

test('what a button has comes before what a border has, and greys are left out', () => {
  const css = '.box{border-color:#2266aa} .btn{background:#aa2200} p{color:#333}'
  expect(ranked(css, ['.box', '.btn', 'p'])).toEqual(['#aa2200', '#2266aa'])
})

test('rules for classes that the page does not have, and what frameworks bring, count little', () => {
  const css = ':root{--bs-primary:#0d6efd} .btn-primary{background:#0d6efd} .cta{background:#7a1fa2}'
  expect(ranked(css, ['.cta'])[0]).toBe('#7a1fa2')
})

test('variables are followed, and those of the dark mode are not the brand', () => {
  const css = `:root{--brand:#0a6} @media (prefers-color-scheme: dark){:root{--brand:#5fd} .btn{background:#f0f}}
.btn{background:var(--brand)}`
  expect(ranked(css, ['.btn'])).toEqual(['#00aa66'])
})

test('the theme colour leads; shades that look alike are one colour; there are eleven at most', () => {
  const many = Array.from({ length: 30 }, (_, nth) => `.c${nth}{background:hsl(${nth * 12},80%,45%)}`).join(
    '',
  )
  const names = Array.from({ length: 30 }, (_, nth) => `.c${nth}`)
  const colors = ranked(many, names, { theme: ['#123456'] })
  expect(colors[0]).toBe('#123456')
  expect(colors.length).toBe(11)
  expect(ranked('.a{background:#aa2200} .b{background:#ab2301}', ['.a', '.b'])).toEqual(['#aa2200'])
})

test('a black brand is black', () => {
  expect(ranked('.btn{background:#111} p{color:#777}', ['.btn', 'p'])).toEqual(['#111111', '#777777'])
})

test('the background of the page says whether it is dark', () => {
  expect(colorsInCss('body{background:#0b0d12}', ['body']).dark).toBe(true)
  expect(colorsInCss('body{background:#fff}', ['body']).dark).toBe(false)
  expect(colorsInCss('p{color:#fff}', ['p']).dark).toBeUndefined()
})
