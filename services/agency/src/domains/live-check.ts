/** Whether a domain is answered over HTTPS, under a valid certificate, by this installation and no other server. */
import { LIVE_CHECK_PATH } from '@parley/contracts/agency/domain-names.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { DnsLookup } from './dns-lookup.ts'

export function liveCheck({
  config,
  dns,
  proofOf,
}: {
  config: { ALLOW_PRIVATE_ADDRESSES: AllowedAddresses; DOMAINS_PORT: number }
  dns: Pick<DnsLookup, 'addresses'>
  proofOf(domain: string): string
}): (domain: string) => Promise<boolean> {
  const safeFetch = createSafeFetch({
    allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
    async resolve(host) {
      const found = await dns.addresses(host)
      return found === 'unknown' ? [] : found
    },
  })
  const port = config.DOMAINS_PORT === 443 ? '' : `:${config.DOMAINS_PORT}`
  return async (domain) => {
    const fetched = await safeFetch(`https://${domain}${port}${LIVE_CHECK_PATH}`, {
      // Its certificate may be made during this call.
      ...{ timeoutMs: 20_000, maxBytes: 1_000, maxRedirects: 0 },
    })
    return fetched.ok && fetched.status === 200 && fetched.body.toString() === proofOf(domain)
  }
}
