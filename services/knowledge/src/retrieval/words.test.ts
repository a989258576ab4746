import { describe, expect, test } from 'vitest'
import { splitSentences } from '../sentences.ts'
import { codesIn, marksIn, wordsOf } from './words.ts'

const texts = (text: string) => wordsOf(text).map((word) => word.text)

describe('wordsOf', () => {
  test('returns words in lower case, without single letters', () => {
    expect(texts("Don’t PANIC, it's a café — 24/7!")).toEqual(["don't", 'panic', 'it', 'café', '24', '7'])
  })
  test('returns words with hyphens whole and in parts', () => {
    expect(wordsOf('check-up X-rays')).toEqual([
      { text: 'checkup', parts: ['check'] },
      { text: 'xrays', parts: ['rays'] },
    ])
  })
  test('returns pairs of characters for scripts without spaces', () => {
    expect(texts('营业时间')).toEqual(['营业', '业时', '时间'])
    expect(texts('Wi-Fiの営業時間')).toEqual(expect.arrayContaining(['営業', '業時', '時間']))
    expect(texts('เปิดกี่โมง').length).toBeGreaterThan(3)
  })
  test('reads Arabic and Hebrew', () => {
    expect(texts('ساعات العمل')).toEqual(['ساعات', 'العمل'])
    expect(texts('שעות פתיחה')).toEqual(['שעות', 'פתיחה'])
  })
})

describe('codesIn', () => {
  test.each([
    ['Is CC-GSK-58 in stock, or cc-gsk-54?', ['ccgsk58', 'ccgsk54']],
    ['what does CC-PMP-ROT cost', ['ccpmprot']],
    ['WT200 please', ['wt200']],
    ['HOW MUCH IS a check-in from 9-5 on 24/7, at 7pm?', []],
    ['E-mail or A4?', []],
  ])('finds the codes of %j', (text, codes) => {
    expect([...codesIn(text)]).toEqual(codes)
  })
})

describe('marksIn', () => {
  test.each([
    ['We are open from nine to five.', ['#time']],
    ['Wir haben von 9 bis 18 geöffnet.', ['#time']],
    ['It takes from two to five working days.', ['#duration']],
    ['It costs $40 or 45 Cent.', ['#money']],
    ['From 9:30 to 17 Uhr.', ['#time']],
    ['Closed on Sundays.', ['#day']],
    ['It takes two to three working days.', ['#duration']],
    ['Call 0161 555 0134.', ['#phone']],
    ['Write to gast@sonnhalde.example.', ['#email']],
    ['We are at 12 Canal Row.', ['#address']],
    ['Sie finden uns in der Seestraße 14.', ['#address']],
    ['We bake bread.', []],
  ])('%s', (text, marks) => {
    expect(marksIn(text)).toEqual(marks)
  })
})

describe('splitSentences', () => {
  test('ends at full stops but not after abbreviations, in numbers and before small letters', () => {
    expect(splitSentences('Ask Dr. Vance. It costs 3.90 euros, e.g. for two. Fine? Yes!')).toEqual([
      'Ask Dr. Vance.',
      'It costs 3.90 euros, e.g. for two.',
      'Fine?',
      'Yes!',
    ])
  })
  test('splits list items and lines', () => {
    expect(splitSentences('Bring:\n- a card\n- a list\n\n1. Wait. 2. Go.')).toEqual([
      'Bring:',
      '- a card',
      '- a list',
      '1. Wait.',
      '2. Go.',
    ])
  })
  test('recognises the full stops of other scripts', () => {
    expect(splitSentences('九時からです。五時までです。')).toEqual(['九時からです。', '五時までです。'])
    expect(splitSentences('هل أنتم مفتوحون؟ نعم.')).toEqual(['هل أنتم مفتوحون؟', 'نعم.'])
  })
  test('handles a million full stops in linear time', () => {
    expect(splitSentences('a. '.repeat(300_000)).length).toBeGreaterThan(0)
    expect(splitSentences('.'.repeat(1_000_000)).length).toBe(1)
  })
})
