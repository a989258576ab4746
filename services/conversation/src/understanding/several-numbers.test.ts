import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Language, languages } from '../phrases.ts'
import { numberWords } from './number-words.ts'
import { countOfThings } from './several-numbers.ts'

const read = (text: string, language: Language = 'en') => {
  const found = countOfThings(text, language)
  return found?.either ?? found?.value
}

/** "We are four, two adults and two children", "two or three", "two adults and 2 children". */
const said: Record<Language, { total: string; or: string; parts: string }> = {
  en: {
    total: 'we are four, two adults and two children',
    or: 'two or three',
    parts: 'two adults and 2 children',
  },
  de: {
    total: 'wir sind vier, zwei Erwachsene und zwei Kinder',
    or: 'zwei oder drei',
    parts: 'zwei Erwachsene und 2 Kinder',
  },
  es: {
    total: 'somos cuatro, dos adultos y dos niños',
    or: 'dos o tres personas',
    parts: 'dos adultos y 2 niños',
  },
  fr: {
    total: 'nous sommes quatre, deux adultes et deux enfants',
    or: 'deux ou trois',
    parts: 'deux adultes et 2 enfants',
  },
  pt: {
    total: 'somos quatro, dois adultos e duas crianças',
    or: 'dois ou três',
    parts: 'dois adultos e 2 crianças',
  },
  it: {
    total: 'siamo in quattro, due adulti e due bambini',
    or: 'due o tre',
    parts: 'due adulti e 2 bambini',
  },
  nl: {
    total: 'we zijn met vier, twee volwassenen en twee kinderen',
    or: 'twee of drie',
    parts: 'twee volwassenen en 2 kinderen',
  },
  pl: {
    total: 'jest nas czworo, dwoje dorosłych i dwoje dzieci',
    or: 'dwa lub trzy',
    parts: 'dwoje dorosłych i 2 dzieci',
  },
  tr: {
    total: 'dört kişiyiz, iki yetişkin ve iki çocuk',
    or: 'iki veya üç',
    parts: 'iki yetişkin ve 2 çocuk',
  },
  ar: { total: 'نحن أربعة، 2 بالغ و 2 طفل', or: 'اثنين أو ثلاثة', parts: '2 بالغ و 2 طفل' },
  hi: { total: 'हम चार हैं, दो वयस्क और दो बच्चे', or: 'दो या तीन', parts: 'दो वयस्क और 2 बच्चे' },
  ja: { total: '4人です。大人2人と子供2人', or: '二人か三人', parts: '大人2人と子供2人' },
  zh: { total: '我们四个人，两个大人和两个孩子', or: '两个或三个', parts: '两个大人和两个孩子' },
}

describe('an answer with several numbers', () => {
  it.each(languages)(
    'in %s is the total if that is said, and else leaves open which is meant',
    (language) => {
      const { total, or, parts } = said[language]
      expect(read(total, language), total).toBe(4)
      expect(read(or, language), or).toEqual(['2', '3'])
      expect(read(parts, language), parts).toEqual(['2', '4'])
    },
  )

  it.each([
    ['four of us (2 adults, 2 children)', 4],
    ['2 adults, 2 kids, 4 in total', 4],
    ['4 in total, 2 of them children', 4],
    ['a total of 4, 2 kids', 4],
    ['4 people in total, two vegetarians', 4],
    ['two adults, two children and a dog, so four', 4],
    ['insgesamt 5, 2 davon Kinder', 5, 'de'],
    ['ao todo 5, 2 crianças', 5, 'pt'],
  ] as const)('%j states the total: %j', (text, value, language: Language = 'en') => {
    expect(read(text, language)).toBe(value)
  })

  it.each([
    ['one or two', ['1', '2']],
    ['2 adults and 2 kids', ['2', '4']],
    ['2 adults, 1 child', ['2', '1', '3']],
    ['two adults and a baby', ['2', '3']],
    ['zwei Erwachsene und ein Kind', ['2', '3'], 'de'],
    ['dois adultos e um bebé', ['2', '3'], 'pt'],
    ['2 or 3 people on 5 December', ['2', '3']],
    ['2-3', ['2', '3']],
    ['2 – 3 guests', ['2', '3']],
    ['from 2 to 3', ['2', '3']],
    ['2 bis 3', ['2', '3'], 'de'],
    ['between 2 and 4', ['2', '4']],
    ['we are four and need 2 rooms', ['4', '2']],
    ['एक टेबल 4 या 5 लोगों के लिए', ['4', '5'], 'hi'],
    ['bir masa, 4 veya 5 kişi', ['4', '5'], 'tr'],
  ] as const)('%j can mean %j', (text, either, language: Language = 'en') => {
    expect(read(text, language)).toEqual(either)
  })

  it.each([
    ['2 people tomorrow at 7', 2],
    ['4 people from 3 to 5 December', 4],
    ['four people from 3 to 5 December', 4],
    ['2 rooms on the 3rd', 2],
    ['2 rooms and a parking space', 2],
    ['12 (twelve)', 12],
    ['two hundred and five', 205],
    ['three hundred and fifty', 350],
    ['one thousand two hundred', 1200],
    ['a couple', 2],
    ['minus 5', -5],
    ['menos cinco', -5, 'pt'],
    ['-5', -5],
    ['quatre vingt dix sept', 97, 'fr'],
    ['soixante et onze', 71, 'fr'],
    ['fünfundzwanzig', 25, 'de'],
    ['vier und zwanzig', 24, 'de'],
    ['cento e vinte e dois', 122, 'pt'],
    ['mil novecientos ochenta y cuatro', 1984, 'es'],
    ['خمسة وعشرون', 25, 'ar'],
    ['yüz yirmi beş', 125, 'tr'],
  ] as const)('%j is %j', (text, value, language: Language = 'en') => {
    expect(read(text, language)).toBe(value)
  })

  it('leaves open which is meant of any two in words, in every language', () => {
    const number = fc.integer({ min: 2, max: 10 })
    fc.assert(
      fc.property(fc.constantFrom(...languages), number, number, (language, one, other) => {
        const words = numberWords[language].small.split('|').map((word) => word.split('/')[0]!)
        const or = / \S+ |[或か]/u.exec(said[language].or)![0]
        const text = `${words[one]}${or}${words[other]}`
        expect(read(text, language), text).toEqual(one === other ? one : [String(one), String(other)])
      }),
    )
  })
})
