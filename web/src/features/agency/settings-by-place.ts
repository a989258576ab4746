/**
 * The settings of an agency one by one, under their places: what stands within `settings` is edited, saved and compared by
 * itself, so that two people who change different switches at a time both keep what they changed.
 */
import type { AgencyChanges } from '@parley/contracts/agency/settings.ts'

const GROUPS: readonly string[] = ['settings', 'settings.clientOnboarding']

export function settingsIn(agency: object, within = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(agency).flatMap(([key, value]) => {
      const place = within + key
      return GROUPS.includes(place) ? Object.entries(settingsIn(value, `${place}.`)) : [[place, value]]
    }),
  )
}

/** The reverse of `settingsIn`: groups hold what is given of them. */
export function agencyOf(settings: Readonly<Record<string, unknown>>): AgencyChanges {
  const agency: Record<string, unknown> = {}
  for (const [place, value] of Object.entries(settings)) {
    const keys = place.split('.')
    const last = keys.pop() ?? ''
    let group = agency
    for (const key of keys) {
      group[key] ??= {}
      group = Object(group[key])
    }
    group[last] = value
  }
  return agency
}
