import { expect, it } from 'vitest'
import { languages } from '../phrases.ts'
import { saysWhenBack } from './opening-words.ts'

/** A Friday evening in Berlin, and the Monday after at nine there. */
const friday = Date.parse('2026-11-20T18:00:00Z')
const monday = Date.parse('2026-11-23T08:00:00Z')
const opening = { at: monday, now: friday, teamTimeZone: 'Europe/Berlin' }

it.each([
  ['en', 'en-GB', 'Europe/Berlin', 'We are back on Monday at 9:00.'],
  ['en', 'en-US', 'America/New_York', 'We are back on Monday at 3:00 AM.'],
  ['en', 'en-US', 'Pacific/Auckland', 'We are back on Monday at 9:00 PM.'],
  ['en', 'en-US', 'Pacific/Honolulu', 'We are back on Sunday at 10:00 PM.'],
  ['de', 'de', 'Europe/Berlin', 'Wir sind am Montag um 9:00 wieder da.'],
  // The chat speaks another language than the browser.
  ['en', 'de', 'Europe/Berlin', 'We are back on Monday at 9:00.'],
  ['en', 'not a tag', 'Europe/Berlin', 'We are back on Monday at 9:00.'],
] as const)('in %s for %s in %s', (language, lang, timeZone, said) => {
  expect(saysWhenBack(opening, { language, lang, timeZone }).replaceAll('\u202f', ' ')).toBe(said)
})

it('names the date where a weekday could be another one, and the zone where the visitor’s is not known', () => {
  const later = { ...opening, at: monday + 7 * 86_400_000 }
  const reader = { language: 'en', lang: 'en-GB' } as const
  expect(saysWhenBack(later, { ...reader, timeZone: 'UTC' })).toBe(
    'We are back on Monday 30 November at 8:00.',
  )
  expect(saysWhenBack(opening, reader)).toBe('We are back on Monday at 9:00 (CET).')
})

it.each(languages)('is complete in %s', (language) => {
  const said = saysWhenBack(opening, { language, timeZone: 'Europe/Berlin' })
  expect(said).not.toMatch(/[{}]|undefined/)
  expect(said).toContain(
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(monday),
  )
  expect(said).toMatch(/[9٩]/)
})
