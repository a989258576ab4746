/** Numbers that call an ambulance, by ISO 3166 code. Countries whose number is not certain are left out. */
const countriesByNumber: Record<string, string> = {
  '112': 'AT BE BG CY CZ DE DK EE ES FI FR GE GR HR HU IE IN IS IT LT LU LV MC MT NL PL PT RO RU SE SI SK TR',
  '911': 'US CA MX PR GU VI AS MP PA CR EC UY PH DO BS',
  '999': 'GB IM JE GG HK MY KE BD',
  // 112 reaches the police there.
  '113': 'NO',
  '144': 'CH LI',
  '000': 'AU',
  '111': 'NZ',
  '119': 'JP KR TW',
  '120': 'CN',
  '192': 'BR',
  '123': 'CO EG',
  '131': 'CL',
  '995': 'SG',
  '1669': 'TH',
  '997': 'SA',
  '101': 'IL',
}

const numbers = new Map(
  Object.entries(countriesByNumber).flatMap(([number, countries]) =>
    countries.split(' ').map((country) => [country, number] as const),
  ),
)

/** Undefined where it is not known for certain; then the answer names no number. */
export function emergencyNumber(region: string | undefined): string | undefined {
  return region === undefined ? undefined : numbers.get(region)
}
