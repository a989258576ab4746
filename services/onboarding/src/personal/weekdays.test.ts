import { expect, test } from 'vitest'
import { weekdaysInWords } from './weekdays.ts'

test.each([
  ['Tu-Sa 10:00-18:00', 'en', 'Tuesday–Saturday 10:00–18:00'],
  ['Mo,We 09:00-17:00, Su 10:00-12:00', 'en', 'Monday, Wednesday 09:00–17:00, Sunday 10:00–12:00'],
  ['Mo-Fr 08:00 - 16:30', 'de', 'Montag–Freitag 08:00–16:30'],
  ['Monday to Friday, 9 to 5', 'en', 'Monday to Friday, 9 to 5'],
])('%s in %s', (hours, language, words) => expect(weekdaysInWords(hours, language)).toBe(words))
