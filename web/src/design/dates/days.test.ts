import { describe, expect, it } from 'vitest'
import { beginningOfDay, daysOf, endOfDay } from './days.ts'

const at = (day: number, hour: number, year = 2026) => new Date(year, 2, day, hour).toISOString()

describe('daysOf', () => {
  it('groups by calendar day in the time zone of the browser', () => {
    const days = daysOf([at(3, 23), at(3, 0), at(2, 23)], (time) => time, new Date(2026, 2, 3, 23, 30))
    expect(days.map(({ day, label, items }) => [day, label, items.length])).toEqual([
      ['2026-03-03', 'Today', 2],
      ['2026-03-02', 'Yesterday', 1],
    ])
  })

  it('includes the year if it is not the current one', () => {
    const now = new Date(2026, 2, 30)
    expect(daysOf([at(1, 9)], (time) => time, now)[0]?.label).not.toContain('2026')
    expect(daysOf([at(1, 9, 2024)], (time) => time, now)[0]?.label).toContain('2024')
  })

  it('returns an empty list for no items', () => {
    expect(daysOf([], String)).toEqual([])
  })
})

describe('the bounds of a day', () => {
  it('are midnight in the time zone of the browser', () => {
    expect(beginningOfDay('2026-03-03')).toBe(at(3, 0))
    expect(endOfDay('2026-03-03')).toBe(at(4, 0))
  })

  it('leave a timestamp unchanged', () => {
    expect(beginningOfDay('2026-03-03T10:00:00Z')).toBe('2026-03-03T10:00:00Z')
    expect(endOfDay('2026-03-03T10:00:00Z')).toBe('2026-03-03T10:00:00Z')
  })
})
