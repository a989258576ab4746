import { expect, it } from 'vitest'
import { countryCode, countryOfTimeZone, visitorCountry } from './visitor-country.ts'

it.each([
  ['de', 'DE'],
  [' FR ', 'FR'],
  ['Germany', undefined],
  ['XX', undefined],
  ['ZZ', undefined],
  ['T1', undefined],
  ['DD', undefined],
  ['', undefined],
  [null, undefined],
])('reads %j as the country %s', (said, code) => expect(countryCode(said)).toBe(code))

it.each([
  ['Europe/Berlin', 'DE'],
  ['Europe/Vienna', 'AT'],
  ['Europe/Oslo', 'NO'],
  ['Asia/Kolkata', 'IN'],
  ['Asia/Calcutta', 'IN'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['Europe/Kyiv', 'UA'],
  ['Africa/Kinshasa', 'CD'],
  ['UTC', undefined],
  ['Etc/GMT+3', undefined],
  ['Nowhere/At_all', undefined],
  ['<script>', undefined],
  ['', undefined],
  [undefined, undefined],
])('finds the country of the time zone %s: %s', async (zone, country) =>
  expect(await countryOfTimeZone(zone)).toBe(country),
)

it('finds a country for every time zone', async () => {
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')
  const unknown = await Promise.all(all.map(async (zone) => [zone, await countryOfTimeZone(zone)] as const))
  expect(unknown.filter(([, country]) => country === undefined)).toEqual([])
})

it('prefers the country stated in the call to the proxy’s, and the proxy’s to that of the time zone', async () => {
  const told = { said: 'FR', proxy: 'IT', timeZone: 'Europe/Berlin' }
  expect(await visitorCountry(told)).toBe('FR')
  expect(await visitorCountry({ ...told, said: null })).toBe('IT')
  expect(await visitorCountry({ ...told, said: undefined, proxy: 'XX' })).toBe('DE')
  expect(await visitorCountry({})).toBeUndefined()
})
