/** The command endpoints of an agency's domains, for one region. */

import type { domainEndpoints } from '@parley/contracts/agency/domain-endpoints.ts'
import { type DomainType, hostNameIn } from '@parley/contracts/agency/domain-names.ts'
import { whiteLabelTrialDays } from '@parley/contracts/agency/white-label.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { agency } from '../agency.decider.ts'
import type { Entitlement } from '../white-label/entitlement.ts'
import { type AgencyDomain, agencyDomains, domainExists } from './agency-domains.decider.ts'
import { customDomainIn, type DomainRules, subdomainIn } from './domain-input.ts'
import type { DomainNames } from './domain-names.ts'
import { ownershipIn, ownershipRecord } from './ownership.ts'
import type { DomainsProvider } from './provider/domains-provider.ts'

export type DomainHandlersDeps = {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  names: DomainNames
  provider: DomainsProvider
  rules: Omit<DomainRules, 'takesRootDomains'>
  isMember(tenant: string, userId: string): Promise<boolean>
  whiteLabelOf: Entitlement['of']
}

type Answered = Pick<
  Handlers<typeof domainEndpoints>,
  'domains.add' | 'domains.remove' | 'domains.isVerified' | 'domains.liveness'
>

const notFound = refuse('not-found', 'Not found.')

export function domainHandlers(deps: DomainHandlersDeps): Answered {
  const { commands, names, provider, region } = deps
  const rules = { ...deps.rules, takesRootDomains: provider.takesRootDomains }

  return {
    async 'domains.add'({ tenant, body, context, principal }) {
      const { agencyId = tenant, userId, customDomain } = body
      const isOthers = userId !== undefined && !(await deps.isMember(tenant, userId))
      if (agencyId !== tenant || isOthers) return notFound
      if ((await commands.load(agency, tenant, tenant))?.state.status !== 'live')
        return refuse('not-found', 'This workspace has no agency.')
      const domainType: DomainType = body.isVGSubdomain ? 'vgSubdomain' : 'customDomain'
      const parsed = (domainType === 'vgSubdomain' ? subdomainIn : customDomainIn)(customDomain, rules)
      if (!parsed.ok) return parsed
      const { domain } = parsed
      const present = (await domainsOf(tenant))[domainType]
      if (present) return present.domain === domain ? added(present) : domainExists(present)

      if (domainType === 'customDomain') {
        const refusal = withoutWhiteLabel(await deps.whiteLabelOf(tenant))
        if (refusal) return refusal
      }
      const claimId = derivedId(16, tenant, context.cause.command)
      const reserved = await names.reserve({ domain, claimId, agencyId: tenant, region }, context)
      if (!reserved.ok) return reserved
      const release = () => names.release({ domain, claimId, wasVerified: false }, context)
      const hosted = await provider.add(parsed)
      if (!hosted.ok) {
        await release()
        return hosted
      }
      // The zone of a subdomain is the operator's: nobody else sets records there, or needs to prove anything.
      const records = domainType === 'vgSubdomain' ? [] : [ownershipRecord(parsed), ...hosted.records]
      const by = principal.kind === 'user' ? principal.userId : ''
      const claim = { claimId, domainType, domain, userId: by } as const
      const { usableUntil } = reserved
      const command = { type: 'ClaimDomain', claim, records, usableUntil } as const
      const handled = await commands.handle(agencyDomains, tenant, command, context)
      const claimed = handled.ok ? handled.state[domainType] : undefined
      if (handled.ok && claimed?.claimId === claimId) return added(claimed, handled.position)
      await provider.remove(domain)
      await release()
      return handled.ok ? refuse('conflict', 'Please try again.') : handled
    },

    async 'domains.remove'({ tenant, query, context }) {
      const { domainType } = query
      const command = { type: 'DeleteDomain', domainType, domain: hostNameIn(query.domain) } as const
      const handled = await commands.handle(agencyDomains, tenant, command, context)
      return handled.ok
        ? reply({ success: true, message: 'Domain deleted successfully..' }, handled.position)
        : handled
    },

    async 'domains.isVerified'({ tenant, query }) {
      const found = (await domainsOf(tenant))[query.domainType]
      const isVerified = found?.domain === hostNameIn(query.domain) && found?.verifiedAt !== undefined
      return reply({ isVerified })
    },

    async 'domains.liveness'({ tenant, query }) {
      const domain = hostNameIn(query.domain)
      const found = Object.values(await domainsOf(tenant)).find((one) => one.domain === domain)
      if (!found) return notFound
      return found.live ? reply({ live: true }) : refuse('not-live', 'Generating SSL certificate.')
    },
  }

  async function domainsOf(tenant: string) {
    await commands.refresh(agencyDomains.category, tenant)
    return (await commands.load(agencyDomains, tenant, tenant))?.state ?? {}
  }
}

/** A subdomain needs no entitlement (part 2 §5). */
function withoutWhiteLabel({ isEntitled, canStartTrial }: Awaited<ReturnType<Entitlement['of']>>) {
  if (isEntitled) return undefined
  return refuse(
    'white-label-required',
    canStartTrial
      ? `A custom domain needs white label. Start the trial of ${whiteLabelTrialDays} days to add one.`
      : 'A custom domain needs white label, and the trial has ended. Domains that were added before are still served.',
  )
}

function added({ domain, records }: AgencyDomain, position?: number) {
  const record = ownershipIn(records)
  const verification = record
    ? [{ type: record.type, domain: record.host, name: record.name, value: record.value }]
    : []
  const message = 'Domain added successfully! Please add the DNS records.'
  return reply({ success: true as const, message, data: { domain, verification } }, position)
}
