/**
 * A sign-up whose code was mailed, kept in this tab without its password: after a reload the code can still be entered.
 */
import type { Region } from '@parley/contracts/endpoint.ts'

export type PendingSignUp = { displayName: string; email: string; region: Region; requestId: string }

const KEY = 'parley_pending_sign_up'
/** As long as a code is valid. */
const VALID_MS = 10 * 60_000

export function keepSignUp(pending: PendingSignUp, now = Date.now()): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...pending, until: now + VALID_MS }))
  } catch {
    // Without storage, a reload begins anew.
  }
}

/** Undefined if there is none, or its code is no longer valid. */
export function pendingSignUp(now = Date.now()): PendingSignUp | undefined {
  try {
    const { until, ...pending } = Object(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return typeof pending.requestId === 'string' && until > now ? pending : undefined
  } catch {
    return undefined
  }
}

export function forgetSignUp(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
