/**
 * Finds a visitor's country without external requests: as stated by a proxy in front of the server, which knows the
 * address, else from the browser's time zone. A time zone only identifies a country; a traveller who has not changed it
 * is counted at home.
 */

import { knownTimeZone } from './time-zone.ts'

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/**
 * Returns the ISO 3166 code of an existing country, in capitals; undefined for anything else, such as the proxies' `XX`
 * and `T1`.
 */
export function countryCode(said: string | null | undefined): string | undefined {
  const code = said?.trim().toUpperCase() ?? ''
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return undefined
  return isPresent(code) && names.of(code) !== undefined ? code : undefined
}

/** Returns the country of an IANA time zone, such as `Europe/Vienna`; undefined for `UTC` and unknown zones. */
export async function countryOfTimeZone(timeZone: string | undefined): Promise<string | undefined> {
  const zone = knownTimeZone(timeZone)
  return zone === undefined ? undefined : (await zonesOfCountries()).get(zone)
}

/** Returns the first country known, in this order: stated in the call, stated by the proxy, by the time zone. */
export async function visitorCountry(told: {
  said?: string | null
  proxy?: string
  timeZone?: string
}): Promise<string | undefined> {
  return countryCode(told.said) ?? countryCode(told.proxy) ?? (await countryOfTimeZone(told.timeZone))
}

let zones: Promise<ReadonlyMap<string, string>> | undefined

/** Country by zone, from the runtime's own tables; every zone belongs to one country. */
function zonesOfCountries(): Promise<ReadonlyMap<string, string>> {
  zones ??= readZones()
  return zones
}

async function readZones(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second
      if (!isPresent(code)) continue
      for (const zone of zonesIn(code)) found.set(zone, code)
    }
    // Yields to other work, since the whole loop takes a third of a second.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found
}

/** TypeScript's library does not declare the method yet. */
function zonesIn(code: string): readonly string[] {
  const country = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?(): readonly string[] }
  return country.getTimeZones?.() ?? []
}

/** False for codes of former countries, such as `DD`, which resolve to their successors. */
const isPresent = (code: string) => new Intl.Locale(`und-${code}`).region === code
