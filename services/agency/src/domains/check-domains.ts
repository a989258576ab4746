/**
 * Looks at the domains of agencies: for their DNS records until they are verified, for their answer over HTTPS until they
 * are live, and from then on whether they still resolve to this server.
 */
import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import { domainPollMs } from '@parley/contracts/agency/domain-names.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type AgencyDomain, type AgencyDomainCommand, domainClaims } from './agency-domains.decider.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { isOwned } from './ownership.ts'
import type { DomainsProvider } from './provider/domains-provider.ts'
import { type NextLook, repeatedLooks } from './repeated-looks.ts'

export type CheckDomainsDeps = {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  deadlines: Deadlines
  dns: DnsLookup
  provider: DomainsProvider
  /** Whether the domain is answered over HTTPS by this installation. */
  isLive(domain: string): Promise<boolean>
  now?: () => number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** After this, when records had the time to spread (part 1 §9), a domain is polled once a minute. */
export const POLLED_OFTEN_MS = 2 * DAY_MS
/** A domain that is not verified by then is removed, so that nobody can keep others from theirs. */
export const UNVERIFIED_MS = 7 * DAY_MS
/** The time between two looks at a domain that is live. */
export const WATCH_MS = 10 * MINUTE_MS
/** So many looks in a row, a minute apart, find a domain elsewhere before its owner is warned. */
export const MISSES = 3
/** From the warning until the domain is removed. */
export const GRACE_MS = 7 * DAY_MS

export const checkKind = 'domain-checks'

export function checkDomains(deps: CheckDomainsDeps): { policy: AnySinglePolicy; work: DeadlineWork } {
  const { commands, deadlines, dns, provider, now = Date.now } = deps
  const { begin, work } = repeatedLooks({
    ...{ kind: checkKind, claims: domainClaims, look },
    ...{ commands, deadlines, now },
  })
  return {
    policy: definePolicy({
      name: 'check-domains',
      startFrom: 'origin',
      events: pick(agencyDomainEvents, 'DomainClaimed'),
      react: ({ tenant, position, data }) => begin(tenant, data.claimId, now(), position),
    }),
    work,
  }

  async function look(
    domain: AgencyDomain,
    misses: number,
    record: (command: AgencyDomainCommand) => Promise<void>,
  ): Promise<NextLook | undefined> {
    const { claimId, claimedAt, verifiedAt, live, removeAt } = domain
    if (verifiedAt === undefined) {
      const [owned, routed] = await Promise.all([isOwned(dns, domain.records), provider.check(domain)])
      await record({
        type: 'RecordDomainCheck',
        claimId,
        owned: owned === 'yes',
        routed: routed === 'yes',
      })
      const isVerified = owned === 'yes' && routed === 'yes'
      if (!isVerified && now() - claimedAt > UNVERIFIED_MS) {
        await record({ type: 'RemoveDomain', claimId, reason: 'not-verified' })
        return undefined
      }
      return { afterMs: isVerified ? 0 : pollMs(claimedAt) }
    }
    const routed = await provider.check(domain)
    // Nobody could tell: neither a miss nor an end of misses.
    if (routed === 'unknown') return { afterMs: live ? MINUTE_MS : pollMs(verifiedAt), misses }
    if (routed === 'no') {
      const missed = misses + 1
      if (removeAt !== undefined && now() >= removeAt) {
        await record({ type: 'RemoveDomain', claimId, reason: 'not-resolving' })
        return undefined
      }
      if (missed >= MISSES)
        await record({ type: 'RecordDomainRouting', claimId, routed: false, graceMs: GRACE_MS })
      return { afterMs: MINUTE_MS, misses: missed }
    }
    if (removeAt !== undefined)
      await record({ type: 'RecordDomainRouting', claimId, routed: true, graceMs: GRACE_MS })
    if (live) return { afterMs: WATCH_MS }
    if (!(await deps.isLive(domain.domain))) return { afterMs: pollMs(verifiedAt) }
    await record({ type: 'RecordDomainLive', claimId })
    return { afterMs: WATCH_MS }
  }

  function pollMs(since: number): number {
    return now() - since < POLLED_OFTEN_MS ? domainPollMs : MINUTE_MS
  }
}
