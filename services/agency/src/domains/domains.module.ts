/** The domains of agencies: claimed, proven by DNS, served over HTTPS, watched, and given up. */
import { domainEndpoints } from '@parley/contracts/agency/domain-endpoints.ts'
import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import { type MailBrand, mailBrandOf } from '@parley/contracts/agency/looks.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createFetchOf } from '@parley/kernel/outgoing/safe-fetch.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { agency } from '../agency.decider.ts'
import type { Entitlement } from '../white-label/entitlement.ts'
import { agencyDomains } from './agency-domains.decider.ts'
import { type AgencyHosts, agencyHosts } from './agency-hosts.ts'
import { checkDomains } from './check-domains.ts'
import { type DnsInstructionsDeps, dnsInstructionsHandlers } from './dns-instructions.handlers.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { dnsReminders } from './dns-reminders.ts'
import { domainName } from './domain-name.decider.ts'
import { type DomainNamesDeps, domainNames } from './domain-names.ts'
import { domainHandlers } from './domains.handlers.ts'
import { type DomainPolicyDeps, domainPolicies } from './domains.policy.ts'
import { liveCheck } from './live-check.ts'
import type { DomainsProvider } from './provider/domains-provider.ts'
import { selfHostedDomains } from './provider/self-hosted.ts'
import { vercelDomains } from './provider/vercel.ts'

type Needs = {
  whiteLabel: { of: Entitlement['of'] }
  directory: { commandsOf: DomainNamesDeps['commandsOf'] }
  mail: { send: DnsInstructionsDeps['mail']['send'] & DomainPolicyDeps['mail']['send'] }
  workspaces: {
    contactsOf(tenant: string): Promise<{ userId: string; email: string }[]>
    holdersOf(tenant: string, permission: Permission): Promise<{ userId: string; email: string }[]>
    isMember(tenant: string, userId: string): Promise<boolean>
  }
}

export type DomainSettings = {
  masterKey: Buffer
  publicUrl: string
  ALLOW_PRIVATE_ADDRESSES: AllowedAddresses
  DOMAINS_PROVIDER: 'self-hosted' | 'vercel'
  SUBDOMAIN_ROOT?: string | undefined
  DOMAINS_CNAME?: string | undefined
  DOMAINS_IP?: string | undefined
  DOMAINS_PORT: number
  DNS_SERVERS?: string[] | undefined
  VERCEL_TOKEN?: string | undefined
  VERCEL_PROJECT?: string | undefined
  VERCEL_TEAM?: string | undefined
  VERCEL_API_URL: string
}

type Provides = {
  domains: {
    /** What a host is to agencies, by the value of a `Host` header. */
    hostOf: AgencyHosts['of']
    proofOf: AgencyHosts['proofOf']
    /** The brand of mails for people of a verified domain. */
    mailBrandAt(host: string): Promise<MailBrand | undefined>
    /** The domain below which agencies have subdomains; empty if there are none. */
    rootDomain(): string
  }
}

export const domainsModule = defineModule({
  name: 'domains',
  endpoints: domainEndpoints,
  aggregates: [agencyDomains, domainName],
  audited: agencyDomainEvents,
  relays: [
    {
      events: pick(agencyDomainEvents, 'DomainClaimed', 'DomainVerified', 'DomainRemoved'),
      topics: [WEBHOOKS],
    },
  ],

  start({ config, engines, ports }: ModuleScope<Needs, DomainSettings>) {
    const { commands, rateLimits, region } = engines
    const { mail, workspaces } = ports
    const { contactsOf } = workspaces
    const managersOf = (tenant: string) => workspaces.holdersOf(tenant, 'agency.manage')
    const dns = createDnsLookup({ servers: config.DNS_SERVERS })
    const provider = providerOf(config, dns)
    const names = domainNames({ commandsOf: ports.directory.commandsOf })
    const hosts = agencyHosts({
      names,
      key: derivedKey(config.masterKey, 'proofs of agency hosts'),
    })
    const deadlines = createDeadlines(engines.state)
    const settingsUrl = `${config.publicUrl}/app/${region}/agency?tab=domains`
    const checking = checkDomains({
      ...{ commands, deadlines, dns, provider },
      isLive: liveCheck({ config, dns, proofOf: hosts.proofOf }),
    })
    const reminding = dnsReminders({
      ...{ commands, deadlines, mail, settingsUrl },
      addressOf: async (tenant, userId) =>
        (await contactsOf(tenant)).find((contact) => contact.userId === userId)?.email,
    })
    return {
      handlers: {
        ...domainHandlers({
          ...{ region, commands, names, provider },
          rules: { ownHosts: ownHostsOf(config), rootDomain: config.SUBDOMAIN_ROOT },
          isMember: workspaces.isMember,
          whiteLabelOf: ports.whiteLabel.of,
        }),
        ...dnsInstructionsHandlers({ region, commands, rateLimits, mail }),
      },
      policies: [
        checking.policy,
        reminding.policy,
        ...domainPolicies({ commands, names, provider, mail, settingsUrl, managersOf }),
      ],
      deadlines: [checking.work, reminding.work],
      provides: {
        domains: {
          hostOf: hosts.of,
          proofOf: hosts.proofOf,
          async mailBrandAt(host) {
            const found = await hosts.of(host)
            if (found === undefined || found === 'ended') return undefined
            const { region: home, agencyId, domain } = found
            const state = (await ports.directory.commandsOf(home)?.load(agency, agencyId, agencyId))?.state
            if (state?.status !== 'live') return undefined
            return mailBrandOf(state.settings, `https://${domain}`, { region: home, agencyId })
          },
          rootDomain: () => config.SUBDOMAIN_ROOT ?? '',
        },
      } satisfies Provides,
    }
  },
})

function ownHostsOf({ publicUrl, DOMAINS_CNAME }: DomainSettings): string[] {
  return [new URL(publicUrl).hostname, ...(DOMAINS_CNAME === undefined ? [] : [DOMAINS_CNAME])]
}

function providerOf(config: DomainSettings, dns: ReturnType<typeof createDnsLookup>): DomainsProvider {
  if (config.DOMAINS_PROVIDER === 'self-hosted')
    return selfHostedDomains({
      dns,
      cname: config.DOMAINS_CNAME ?? new URL(config.publicUrl).hostname,
      ip: config.DOMAINS_IP,
    })
  return vercelDomains({
    safeFetch: createFetchOf(config.VERCEL_API_URL),
    apiUrl: config.VERCEL_API_URL,
    token: config.VERCEL_TOKEN ?? '',
    project: config.VERCEL_PROJECT ?? '',
    teamId: config.VERCEL_TEAM,
  })
}
