import { type OpeningHours, type OpeningPeriod, weekdays } from '@parley/contracts/agent/opening-hours.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openingStateAt } from './opening-state.ts'

const week = weekdays.slice(0, 5).map((day) => ({ day, from: '09:00', to: '17:00' }))
const berlin: OpeningHours = { timeZone: 'Europe/Berlin', weekly: week, holidays: ['2026-12-25'] }
const stateAt = (time: string, hours = berlin) => {
  const state = openingStateAt(hours, Date.parse(time))
  return state && (state.open ? 'open' : state.opensAt && new Date(state.opensAt).toISOString().slice(0, 16))
}

describe('opening hours', () => {
  it.each([
    // A Wednesday in summer, then in winter.
    ['2026-07-15T06:59:59Z', '2026-07-15T07:00'],
    ['2026-07-15T07:00:00Z', 'open'],
    ['2026-07-15T14:59:59Z', 'open'],
    ['2026-07-15T15:00:00Z', '2026-07-16T07:00'],
    ['2026-11-18T07:59:00Z', '2026-11-18T08:00'],
    // Friday evening; the clocks are put back (forward) until Monday.
    ['2026-10-23T15:00:00Z', '2026-10-26T08:00'],
    ['2026-03-27T16:00:00Z', '2026-03-30T07:00'],
    // The evening before a holiday, which is a Friday.
    ['2026-12-24T16:00:00Z', '2026-12-28T08:00'],
  ])('at %s: %s', (time, state) => expect(stateAt(time)).toBe(state))

  it('are none without periods', () => {
    expect(openingStateAt(undefined, 0)).toBeUndefined()
    expect(openingStateAt({ ...berlin, weekly: [] }, 0)).toBeUndefined()
  })

  it('begin later where clocks skip their beginning, and once where clocks show it twice', () => {
    const sunday = (from: string, to: string) => ({
      ...berlin,
      weekly: [{ day: 'sunday' as const, from, to }],
    })
    expect(stateAt('2026-03-29T00:30:00Z', sunday('02:30', '12:00'))).toBe('2026-03-29T01:30')
    expect(stateAt('2026-10-25T00:00:00Z', sunday('02:30', '12:00'))).toBe('2026-10-25T00:30')
  })

  it('may last until midnight', () => {
    const late = { ...berlin, weekly: [{ day: 'wednesday' as const, from: '20:00', to: '24:00' }] }
    expect(stateAt('2026-07-15T21:59:59Z', late)).toBe('open')
    expect(stateAt('2026-07-15T22:00:00Z', late)).toBe('2026-07-22T18:00')
  })

  it.each([
    // From Saturday evening in Lisbon, in winter.
    ['2026-11-28T19:59:59Z', '2026-11-28T20:00'],
    ['2026-11-28T20:00:00Z', 'open'],
    ['2026-11-29T01:59:59Z', 'open'],
    ['2026-11-29T02:00:00Z', '2026-12-05T20:00'],
    // In the nights in which clocks are put forward and back, it ends when clocks first show 02:00, or what they skip to.
    ['2026-03-29T00:59:59Z', 'open'],
    ['2026-03-29T01:00:00Z', '2026-04-04T19:00'],
    ['2026-10-25T01:59:59Z', 'open'],
    ['2026-10-25T02:00:00Z', '2026-10-31T20:00'],
  ])('may last over midnight, at %s: %s', (time, state) => {
    const weekly = [{ day: 'saturday' as const, from: '20:00', to: '02:00' }]
    expect(stateAt(time, { timeZone: 'Europe/Lisbon', weekly, holidays: [] })).toBe(state)
  })

  it('of the evening before a holiday end on it, and none begin on it', () => {
    const weekly = weekdays.map((day) => ({ day, from: '20:00', to: '02:00' }))
    const nightly = { ...berlin, weekly }
    expect(stateAt('2026-12-25T00:59:00Z', nightly)).toBe('open')
    expect(stateAt('2026-12-25T01:00:00Z', nightly)).toBe('2026-12-26T19:00')
  })

  it('are not looked for without end', () => {
    const holidays = Array.from({ length: 200 }, (_, nth) =>
      new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10),
    )
    expect(openingStateAt({ ...berlin, holidays }, Date.UTC(2026, 0, 1))).toEqual({
      open: false,
      opensAt: undefined,
    })
  })
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'Africa/Casablanca',
]
const time = fc.integer({ min: 0, max: 95 }).map((quarter) => clock(quarter * 15))
const period: fc.Arbitrary<OpeningPeriod> = fc
  .record({ day: fc.constantFrom(...weekdays), from: time, to: time })
  .filter(({ from, to }) => from !== to)
const someHours: fc.Arbitrary<OpeningHours> = fc.record({
  timeZone: fc.constantFrom(...zones),
  weekly: fc.array(period, { minLength: 1, maxLength: 8 }),
  holidays: fc.array(
    fc
      .integer({ min: 0, max: 400 })
      .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
    { maxLength: 10 },
  ),
})
/** Minutes of 2026, near changes of clocks as often as anywhere else. */
const someTime = fc
  .oneof(
    fc.integer({ min: 0, max: 365 * 1440 }),
    ...['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'].map((date) =>
      fc
        .integer({ min: -1440, max: 2880 })
        .map((minute) => minute + (Date.parse(date) - Date.UTC(2026)) / 60_000),
    ),
  )
  .map((minute) => Date.UTC(2026) + minute * 60_000)

it('agrees with the clocks of the zone, except for periods around a change of clocks', () => {
  fc.assert(
    fc.property(someHours, someTime, (hours, at) => {
      // Where the offset is the same a day before and after, a clock on the wall decides.
      const offsets = [-1, 0, 1].map((days) => offsetOf(hours.timeZone, at + days * 86_400_000))
      fc.pre(new Set(offsets).size === 1)
      expect(openingStateAt(hours, at)?.open).toBe(isOpenByTheClock(hours, at))
    }),
    { numRuns: 500 },
  )
})

it('opens at the time that it names, and not before', () => {
  fc.assert(
    fc.property(someHours, someTime, (hours, at) => {
      const state = openingStateAt(hours, at)
      if (!state || state.open || state.opensAt === undefined) return
      expect(state.opensAt).toBeGreaterThan(at)
      expect(openingStateAt(hours, state.opensAt)).toEqual({ open: true })
      expect(openingStateAt(hours, state.opensAt - 1)).toEqual({ open: false, opensAt: state.opensAt })
      const between = at + Math.floor((state.opensAt - at) / 2)
      expect(openingStateAt(hours, between)).toEqual({ open: false, opensAt: state.opensAt })
    }),
    { numRuns: 300 },
  )
})

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function shownAt(timeZone: string, at: number): { date: string; time: string; day: string } {
  const text = new Date(at).toLocaleString('sv-SE', { timeZone })
  const day = new Date(at).toLocaleDateString('en-GB', { timeZone, weekday: 'long' }).toLowerCase()
  return { date: text.slice(0, 10), time: text.slice(11, 16), day }
}

function offsetOf(timeZone: string, at: number): number {
  return Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - at
}

function isOpenByTheClock({ timeZone, weekly, holidays }: OpeningHours, at: number): boolean {
  const [shown, before] = [shownAt(timeZone, at), shownAt(timeZone, at - 86_400_000)]
  const begins = ({ date }: { date: string }) => !holidays.includes(date)
  return weekly.some(({ day, from, to }) => {
    if (from < to) return begins(shown) && day === shown.day && from <= shown.time && shown.time < to
    const tonight = begins(shown) && day === shown.day && from <= shown.time
    return tonight || (begins(before) && day === before.day && shown.time < to)
  })
}
