import { describe, expect, test } from 'vitest'
import { chunkPairs, chunkText } from './chunk.ts'
import { normalise, unwrapLines } from './normalise.ts'

const sentence = (n: number) => `Sentence number ${n} tells what happens on day ${n}.`
const long = Array.from({ length: 200 }, (_, n) => sentence(n)).join(' ')

describe('chunkText', () => {
  test('a short text is one chunk', () => {
    expect(chunkText('Hello there.\n\nAnd more.', 1000)).toEqual(['Hello there.\n\nAnd more.'])
  })
  test('no chunk is longer than the limit and no sentence or word is lost', () => {
    const chunks = chunkText(long, 1000)
    expect(chunks.length).toBeGreaterThan(5)
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(1000)
    for (let n = 0; n < 200; n++) expect(chunks.some((chunk) => chunk.includes(sentence(n)))).toBe(true)
  })
  test('a chunk repeats the last sentence of the previous one', () => {
    const [first, second] = chunkText(long, 1000)
    const lastSentence = first!.slice(first!.lastIndexOf('Sentence'))
    expect(second!.startsWith(lastSentence)).toBe(true)
  })
  test('every chunk starts with its headings', () => {
    const chunks = chunkText(`# Shop\n\n## Delivery\n\n${long}\n\n## Returns\n\nWithin 30 days.`, 1000)
    expect(chunks[0]!.startsWith('# Shop\n## Delivery\n\n')).toBe(true)
    expect(chunks[3]!.startsWith('# Shop\n## Delivery\n\n')).toBe(true)
    expect(chunks.at(-1)).toContain('## Returns\n\nWithin 30 days.')
  })
  test('small sections share a chunk, with their headings', () => {
    expect(chunkText('## A\n\nOne.\n\n## B\n\nTwo.', 1000)).toEqual(['## A\n\nOne.\n\n## B\n\nTwo.'])
  })
  test('never cuts inside a word, unless it is longer than a chunk', () => {
    const words = Array.from({ length: 3000 }, (_, n) => `word${n}`)
    const found = chunkText(words.join(' '), 1000).flatMap((chunk) => chunk.split(/\s+/))
    expect(new Set(found)).toEqual(new Set(words))
    const pieces = chunkText('😀'.repeat(2000), 1000)
    expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 1000)).toBe(true)
    expect(pieces.join('').replaceAll('\n', '')).toBe('😀'.repeat(2000))
  })
  test('handles a million characters in one line, with or without spaces', () => {
    for (const line of [
      'ab '.repeat(333_333),
      'x'.repeat(1_000_000),
      'a.'.repeat(500_000),
      '# '.repeat(500_000),
    ]) {
      const chunks = chunkText(line, 2424)
      expect(chunks.every((chunk) => chunk.length <= 2424)).toBe(true)
      expect(chunks.length).toBeGreaterThan(350)
    }
  })
  test('languages without spaces are cut at their full stops', () => {
    const chunks = chunkText('営業時間は九時から五時までです。'.repeat(100), 1000)
    expect(chunks.every((chunk) => chunk.endsWith('。') && chunk.length <= 1000)).toBe(true)
  })
  test('an empty text has no chunks; headings alone are kept', () => {
    expect(chunkText('', 1000)).toEqual([])
    expect(chunkText('# Only a title', 1000)).toEqual(['# Only a title'])
  })
})

describe('chunkPairs', () => {
  test('each pair is its own chunk', () => {
    expect(
      chunkPairs([
        { question: 'Open?', answer: 'Yes.' },
        { question: 'Price?', answer: 'Ten.' },
      ]),
    ).toEqual(['Q: Open?\nA: Yes.', 'Q: Price?\nA: Ten.'])
  })
  test('a long answer repeats the question', () => {
    const chunks = chunkPairs([{ question: 'What happens?', answer: long }], 1000)
    expect(chunks.length).toBeGreaterThan(5)
    for (const chunk of chunks) {
      expect(chunk.startsWith('Q: What happens?\nA: ')).toBe(true)
      expect(chunk.length).toBeLessThanOrEqual(1000)
    }
  })
})

describe('normalise', () => {
  test('removes NUL, control, zero-width and direction-overriding characters', () => {
    expect(normalise('a\0b\u200Bc\u202Ed\u2066e\r\nf\rg\uFEFF\uD800')).toBe('abcde\nf\ng\uFFFD')
  })
  test('keeps right-to-left text and joiners unchanged', () => {
    expect(normalise('ساعات العمل: می‌خواهم')).toBe('ساعات العمل: می‌خواهم')
  })
  test('joins lines that were wrapped', () => {
    const text =
      'We deliver within two days everywhere in the coun-\ntry, and we take parcels back for a whole\nmonth.\n- one\n- two'
    expect(unwrapLines(text)).toBe(
      'We deliver within two days everywhere in the country, and we take parcels back for a whole month.\n- one\n- two',
    )
  })
})
