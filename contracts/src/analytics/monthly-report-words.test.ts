import { describe, expect, it } from 'vitest'
import { languages } from '../languages.ts'
import { type MonthlyReportTexts, monthlyReportWords } from './monthly-report-words.ts'

const others = languages.filter((language) => language !== 'en')
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe.each(others)('the monthly report in %s', (language) => {
  const catalogue = async (): Promise<MonthlyReportTexts> =>
    (await import(`./monthly-report-in/${language}.ts`)).monthlyReport

  it('has all of its words, with their placeholders, and none in English', async () => {
    const texts = await catalogue()
    expect(Object.keys(texts).toSorted()).toEqual(monthlyReportWords.toSorted())
    for (const word of monthlyReportWords)
      expect(placeholders(texts[word]), texts[word]).toEqual(placeholders(word))
    const same = monthlyReportWords.filter((word) => /[a-z] [a-z]/.test(word) && texts[word] === word)
    expect(same).toEqual([])
  })
})
