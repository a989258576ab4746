/** How the expiry of credentials and access tokens stands, and the day of it in the reader's time zone. */
import { EXPIRY_WARNING_DAYS } from '@parley/contracts/integration/credential-names.ts'

const DAY_MS = 86_400_000

/** How an expiry stands: `soon` is within two weeks. */
export function expiryState(
  expiresAt: string | undefined,
  now = Date.now(),
): 'none' | 'later' | 'soon' | 'past' {
  if (expiresAt === undefined) return 'none'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'past'
  return left <= EXPIRY_WARNING_DAYS * DAY_MS ? 'soon' : 'later'
}

/** The day of an expiry in the reader's time zone, as a date field has it. */
export function dayOfExpiry(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return ''
  const at = new Date(expiresAt)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The end of a day in the reader's time zone; undefined for no day. */
export function endOfDay(day: string): string | undefined {
  const at = new Date(`${day}T23:59:59`)
  return day === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
