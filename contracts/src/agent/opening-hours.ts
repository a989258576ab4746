/** When the team is there, by the owner's word; without zod, for browsers. */

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** `from` and `to` as `09:00`; `to` is later than `from`, at most `24:00`. A day may have several periods. */
export type OpeningPeriod = { day: Weekday; from: string; to: string }

/** Without periods there are no opening hours. `holidays`: dates such as `2026-12-25` on which nobody is there. */
export type OpeningHours = {
  /** IANA name of the zone in which the times are meant. */
  timeZone: string
  weekly: OpeningPeriod[]
  holidays: string[]
}

export const openingHoursForm =
  'Opening hours have times such as 09:00, each end after its start, and holidays such as 2026-12-25.'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

export const isPeriod = ({ from, to }: { from: string; to: string }): boolean =>
  TIME.test(from) && TIME.test(to) && from < to

/** Whether a text is a date of the calendar, as `2026-12-25`. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}
