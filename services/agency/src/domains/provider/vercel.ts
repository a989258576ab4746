/**
 * Domains of a project at Vercel, by its REST API: adding (`POST /v10/projects/…/domains`), reading and verifying
 * (`/v9/projects/…/domains/…`), the records that lead there and whether they are in DNS (`GET /v6/domains/…/config`).
 */
import type { DomainRecord } from '@parley/contracts/agency/domain-events.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'
import { domainTaken } from '../domain-name.decider.ts'
import { type DomainsProvider, type HostedDomain, nameInZone, routingRecord } from './domains-provider.ts'
import { type JsonApi, jsonApi } from './json-api.ts'

export type VercelOptions = {
  safeFetch: SafeFetch
  /** Such as https://api.vercel.com. */
  apiUrl: string
  token: string
  /** The id or the name of the project. */
  project: string
  teamId: string | undefined
  timeoutMs?: number
}

const projectDomain = z.object({
  verified: z.boolean(),
  verification: z.array(z.object({ type: z.string(), domain: z.string(), value: z.string() })).optional(),
})
type ProjectDomain = z.infer<typeof projectDomain>

const domainConfig = z.object({
  misconfigured: z.boolean(),
  recommendedIPv4: z.array(z.object({ rank: z.number(), value: z.array(z.string()).min(1) })).default([]),
  recommendedCNAME: z.array(z.object({ rank: z.number(), value: z.string() })).default([]),
})

const notAdded = (): { ok: false; rejection: Rejection } =>
  refuse('domain-not-added', 'Failed to set up custom domain. Please try again.')

export function vercelDomains(options: VercelOptions): DomainsProvider {
  const { safeFetch, apiUrl, token, teamId, timeoutMs = 8_000 } = options
  const api = jsonApi({ safeFetch, token, timeoutMs, maxBytes: 200_000 })
  const project = `projects/${encodeURIComponent(options.project)}/domains`

  return {
    takesRootDomains: true,

    async add(of) {
      const created = await call('POST', `/v10/${project}`, { name: of.domain })
      // A domain that this project has already is refused like one of another project, or of another team.
      const refused = created !== undefined && [400, 403, 409].includes(created.status)
      const found = refused ? await call('GET', `/v9/${project}/${of.domain}`) : created
      if (refused && found?.status === 404) return domainTaken
      const hosted = found?.status === 200 ? projectDomain.safeParse(found.body).data : undefined
      const config = hosted && (await configOf(of.domain))
      const leading = config && recordTo(of, config)
      if (!hosted || !leading) return notAdded()
      return { ok: true, records: [leading, ...challenges(of, hosted)] }
    },

    async check({ domain }) {
      const [hosted, config] = await Promise.all([verified(domain), configOf(domain)])
      if (hosted === 'no' || config?.misconfigured === true) return 'no'
      return hosted === 'yes' && config ? 'yes' : 'unknown'
    },

    async remove(domain) {
      const removed = await call('DELETE', `/v9/${project}/${domain}`)
      if (removed?.status !== 200 && removed?.status !== 404)
        throw new Error(`Vercel did not remove a domain: ${removed?.status ?? 'no answer'}`)
    },
  }

  async function verified(domain: string): Promise<'yes' | 'no' | 'unknown'> {
    const asked = await call('GET', `/v9/${project}/${domain}`)
    if (asked?.status === 404) return 'no'
    const found = asked?.status === 200 ? projectDomain.safeParse(asked.body).data : undefined
    if (!found || found.verified) return found ? 'yes' : 'unknown'
    const tried = await call('POST', `/v9/${project}/${domain}/verify`)
    if (tried?.status === 400 || tried?.status === 409) return 'no'
    const now = tried?.status === 200 ? projectDomain.safeParse(tried.body).data : undefined
    if (!now) return 'unknown'
    return now.verified ? 'yes' : 'no'
  }

  async function configOf(domain: string) {
    const query = `projectIdOrName=${encodeURIComponent(options.project)}`
    const asked = await call('GET', `/v6/domains/${domain}/config?${query}`)
    return asked?.status === 200 ? domainConfig.safeParse(asked.body).data : undefined
  }

  function call(method: Parameters<JsonApi>[0], path: string, body?: object) {
    const url = new URL(path, apiUrl)
    if (teamId !== undefined) url.searchParams.set('teamId', teamId)
    return api(method, url, body)
  }
}

function recordTo(of: HostedDomain, config: z.infer<typeof domainConfig>): DomainRecord | undefined {
  const best = <Entry extends { rank: number }>(entries: Entry[]) =>
    entries.toSorted((one, other) => one.rank - other.rank)[0]
  const ip = best(config.recommendedIPv4)?.value[0]
  const cname = best(config.recommendedCNAME)?.value.toLowerCase().replace(/\.$/, '')
  const isRoot = of.domain === of.zone
  if ((isRoot ? ip : cname) === undefined) return undefined
  return routingRecord(of, { ip: ip ?? '', cname: cname ?? '' })
}

/** What Vercel asks for where the domain is known to another of its projects. */
function challenges({ zone }: HostedDomain, { verified, verification = [] }: ProjectDomain): DomainRecord[] {
  if (verified) return []
  return verification.flatMap(({ type, domain, value }) => {
    const isWithin = domain === zone || domain.endsWith(`.${zone}`)
    return type === 'TXT' && isWithin
      ? [{ type: 'TXT' as const, host: domain, name: nameInZone(domain, zone), value }]
      : []
  })
}
