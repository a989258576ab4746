import { type Language, languages } from '@parley/contracts/languages.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { speak, type Texts, t, tCount } from '../design/language.ts'
import { catalogues } from './languages.ts'
import { misplacedMessages, textsInCode } from './texts-in-code.ts'

const { texts, counted } = textsInCode()
const english = [...texts, ...counted].toSorted()
const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en')
const catalogueOf = async (language: Exclude<Language, 'en'>): Promise<Texts> =>
  (await catalogues[language]()).texts

/** Of exact millions, which no figure of a client has. */
const rarePlurals: Partial<Record<Language, Intl.LDMLPluralRule>> = {
  fr: 'many',
  es: 'many',
  it: 'many',
  pt: 'many',
}
/** Signs of one line on a phone of 390 px, and of a word that can't be broken. */
const longestLabel = 34
const longestWord = 24

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const formsOf = (entry: Texts[string] | undefined): string[] =>
  entry === undefined ? [] : typeof entry === 'string' ? [entry] : Object.values(entry)

afterEach(() => speak(undefined))

it('knows messages by where they stand', () => {
  expect(misplacedMessages()).toEqual([])
})

describe.each(others)('the catalogue for %s', (language) => {
  it('has each text that the code shows, and no other', async () => {
    const known = Object.keys(await catalogueOf(language))
    expect(english.filter((text) => !known.includes(text))).toEqual([])
    expect(known.filter((text) => !texts.has(text) && !counted.has(text))).toEqual([])
  })

  it('has the placeholders of the English text', async () => {
    const catalogue = await catalogueOf(language)
    const wrong = Object.entries(catalogue).flatMap(([text, entry]) => {
      const wanted = placeholders(text)
      // One and two may be said without a number.
      const optional = typeof entry === 'string' ? [] : ['{count}']
      return formsOf(entry).filter((form) => {
        const found = placeholders(form)
        return (
          wanted.some((name) => !found.includes(name) && !optional.includes(name)) ||
          found.some((name) => !wanted.includes(name))
        )
      })
    })
    expect(wrong).toEqual([])
  })

  it('has the plural forms of the language', async () => {
    const catalogue = await catalogueOf(language)
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const needed = pluralCategories.filter((form) => form !== rarePlurals[language]).toSorted()
    for (const text of counted)
      expect({ [text]: Object.keys(catalogue[text] ?? {}).toSorted() }).toEqual({ [text]: needed })
    for (const text of texts) if (!counted.has(text)) expect(typeof catalogue[text]).toBe('string')
  })

  it('has labels that fit on a phone', async () => {
    const catalogue = await catalogueOf(language)
    const long = Object.entries(catalogue).flatMap(([text, entry]) =>
      formsOf(entry).filter(
        (form) =>
          (text.length <= 20 && form.length > longestLabel) ||
          form
            .split(/[\s\u00ad\u200b/-]+/)
            .some(
              (word) =>
                /^[\p{L}\p{M}]+$/u.test(word) && !/[\u3040-\u9fff]/.test(word) && word.length > longestWord,
            ),
      ),
    )
    expect(long).toEqual([])
  })

  it('says what the monthly report says', async () => {
    const { monthlyReport } = await import(
      `../../../contracts/src/analytics/monthly-report-in/${language}.ts`
    )
    const catalogue = await catalogueOf(language)
    const both = Object.keys(monthlyReport).filter((text) => text in catalogue)
    expect(both).toContain('Unanswered questions')
    for (const text of both) expect({ [text]: monthlyReport[text] }).toEqual({ [text]: catalogue[text] })
  })

  it('is no English', async () => {
    const catalogue = await catalogueOf(language)
    const same = Object.entries(catalogue).flatMap(([text, entry]) =>
      entry === text && text.split(' ').length > 2 ? [text] : [],
    )
    expect(same).toEqual([])
  })
})

describe('a text', () => {
  it('is in English, with its values, until another language is spoken', () => {
    expect(t('Remove {name}', { name: '$& a.pdf' })).toBe('Remove $& a.pdf')
    expect(t('There is no variable {{name}}.')).toBe('There is no variable {{name}}.')
    expect(tCount(1, '{count} message', '{count} messages')).toBe('1 message')
    expect(tCount(2, '{count} message', '{count} messages')).toBe('2 messages')
  })

  it('has the plural form of its language', async () => {
    speak({ texts: await catalogueOf('pl'), locale: 'pl' })
    const said = [1, 3, 5, 22].map((count) => tCount(count, '{count} message', '{count} messages'))
    expect(said).toEqual(['1 wiadomość', '3 wiadomości', '5 wiadomości', '22 wiadomości'])
    speak({ texts: await catalogueOf('ar'), locale: 'ar-u-nu-latn' })
    expect(tCount(2, '{count} message', '{count} messages')).toBe('رسالتان')
  })
})
