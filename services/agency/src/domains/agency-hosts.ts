/** The agency of the host that a request was sent to: of its verified domains alone, from memory for half a second. */
import { createHmac } from 'node:crypto'
import { hostNameIn } from '@parley/contracts/agency/domain-names.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { DomainNames } from './domain-names.ts'

/** `ended`: a domain that was served for an agency, and is that of none now; nothing is served there. */
export type HostStanding = AgencyHost | 'ended' | undefined

export type AgencyHosts = {
  /** `host`: the value of a `Host` header, or a domain. Undefined for every other host. */
  of(host: string | undefined): Promise<HostStanding>
  /** A text that only this installation can say of a domain, so that its answer is known among those of others. */
  proofOf(domain: string): string
}

/** A change is seen after at most this long; a domain that was removed is served no longer. */
const KEPT_MS = 500
/** While the log can't be read, what was read last holds for this long: hardly anybody can change it then. */
const KEPT_THROUGH_OUTAGES_MS = 300_000
const MAX_BYTES = 4_000_000
const ENTRY_BYTES = 400
/** With a port. */
const longestHost = 300

export function agencyHosts({
  names,
  key,
  now = Date.now,
}: {
  names: Pick<DomainNames, 'find'>
  /** 32 bytes derived from the master key. */
  key: Buffer
  now?: () => number
}): AgencyHosts {
  type Known = { standing: Promise<HostStanding>; until: number; readAt: number }
  const known = createByteCache<Known>({
    maxBytes: MAX_BYTES,
    sizeOf: (_, host) => ENTRY_BYTES + 2 * host.length,
  })

  return {
    async of(host) {
      if (host === undefined || host.length > longestHost) return undefined
      const entry = known.get(host)
      if (entry && entry.until > now()) return entry.standing
      const readAt = now()
      const standing = find(bare(host)).catch((error: unknown) => {
        if (!entry || entry.readAt + KEPT_THROUGH_OUTAGES_MS < now()) throw error
        known.set(host, { ...entry, until: now() + KEPT_MS })
        return entry.standing
      })
      known.set(host, { standing, until: readAt + KEPT_MS, readAt })
      standing.catch(() => known.delete(host))
      return standing
    },

    proofOf: (domain) => createHmac('sha256', key).update(`agency host\n${domain}`).digest('hex'),
  }

  async function find(domain: string | undefined): Promise<HostStanding> {
    if (domain === undefined) return undefined
    const { owner, wasVerified } = await names.find(domain)
    if (owner?.domain.verifiedAt !== undefined)
      return { domain, region: owner.region, agencyId: owner.agencyId }
    return wasVerified ? 'ended' : undefined
  }
}

/** Without its port; undefined for what is no domain, such as an address, localhost or a host of the own network. */
function bare(host: string): string | undefined {
  const name = hostNameIn(host.replace(/:\d{1,5}$/, ''))
  return name?.includes('.') ? name : undefined
}
