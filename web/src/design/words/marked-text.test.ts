import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasWords, piecesOf } from './marked-text.ts'
import { wordsOf } from './words.ts'

const found = (text: string, query: string) =>
  piecesOf(text, wordsOf(query)).flatMap((piece) => (piece.found ? piece.text : []))

describe('marking what was typed', () => {
  it('marks beginnings of words, the longest that was typed', () => {
    expect(found('Message delay, in messages', 'mes')).toEqual(['Mes', 'mes'])
    expect(found('Message delay', 'm message')).toEqual(['Message'])
    expect(found('Wait for a message', 'essage')).toEqual([])
    expect(piecesOf('', ['a'])).toEqual([])
  })

  it('finds words in writing without spaces, and words with marks', () => {
    expect(piecesOf('背景画像の色', ['画像'])).toEqual([
      { text: '背景', found: false },
      { text: '画像', found: true },
      { text: 'の色', found: false },
    ])
    expect(hasWords(wordsOf('設定'), 'エージェントの設定')).toBe(true)
    expect(found('पहल वाला संदेश', 'संदेश')).toEqual(['संदेश'])
    expect(hasWords(wordsOf('देश'), 'पहल वाला संदेश')).toBe(false)
  })

  it('loses nothing of the text, and marks something wherever all words are found', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
        const typed = wordsOf(query)
        const pieces = piecesOf(text, typed)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        if (typed.length > 0 && hasWords(typed, text)) expect(pieces.some((piece) => piece.found)).toBe(true)
      }),
    )
  })
})
