import {
  type FailureReason,
  type FigureDefinition,
  failureReasons,
} from '@parley/contracts/analytics/figures.ts'
import { channelName } from '../../design/channel-name.ts'
import { countryName, languageName } from '../../design/names.ts'

/** Labels of the links to the items that a figure was counted from. */
export const behindWords = {
  conversations: 'See conversations',
  messages: 'See messages',
  ratings: 'See ratings',
  loads: 'See where and when',
} as const satisfies Record<NonNullable<FigureDefinition['behind']>, string>

/** Name of a code of a breakdown, in the language of the browser. */
export function nameIn(breakdown: string, name: string): string {
  if (name === '') return 'Unknown'
  if (breakdown === 'channels') return channelName(name)
  if (breakdown === 'reasons') return failureReasons[name as FailureReason] ?? name
  if (breakdown === 'countries') return countryName(name)
  if (breakdown === 'languages') return languageName(name)
  return name
}
