import { describe, expect, it } from 'vitest'
import { nextReport, reportedPeriod, type When } from './report-dates.ts'

const weekly = { frequency: 'weekly', weekday: 1, timeZone: 'Europe/Berlin' } as const
const monthly = { ...weekly, frequency: 'monthly' } as const
const next = (when: When, now: string) => {
  const at = nextReport(when, Date.parse(now))
  return at === undefined ? undefined : new Date(at).toISOString()
}
const days = (when: typeof weekly | typeof monthly, now: string) => {
  const { from, to } = reportedPeriod(when, Date.parse(now))
  return [from, to]
}

describe('the next report', () => {
  it('is sent at eight of the chosen weekday, in the time zone of the workspace', () => {
    // The 23rd of November 2026 is a Monday; Berlin is an hour ahead.
    expect(next(weekly, '2026-11-23T06:59:59Z')).toBe('2026-11-23T07:00:00.000Z')
    expect(next(weekly, '2026-11-23T07:00:00Z')).toBe('2026-11-30T07:00:00.000Z')
    expect(next({ ...weekly, weekday: 7 }, '2026-11-23T07:00:00Z')).toBe('2026-11-29T07:00:00.000Z')
    expect(next({ ...weekly, timeZone: 'Asia/Kathmandu' }, '2026-11-22T12:00:00Z')).toBe(
      '2026-11-23T02:15:00.000Z',
    )
  })

  it('is sent on the first of a month, and at eight on both sides of a change of clocks', () => {
    expect(next(monthly, '2026-11-23T12:00:00Z')).toBe('2026-12-01T07:00:00.000Z')
    expect(next(monthly, '2026-12-31T23:30:00Z')).toBe('2027-01-01T07:00:00.000Z')
    expect(next(monthly, '2026-03-05T12:00:00Z')).toBe('2026-04-01T06:00:00.000Z')
    expect(next({ ...weekly, weekday: 7 }, '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
  })

  it('is none while it is off', () => {
    expect(next({ ...weekly, frequency: 'off' }, '2026-11-23T12:00:00Z')).toBeUndefined()
  })
})

describe('a report', () => {
  it('is about the seven days before the day it is due on, however late it is sent', () => {
    expect(days(weekly, '2026-11-23T07:00:00Z')).toEqual(['2026-11-16', '2026-11-22'])
    expect(days(weekly, '2026-11-26T23:00:00Z')).toEqual(['2026-11-16', '2026-11-22'])
    expect(days(weekly, '2026-11-23T06:59:59Z')).toEqual(['2026-11-09', '2026-11-15'])
  })

  it('is about the calendar month before', () => {
    expect(days(monthly, '2026-12-01T07:00:00Z')).toEqual(['2026-11-01', '2026-11-30'])
    expect(days(monthly, '2026-12-01T06:59:59Z')).toEqual(['2026-10-01', '2026-10-31'])
    expect(days(monthly, '2027-01-15T12:00:00Z')).toEqual(['2026-12-01', '2026-12-31'])
    expect(days(monthly, '2028-03-15T12:00:00Z')).toEqual(['2028-02-01', '2028-02-29'])
  })
})
