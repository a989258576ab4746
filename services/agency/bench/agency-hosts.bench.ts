/**
 * The brand of a host, as each page at an agency's domain asks for it: among 1,000 verified domains, and how soon a change
 * is seen that another process made.
 */
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { agency } from '../src/agency.decider.ts'
import { agencyDomains } from '../src/domains/agency-domains.decider.ts'
import { agencyHosts } from '../src/domains/agency-hosts.ts'
import { domainNames } from '../src/domains/domain-names.ts'
import { hostBrands } from '../src/host-brand.ts'

const DOMAINS = 1_000
const LOOKUPS = 100_000
const CHANGES = 20

export async function benchAgencyHosts(): Promise<BenchResult[]> {
  const region = await openTestRegion()
  try {
    const { commands, eventStore, keyring } = region
    const names = domainNames({ commandsOf: () => commands })
    const hosts = agencyHosts({ names, key: randomBytes(32) })
    const brandOf = hostBrands(commands.load, (css) => css)
    const at = async (host: string) => {
      const found = await hosts.of(host)
      return found === undefined || found === 'ended' ? undefined : brandOf(found.agencyId)
    }
    for (let nth = 0; nth < DOMAINS; nth++) await verify(commands, names, nth)

    for (let nth = 0; nth < DOMAINS; nth++) await at(domainOf(nth))
    const took: number[] = []
    for (let nth = 0; nth < LOOKUPS; nth++) {
      const host = domainOf((nth * 7_919) % DOMAINS)
      const start = performance.now()
      if ((await at(host)) === undefined) throw new Error(`${host} has no brand`)
      took.push(performance.now() - start)
    }
    took.sort((one, other) => one - other)
    const p99 = took[Math.floor(took.length * 0.99)] ?? 0

    // As another process does, of which this one is told by the log alone.
    const elsewhere = createCommandHandler({ eventStore, keyring })
    let slowest = 0
    for (let nth = 0; nth < CHANGES; nth++) {
      await at(domainOf(nth))
      const command = { type: 'RemoveDomain', claimId: claimOf(nth), reason: 'person' } as const
      await elsewhere.handle(agencyDomains, agencyOf(nth), command, contextOf(nth, 'remove'))
      const start = performance.now()
      while ((await at(domainOf(nth))) !== undefined) await new Promise((next) => setTimeout(next, 5))
      slowest = Math.max(slowest, performance.now() - start)
    }
    return [
      result(`brand of a host among ${DOMAINS} domains, p99`, p99, 1),
      result('until a removed domain is no longer served, slowest', slowest, 1_000),
    ]
  } finally {
    await region.close()
  }
}

const agencyOf = (nth: number) => `w${nth}`
const claimOf = (nth: number) => `claim${nth}`
const domainOf = (nth: number) => `app.agency${nth}.example`

function contextOf(nth: number, what: string) {
  return {
    tenant: agencyOf(nth),
    actor: { kind: 'user', id: 'u1' } as const,
    cause: { via: 'dashboard', command: `${what}/${nth}`, correlation: 'bench' } as const,
  }
}

async function verify(
  commands: Pick<ReturnType<typeof createCommandHandler>, 'handle'>,
  names: ReturnType<typeof domainNames>,
  nth: number,
): Promise<void> {
  const [agencyId, claimId, domain] = [agencyOf(nth), claimOf(nth), domainOf(nth)]
  const created = { type: 'InitializeAgency', agencyId, userId: 'u1', secret: 'a'.repeat(25) } as const
  await commands.handle(agency, agencyId, created, contextOf(nth, 'create'))
  const reserved = await names.reserve({ domain, claimId, agencyId, region: 'na' }, contextOf(nth, 'claim'))
  if (!reserved.ok) throw new Error(reserved.rejection.code)
  const claim = { claimId, domainType: 'customDomain', domain, userId: 'u1' } as const
  const { usableUntil } = reserved
  const claimed = { claim, records: [], usableUntil }
  await commands.handle(agencyDomains, agencyId, { type: 'ClaimDomain', ...claimed }, contextOf(nth, 'claim'))
  const checked = { type: 'RecordDomainCheck', claimId, owned: true, routed: true } as const
  await commands.handle(agencyDomains, agencyId, checked, contextOf(nth, 'check'))
}

function result(name: string, ms: number, most: number): BenchResult {
  return { name, value: Math.round(ms * 1_000) / 1_000, unit: 'ms', target: `≤ ${most}`, ok: ms <= most }
}
