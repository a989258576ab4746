/** What notifications say, in the languages of clients. */
import type { Language } from '@parley/contracts/languages.ts'
import type { NewsTexts } from '@parley/contracts/notification/news.ts'
import { news as ar } from '@parley/contracts/notification/news-in/ar.ts'
import { news as de } from '@parley/contracts/notification/news-in/de.ts'
import { news as es } from '@parley/contracts/notification/news-in/es.ts'
import { news as fr } from '@parley/contracts/notification/news-in/fr.ts'
import { news as hi } from '@parley/contracts/notification/news-in/hi.ts'
import { news as it } from '@parley/contracts/notification/news-in/it.ts'
import { news as ja } from '@parley/contracts/notification/news-in/ja.ts'
import { news as nl } from '@parley/contracts/notification/news-in/nl.ts'
import { news as pl } from '@parley/contracts/notification/news-in/pl.ts'
import { news as pt } from '@parley/contracts/notification/news-in/pt.ts'
import { news as tr } from '@parley/contracts/notification/news-in/tr.ts'
import { news as zh } from '@parley/contracts/notification/news-in/zh.ts'

/** None in English, which notifications are written in. */
export const newsTexts: Record<Language, Partial<NewsTexts>> = {
  en: {},
  ar,
  de,
  es,
  fr,
  hi,
  it,
  ja,
  nl,
  pl,
  pt,
  tr,
  zh,
}
