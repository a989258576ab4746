/** Days of the week as schema.org abbreviates them in opening hours: `Tu-Sa 10:00-18:00`. */
const abbreviations = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const A_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** Returns opening hours with the names of the days in a language, and dashes between days and times. */
export function weekdaysInWords(hours: string, language: string): string {
  const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const nameOf = (day: string) => names.format(A_MONDAY + abbreviations.indexOf(day) * DAY_MS)
  return hours
    .replace(/\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/g, nameOf)
    .replace(/ ?- ?/g, '–')
    .replace(/,(?=\S)/g, ', ')
}
