import { type FigureDefinition, failureReasons } from '@parley/contracts/analytics/figures.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import { channelName } from '../../design/channel-name.ts'
import { t } from '../../design/language.ts'
import { countryName, languageName } from '../../design/words/names.ts'

/** Labels of the links to the items that a figure was counted from. */
export const behindWords = {
  conversations: 'See conversations',
  messages: 'See messages',
  ratings: 'See ratings',
  loads: 'See where and when',
} as const satisfies Record<NonNullable<FigureDefinition['behind']>, string>

/** By what widget loads are listed. */
export const loadsParts = [
  { id: 'websites', label: 'Websites', caption: 'Loads by websites' },
  { id: 'countries', label: 'Countries', caption: 'Loads by countries' },
  { id: 'browsers', label: 'Browsers', caption: 'Loads by browsers' },
  { id: 'platforms', label: 'Platforms', caption: 'Loads by platforms' },
  { id: 'days', label: 'Days', caption: 'Loads by days' },
] as const
export type LoadsPart = (typeof loadsParts)[number]

/** Name of a code of a breakdown, in the language of the interface. */
export function nameIn(breakdown: string, name: string): string {
  if (name === '') return t('Unknown')
  if (breakdown === 'channels') return t(channelName(name))
  if (breakdown === 'reasons') return t(failureReasons[name as ReplyFailure] ?? name)
  if (breakdown === 'countries') return countryName(name)
  if (breakdown === 'languages') return languageName(name)
  return name
}
