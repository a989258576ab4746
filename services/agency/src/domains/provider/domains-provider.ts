/**
 * The port to what serves the domains of agencies over HTTPS. Adapters: `self-hosted.ts` (Caddy or another server in
 * front that asks for certificates on demand) and `vercel.ts`; suite: `domains-provider.conformance.ts`. That a domain
 * belongs to an agency is proven apart from it, by `../ownership.ts`.
 */
import type { DomainRecord } from '@parley/contracts/agency/domain-events.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'

export type HostedDomain = {
  domain: string
  /** The registered domain that it is in. */
  zone: string
}

export type DomainsProvider = {
  /** Whether a root domain can be pointed here, for which an address is needed. */
  takesRootDomains: boolean
  /**
   * Makes the provider expect a domain, and returns the records that lead to it: an A record for a root domain, a CNAME
   * record for a subdomain, and what the provider itself asks for. The same domain may be added again. Refuses with
   * `domain-taken`, if it is another customer's there, and with `domain-not-added`, to be tried again.
   */
  add(of: HostedDomain): Promise<{ ok: true; records: DomainRecord[] } | { ok: false; rejection: Rejection }>
  /** Whether the domain leads to this server by now; `unknown` if nobody could tell. Does not throw. */
  check(of: { domain: string; records: readonly DomainRecord[] }): Promise<'yes' | 'no' | 'unknown'>
  /** Ends what `add` began; also for a domain that it does not know. Throws to be tried again. */
  remove(domain: string): Promise<void>
}

/** The record that leads a domain here. */
export function routingRecord(
  { domain, zone }: HostedDomain,
  { ip, cname }: { ip: string; cname: string },
): DomainRecord {
  const name = nameInZone(domain, zone)
  return domain === zone
    ? { type: 'A', host: domain, name, value: ip }
    : { type: 'CNAME', host: domain, name, value: cname }
}

/** The name of a record as DNS hosts ask for it: without its zone, `@` for the zone itself. */
export function nameInZone(host: string, zone: string): string {
  return host === zone ? '@' : host.slice(0, -zone.length - 1)
}
