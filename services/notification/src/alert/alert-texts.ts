/** What a mail and a push notification say. They contain no text of a visitor. */
import type { Language } from '@parley/contracts/languages.ts'
import { agentNewsIn, type NewsTexts } from '@parley/contracts/notification/news.ts'
import type { PushPayload } from '@parley/contracts/notification/push.ts'
import { withValues } from '@parley/contracts/with-values.ts'
import { alertWords, type CountedForms } from './alert-words.ts'
import { newsTexts } from './news-texts.ts'

export type Alerted = {
  notificationId: string
  title: string
  body: string
  urlPathname: string
  notificationLevel: 1 | 2
}

/** Titles that a push notification of several lists. */
const MOST_LISTED = 3

export function mailOf(
  alerted: readonly Alerted[],
  { address, language }: { address: string; language: Language },
): { subject: string; text: string; lang: Language } {
  const words = alertWords[language]
  const open = ({ urlPathname }: Alerted) => withValues(words.open, { address: `${address}${urlPathname}` })
  const told = alerted.map((each) => toldIn(language, each))
  const [only] = told
  if (only && told.length === 1)
    return {
      ...{ lang: language, subject: only.title },
      text: `${only.body}\n\n${open(only)}\n\n${words.settingsHint}\n`,
    }
  const entries = told.map((each) => `${each.title}\n${each.body}\n${open(each)}\n`)
  return {
    ...{ lang: language, subject: counted(words.several, told.length, language) },
    text: `${entries.join('\n')}\n${words.settingsHint}\n`,
  }
}

/** `details`: whether it says what it is about. `logo`: of whom it comes from. `seenPath` returns the path that marks a notification as seen. */
export function pushOf(
  alerted: readonly Alerted[],
  of: {
    details: boolean
    language: Language
    logo?: string | undefined
    seenPath(notificationId: string): string
  },
): PushPayload {
  const { details, language, logo, seenPath } = of
  const words = alertWords[language]
  const icon = logo ? { icon: logo } : {}
  const told = alerted.map((each) => toldIn(language, each))
  const [only] = told
  if (only && told.length === 1)
    return {
      title: details ? only.title : words.newOne,
      body: details ? only.body : words.readOne,
      url: only.urlPathname,
      tag: only.notificationId,
      seen: seenPath(only.notificationId),
      ...icon,
    }
  const titles = [...new Set(told.map(({ title }) => title))]
  const more = titles.length > MOST_LISTED ? ['…'] : []
  const paths = new Set(told.map(({ urlPathname }) => urlPathname))
  const [path = '/app/'] = paths
  return {
    title: counted(words.newSeveral, told.length, language),
    body: details ? [...titles.slice(0, MOST_LISTED), ...more].join('\n') : words.readSeveral,
    url: paths.size === 1 ? path : '/app/',
    tag: 'digest',
    ...icon,
  }
}

export const testPushIn = (language: Language): PushPayload => ({
  ...alertWords[language].test,
  url: '/app/',
  tag: 'test',
})

/** In the words of a language, as far as it has some: members alone are told of what else there is. */
function toldIn(language: Language, alerted: Alerted): Alerted {
  const texts = newsTexts[language]
  const known = agentNewsIn(alerted.body)
  return {
    ...alerted,
    title: texts[alerted.title as keyof NewsTexts] ?? alerted.title,
    body: known ? withValues(texts[known.news] ?? known.news, { agent: known.agent }) : alerted.body,
  }
}

function counted(forms: CountedForms, count: number, language: Language): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other
  return withValues(form, { count: String(count) })
}
