/** What the browser remembers of a client who is signed in (part 2 §3); it signs nobody in. */
import type { ClientClaims } from '@parley/contracts/client/sign-in-endpoints.ts'
import { hostBrand } from '../design/theme/host-brand.ts'
import { openView } from './client-view.ts'

export const clientClaimsKey = 'parley_client_auth'

export function clientClaims(): ClientClaims | undefined {
  if (openView) return openView
  try {
    return JSON.parse(localStorage.getItem(clientClaimsKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The page where whoever uses this browser signs in: that of their agency, or of the product. At an agency's domain, its own. */
export function signInPage(agencyId = clientClaims()?.agencyId): string {
  if (hostBrand) return '/client/login'
  return agencyId === undefined ? '/login' : `/client/login?agency=${encodeURIComponent(agencyId)}`
}
