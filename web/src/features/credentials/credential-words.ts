/** What the page says of credentials. */

import type { CredentialKind } from '@parley/contracts/integration/credential-names.ts'
import { EXPIRY_WARNING_DAYS } from '@parley/contracts/integration/credential-names.ts'

export const kindNames: Record<CredentialKind, string> = {
  bearer: 'Bearer token',
  header: 'Header',
  query: 'Query parameter',
  basic: 'User name and password',
  'oauth2-client-credentials': 'OAuth 2 client credentials',
}

export const kindHelp: Record<CredentialKind, string> = {
  bearer: 'Sent as Authorization: Bearer, as most APIs expect their keys',
  header: 'Sent in a header that you name, such as X-Api-Key',
  query: 'Sent in the address, which servers may write to their logs. Prefer a header.',
  basic: 'Sent as Authorization: Basic',
  'oauth2-client-credentials':
    'Exchanged for an access token, which is sent as Authorization: Bearer and renewed by itself',
}

export const secretNames: Record<CredentialKind, string> = {
  bearer: 'API key',
  header: 'Value',
  query: 'Value',
  basic: 'Password',
  'oauth2-client-credentials': 'Client secret',
}

/** With the end of the secret, as far as it is known. */
export const secretWords = (hint: string | undefined) => `••••${hint ?? '••••'}`

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
