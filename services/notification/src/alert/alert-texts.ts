/**
 * What a mail and a push notification say. A mail says whom it is about and what they wrote or gave; a push notification,
 * which passes the push service of the browser, contains no text of a visitor.
 */
import type { Language } from '@parley/contracts/languages.ts'
import type { NotificationAbout } from '@parley/contracts/notification/endpoints.ts'
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
  /** Unix seconds. */
  ts: number
}

/** Maximum characters of a name in a subject. */
const MOST_OF_A_NAME = 60
/** Titles that a push notification of several lists. */
const MOST_LISTED = 3

/** `abouts`: by notification id, if the reader may know. */
export function mailOf(
  alerted: readonly Alerted[],
  of: {
    address: string
    language: Language
    abouts?: ReadonlyMap<string, NotificationAbout> | undefined
  },
): { subject: string; text: string; lang: Language } {
  const { address, language, abouts } = of
  const words = alertWords[language]
  const open = ({ urlPathname }: Alerted) => withValues(words.open, { address: `${address}${urlPathname}` })
  const told = alerted.map((each) => withAbout(toldIn(language, each), abouts, language))
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

/** With the visitor's name in the title, and below the body what they wrote or gave. */
function withAbout(
  alerted: Alerted,
  abouts: ReadonlyMap<string, NotificationAbout> | undefined,
  language: Language,
): Alerted {
  const { visitorName, said, captured = {} } = abouts?.get(alerted.notificationId) ?? {}
  const { fields } = alertWords[language]
  const name = visitorName ?? captured.name ?? captured.email
  const lines = Object.entries(captured).map(
    ([field, text]) => `${fields[field as keyof typeof fields] ?? field}: ${onOneLine(text)}`,
  )
  const body = [alerted.body, ...(said === undefined ? [] : [`“${onOneLine(said)}”`]), ...lines]
  return {
    ...alerted,
    title:
      name === undefined ? alerted.title : `${alerted.title}: ${onOneLine(name).slice(0, MOST_OF_A_NAME)}`,
    body: body.join('\n'),
  }
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

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
