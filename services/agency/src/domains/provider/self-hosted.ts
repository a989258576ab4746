/**
 * Domains that lead to the operator's own server, which asks `/api/tls/ask` before it has a certificate made (Caddy's
 * on-demand TLS). There is nobody to tell of a domain: DNS alone decides.
 */
import type { DnsLookup } from '../dns-lookup.ts'
import { type DomainsProvider, routingRecord } from './domains-provider.ts'

export type SelfHostedOptions = {
  dns: DnsLookup
  /** The host name that subdomains are aliases of. */
  cname: string
  /** The address of root domains; without one these are not taken. */
  ip: string | undefined
}

export function selfHostedDomains({ dns, cname, ip }: SelfHostedOptions): DomainsProvider {
  return {
    takesRootDomains: ip !== undefined,

    add: async (of) => ({ ok: true, records: [routingRecord(of, { ip: ip ?? '', cname })] }),

    async check({ domain }) {
      const aliases = await dns.cname(domain)
      if (aliases !== 'unknown' && aliases.includes(cname)) return 'yes'
      // DNS hosts that give the addresses of an alias in its place, and root domains.
      const [addresses, ours] = await Promise.all([dns.addresses(domain), ourAddresses()])
      if (addresses !== 'unknown' && addresses.some((address) => ours.known.includes(address))) return 'yes'
      const isKnown = aliases !== 'unknown' && addresses !== 'unknown' && ours.complete
      // A name without any address leads nowhere, whatever our own addresses are.
      return isKnown || (aliases !== 'unknown' && addresses.length === 0) ? 'no' : 'unknown'
    },

    async remove() {},
  }

  async function ourAddresses(): Promise<{ known: string[]; complete: boolean }> {
    const found = await dns.addresses(cname)
    const known = [...(ip === undefined ? [] : [ip]), ...(found === 'unknown' ? [] : found)]
    return { known, complete: found !== 'unknown' }
  }
}
