import { expect, it } from 'vitest'
import { lastDays, rangesOf, spansOf } from './periods.ts'

const now = Date.parse('2026-11-21T23:30:00Z')

it.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z', '2026-11-21T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  // Days of 25 and of 23 hours.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  // Midnight does not exist on this day: clocks change from 24:00 to 1:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
])('a day of %s begins and ends at the right moments (%s)', (timeZone, day, starts, ends) => {
  const asked = rangesOf({ from: day, to: day, timeZone }, now)
  expect(asked).toMatchObject({ ok: true, range: { starts, ends } })
})

it('compares with the same number of days immediately before', () => {
  const asked = rangesOf({ from: '2026-11-01', to: '2026-11-07', timeZone: 'UTC' }, now)
  expect(asked).toMatchObject({
    before: { from: '2026-10-25', to: '2026-10-31', ends: '2026-11-01T00:00:00.000Z' },
  })
})

it('uses the last thirty days of the time zone by default', () => {
  expect(rangesOf({ timeZone: 'Asia/Tokyo' }, now)).toMatchObject({
    range: { from: '2026-10-24', to: '2026-11-22' },
  })
  expect(lastDays(7, 'UTC', now)).toMatchObject({ from: '2026-11-15', to: '2026-11-21' })
})

it.each([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ from: '2026-02-30' }, 'from'],
  [{ to: '2026-02-30' }, 'to'],
  [{ to: '0000-00-00' }, 'to'],
  [{ from: '0000-01-01', to: '0000-01-02' }, 'to'],
  [{ from: '9999-12-31', to: '9999-12-31' }, 'to'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'from'],
  [{ from: '2024-01-01', to: '2026-11-01' }, 'from'],
])('refuses %j', (asked, field) => {
  expect(rangesOf(asked, now)).toMatchObject({ ok: false, rejection: { code: 'invalid-input', field } })
})

it('uses hours for up to two days, also when clocks change', () => {
  const hours = (day: string) => {
    const asked = rangesOf({ from: day, to: day, timeZone: 'Europe/Berlin' }, now)
    return asked.ok ? spansOf(asked.range) : undefined
  }
  expect(hours('2026-11-20')?.spans).toHaveLength(24)
  expect(hours('2026-10-25')?.spans).toHaveLength(25)
  expect(hours('2026-03-29')?.spans).toHaveLength(23)
  const week = rangesOf({ from: '2026-10-20', to: '2026-10-27', timeZone: 'Europe/Berlin' }, now)
  if (!week.ok) throw new Error('refused')
  const { step, spans } = spansOf(week.range)
  expect([step, spans.length]).toEqual(['day', 8])
  for (const [nth, span] of spans.slice(1).entries()) expect(span.starts).toBe(spans[nth]?.ends)
})
