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

/**
 * `from` and `to` as `09:00`, `to` at most `24:00`; one that is earlier than `from` is on the next day. A day may have
 * several periods.
 */
export type OpeningPeriod = { day: Weekday; from: string; to: string }

/**
 * Without periods there are no opening hours. `holidays`: dates such as `2026-12-25` on which no period begins; the one
 * of the evening before still ends on them.
 */
export type OpeningHours = {
  /** IANA name of the zone in which the times are meant. */
  timeZone: string
  weekly: OpeningPeriod[]
  holidays: string[]
}

export const openingHoursForm =
  'Opening hours have times such as 09:00, each end other than its start, and holidays such as 2026-12-25.'

const TIME = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

type Times = { from: string; to: string }

export const isPeriod = (times: Times): boolean => problemOfPeriod(times) === undefined

/** What is wrong with the times of a period: one of them is none, or both are the same. */
export function problemOfPeriod({ from, to }: Times): 'from' | 'to' | 'same' | undefined {
  if (!TIME.test(from) || from === '24:00') return 'from'
  if (!TIME.test(to)) return 'to'
  return from === to ? 'same' : undefined
}

/** Whether a period lasts over midnight: 20:00 to 02:00. */
export const endsNextDay = ({ from, to }: Times): boolean => to < from

/** Whether a text is a date of the calendar, as `2026-12-25`. */
export function isDate(text: string): boolean {
  return DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}
