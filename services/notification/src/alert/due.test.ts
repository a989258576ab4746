import { defaultNotificationSettings, digests } from '@parley/contracts/notification/settings.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dueAt, quietUntil } from './due.ts'

const at = (text: string) => Date.parse(text)
const berlin = { ...defaultNotificationSettings, timeZone: 'Europe/Berlin' }
const nights = { ...berlin, quietHours: { from: '22:00', to: '07:00' } }
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

describe('a notification is sent', () => {
  it('at once by default', () => expect(dueAt(berlin, 'email', at('2026-11-25T12:34:00Z'))).toBeUndefined())

  it('with those of its hour or day, in the time zone of the member, by mail and push apart', () => {
    const settings = { ...berlin, emailDigest: 'daily', pushDigest: 'hourly' } as const
    expect(iso(dueAt(settings, 'push', at('2026-11-25T12:34:00Z')))).toBe('2026-11-25T13:00:00.000Z')
    expect(iso(dueAt(settings, 'email', at('2026-11-25T12:34:00Z')))).toBe('2026-11-26T07:00:00.000Z')
    expect(iso(dueAt(settings, 'email', at('2026-11-25T06:59:00Z')))).toBe('2026-11-25T07:00:00.000Z')
    const kolkata = { ...settings, timeZone: 'Asia/Kolkata' }
    expect(iso(dueAt(kolkata, 'push', at('2026-11-25T12:34:00Z')))).toBe('2026-11-25T13:30:00.000Z')
    // The clocks are put forward in the night between.
    expect(iso(dueAt(settings, 'email', at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T06:00:00.000Z')
  })

  it('when quiet hours end, if it happens in them or its digest would come in them', () => {
    expect(iso(dueAt(nights, 'email', at('2026-11-25T21:00:00Z')))).toBe('2026-11-26T06:00:00.000Z')
    expect(iso(dueAt(nights, 'email', at('2026-11-26T05:59:59Z')))).toBe('2026-11-26T06:00:00.000Z')
    expect(dueAt(nights, 'email', at('2026-11-26T06:00:00Z'))).toBeUndefined()
    expect(dueAt(nights, 'email', at('2026-11-25T20:59:00Z'))).toBeUndefined()
    const hourly = { ...nights, emailDigest: 'hourly' } as const
    expect(iso(dueAt(hourly, 'email', at('2026-11-25T20:10:00Z')))).toBe('2026-11-26T06:00:00.000Z')
    const late = { ...nights, emailDigest: 'daily', quietHours: { from: '07:30', to: '10:00' } } as const
    expect(iso(dueAt(late, 'email', at('2026-11-25T12:00:00Z')))).toBe('2026-11-26T09:00:00.000Z')
  })

  it('without quiet hours if they end when they begin', () => {
    const none = { ...berlin, quietHours: { from: '09:00', to: '09:00' } }
    expect(dueAt(none, 'push', at('2026-11-25T08:00:00Z'))).toBeUndefined()
  })
})

const minutes = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((of) => [Math.floor(of / 60), of % 60].map((part) => String(part).padStart(2, '0')).join(':'))

it('is never due in quiet hours, and within two days', () => {
  const given = fc.record({
    now: fc.integer({ min: at('2026-01-01'), max: at('2027-12-31') }),
    from: minutes,
    to: minutes,
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'),
    emailDigest: fc.constantFrom(...digests),
  })
  const property = fc.property(given, ({ now, from, to, timeZone, emailDigest }) => {
    const settings = { ...berlin, quietHours: { from, to }, timeZone, emailDigest }
    const due = dueAt(settings, 'email', now) ?? now
    expect(due).toBeGreaterThanOrEqual(now)
    expect(due - now).toBeLessThanOrEqual(49 * 3_600_000)
    // In the hour that clocks repeat, it is looked at again a minute later.
    const again = quietUntil(settings, due)
    if (again !== undefined) expect(again - due).toBeLessThanOrEqual(60_000)
  })
  fc.assert(property)
})
