import { expect, test } from 'vitest'
import { fontIn } from './font-faces.ts'

const base = 'https://fonts.example/css2?family=Lora'

test('reads the faces of a stylesheet like that of Google Fonts', () => {
  const css = `
    /* latin-ext */
    @font-face { font-family: 'Lora'; font-style: normal; font-weight: 400; font-display: swap;
      src: url(https://files.example/ext.woff2) format('woff2'); unicode-range: U+0100-02BA, U+1E00-1E9F; }
    @font-face { font-family: 'Lora'; font-style: italic; font-weight: 400 700;
      src: local('Lora'), url(a.woff) format('woff'), url(../b?v=2) format("woff2"); }`
  expect(fontIn(css, base)).toEqual({
    family: 'Lora',
    faces: [
      {
        address: 'https://files.example/ext.woff2',
        weight: '400',
        style: 'normal',
        unicodeRange: 'U+0100-02BA,U+1E00-1E9F',
      },
      { address: 'https://fonts.example/b?v=2', weight: '400 700', style: 'italic' },
    ],
  })
})

test('takes the first font of several, and leaves out values that are no CSS of a font', () => {
  const css = `
    @font-face { font-family: Open Sans; src: url(a.woff2); font-weight: var(--x); font-style: url(x) }
    @font-face { font-family: Lora; src: url(b.woff2) }`
  expect(fontIn(css, base)).toEqual({
    family: 'Open Sans',
    faces: [{ address: 'https://fonts.example/a.woff2' }],
  })
})

test.each([
  '',
  'body { color: red }',
  '<!doctype html><title>No stylesheet</title>',
  '@font-face { src: url(a.woff2) }',
  '@font-face { font-family: Lora; src: url(a.ttf) format("truetype") }',
  `${'a{'.repeat(20_000)}`,
])('finds no font in %#', (css) => {
  expect(fontIn(css, base)).toBeUndefined()
})
