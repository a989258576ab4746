/**
 * The country a visitor is in, found without asking anybody: as a proxy in front of us says, which knows the
 * address, else by the time zone that the browser keeps. A zone tells a country and nothing closer; who travels
 * without setting the clock counts at home.
 */

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** An ISO 3166 code of a country that exists, in capitals; undefined for all else, such as `XX` and `T1` of proxies. */
export function countryCode(said: string | null | undefined): string | undefined {
  const code = said?.trim().toUpperCase() ?? ''
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return undefined
  return isPresent(code) && names.of(code) !== undefined ? code : undefined
}

/** The country in which clocks keep an IANA zone, such as `Europe/Vienna`; undefined for `UTC` and what is none. */
export async function countryOfTimeZone(timeZone: string | undefined): Promise<string | undefined> {
  if (timeZone === undefined) return undefined
  try {
    // Browsers know zones under former names too: Asia/Kolkata and Asia/Calcutta are one.
    const { timeZone: zone } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
    return (await zonesOfCountries()).get(zone)
  } catch {
    return undefined
  }
}

/** What was said of a visitor in the order in which it is believed: by the caller, by the proxy, by the clock. */
export async function visitorCountry(told: {
  said?: string | null
  proxy?: string
  timeZone?: string
}): Promise<string | undefined> {
  return countryCode(told.said) ?? countryCode(told.proxy) ?? (await countryOfTimeZone(told.timeZone))
}

let zones: Promise<ReadonlyMap<string, string>> | undefined

/** Country by zone, as the runtime's own tables have it; every zone lies in one country. */
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
    // A third of a second in all, in which others want to be served.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return found
}

/** TypeScript's library does not know the method yet. */
function zonesIn(code: string): readonly string[] {
  const country = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?(): readonly string[] }
  return country.getTimeZones?.() ?? []
}

/** Codes of countries that are no more, such as `DD`, stand for those that followed. */
const isPresent = (code: string) => new Intl.Locale(`und-${code}`).region === code
