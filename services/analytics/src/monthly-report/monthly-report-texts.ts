/** The words, dates and numbers of the monthly report in the language of its reader. */
import { monthlyReport as ar } from '@parley/contracts/analytics/monthly-report-in/ar.ts'
import { monthlyReport as de } from '@parley/contracts/analytics/monthly-report-in/de.ts'
import { monthlyReport as es } from '@parley/contracts/analytics/monthly-report-in/es.ts'
import { monthlyReport as fr } from '@parley/contracts/analytics/monthly-report-in/fr.ts'
import { monthlyReport as hi } from '@parley/contracts/analytics/monthly-report-in/hi.ts'
import { monthlyReport as it } from '@parley/contracts/analytics/monthly-report-in/it.ts'
import { monthlyReport as ja } from '@parley/contracts/analytics/monthly-report-in/ja.ts'
import { monthlyReport as nl } from '@parley/contracts/analytics/monthly-report-in/nl.ts'
import { monthlyReport as pl } from '@parley/contracts/analytics/monthly-report-in/pl.ts'
import { monthlyReport as pt } from '@parley/contracts/analytics/monthly-report-in/pt.ts'
import { monthlyReport as tr } from '@parley/contracts/analytics/monthly-report-in/tr.ts'
import { monthlyReport as zh } from '@parley/contracts/analytics/monthly-report-in/zh.ts'
import type {
  MonthlyReportTexts,
  MonthlyReportWord,
} from '@parley/contracts/analytics/monthly-report-words.ts'
import type { Language } from '@parley/contracts/languages.ts'
import { withValues } from '@parley/contracts/with-values.ts'

const texts: Record<Exclude<Language, 'en'>, MonthlyReportTexts> = {
  ...{ ar, de, es, fr, hi, it, ja, nl, pl, pt, tr, zh },
}

export type Say = (english: MonthlyReportWord, values?: Readonly<Record<string, string>>) => string

export function saidIn(language: Language): Say {
  return (english, values = {}) => withValues(language === 'en' ? english : texts[language][english], values)
}

/** What `Intl` writes dates and numbers in, with the digits that all of the texts have. */
export const localeOf = (language: Language) => (language === 'ar' ? 'ar-u-nu-latn' : language)

/** The name of a YYYY-MM: `October 2026`. */
export function monthName(month: string, language: Language): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
