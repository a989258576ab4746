/** Writes down who is signed in as a client (`client-claims.ts`), and hands words on to the next page. */
import type { ClientClaims } from '@parley/contracts/client/sign-in-endpoints.ts'
import { clientClaimsKey } from './client-claims.ts'

const noticeKey = 'parley_client_notice'

export function rememberClient({ isClient, clientId, agencyId, region }: ClientClaims): void {
  localStorage.setItem(clientClaimsKey, JSON.stringify({ isClient, clientId, agencyId, region }))
}

export function forgetClient(): void {
  localStorage.removeItem(clientClaimsKey)
}

/** Said to a client that is led away from a page. t('You may not open this page.') */
export const pageNotAllowed = 'You may not open this page.'

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
