import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain } from './phrases.ts'

test('a text of ASCII alone is read as within a text that is not', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code)),
  })
  fc.assert(
    fc.property(ascii, (text) => {
      expect(plain(text)).toBe(plain(`é ${text}`).replace(/^e ?/, ''))
    }),
  )
  expect(plain("  I'm NOT sure... what's 2+2? ")).toBe('im not sure whats 2 2')
})
