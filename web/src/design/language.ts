/**
 * The texts of the interface in the language of a client. The source texts in the code are English and what everybody else
 * reads; `languages/` has the others. A text is looked up when it is shown, never in a constant of a module.
 */
import { withValues } from '@parley/contracts/with-values.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>
/** By the English text: the translation, or its plural forms. */
export type Texts = Readonly<Record<string, string | Forms>>
type Values = Readonly<Record<string, string | number>>

let texts: Texts = {}

/** What `Intl` is to write dates and numbers in; undefined for the language of the browser. */
export let locale: string | undefined

export function speak(spoken: { texts: Texts; locale: string } | undefined): void {
  texts = spoken?.texts ?? {}
  locale = spoken?.locale
}

/** A text with values in place of its `{name}` placeholders. */
export function t(english: string, values?: Values): string {
  const known = texts[english]
  return withValues(typeof known === 'string' ? known : english, values ?? {})
}

/** The one of two texts that fits a count, which stands for `{count}`; other languages may have more than two forms. */
export function tCount(count: number, one: string, other: string, values?: Values): string {
  const forms = texts[other]
  if (typeof forms !== 'object') return english.tCount(count, one, other, values)
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other ?? other
  return withValues(form, { ...values, count: count.toLocaleString(locale) })
}

/** The options of a field, with their labels in the language. */
export function translated<Option extends { label: string }>(options: readonly Option[]): Option[] {
  return options.map((option) => ({ ...option, label: t(option.label) }))
}

/** The same two in English, whatever is spoken. */
export const english: { t: typeof t; tCount: typeof tCount } = {
  t: (text, values = {}) => withValues(text, values),
  tCount: (count, one, other, values) =>
    withValues(count === 1 ? one : other, { ...values, count: count.toLocaleString(locale) }),
}
