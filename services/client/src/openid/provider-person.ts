/** Whom an OpenID provider of an organisation has proven. */
import { hostNameIn } from '@parley/contracts/agency/domain-names.ts'
import { clientSettings } from '@parley/contracts/client/settings.ts'

/** `subject`: the provider's name for the person, which stays the same when the address changes. */
export type ProvenPerson = { subject: string; email: string; displayName: string }
export type NotProven = 'email-not-verified' | 'wrong-domain'

/** Whose accounts are not of one company: what it says of the company is its claim `hd`. */
const GOOGLE = 'accounts.google.com'

/**
 * The address must be at a domain of the organisation. The provider must not say that it is unverified; if it says nothing, as
 * Entra ID does, its word is taken since the issuer is the organisation's own. Google is everybody's: there, the account
 * must be one of the organisation's Workspace, since anybody can have an account with an address that was theirs once.
 */
export function personProven(
  claims: Readonly<Record<string, unknown>>,
  { issuer, domains }: { issuer: string; domains: readonly string[] },
): ProvenPerson | NotProven {
  const { sub, email_verified: verified, name, hd } = claims
  const email = clientSettings.shape.email.safeParse(claims.email).data
  if (typeof sub !== 'string' || sub === '' || email === undefined) return 'email-not-verified'
  const ofGoogle = new URL(issuer).hostname === GOOGLE
  const isVerified = verified === true || verified === 'true' || (verified === undefined && !ofGoogle)
  if (!isVerified) return 'email-not-verified'
  if (!domains.includes(domainOf(email) ?? '')) return 'wrong-domain'
  if (ofGoogle && !(typeof hd === 'string' && domains.includes(hd.toLowerCase()))) return 'wrong-domain'
  const [local = ''] = email.split('@')
  const displayName = typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : local
  return { subject: sub, email, displayName: displayName.slice(0, 100) }
}

/** The domain of an address as settings have it; undefined if it has none. */
export function domainOf(email: string): string | undefined {
  return hostNameIn(email.slice(email.lastIndexOf('@') + 1))
}
