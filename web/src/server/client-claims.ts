/** What the browser remembers of a client who is signed in (part 2 §3); it signs nobody in. */
import type { ClientClaims } from '@parley/contracts/client/sign-in-endpoints.ts'

const storageKey = 'parley_client_auth'
const noticeKey = 'parley_client_notice'

export function clientClaims(): ClientClaims | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function rememberClient({ isClient, clientId, agencyId, region }: ClientClaims): void {
  localStorage.setItem(storageKey, JSON.stringify({ isClient, clientId, agencyId, region }))
}

export function forgetClient(): void {
  localStorage.removeItem(storageKey)
}

/** The page where whoever uses this browser signs in: that of their agency, or of the product. */
export function signInPage(agencyId = clientClaims()?.agencyId): string {
  return agencyId === undefined ? '/login' : `/client/login?agency=${encodeURIComponent(agencyId)}`
}

/** Keeps words that the next page is to say. */
export function sayNext(notice: string): void {
  sessionStorage.setItem(noticeKey, notice)
}

/** The words that the page before wanted said, once. */
export function toldBefore(): string | undefined {
  const notice = sessionStorage.getItem(noticeKey) ?? undefined
  sessionStorage.removeItem(noticeKey)
  return notice
}
