/** The e-mail sending domains of agencies: added, proven by DNS, watched, sent from, and given up. */
import { type EmailDomainProviderName, emailDomainAddress } from '@parley/contracts/agency/email-domain.ts'
import { emailDomainEndpoints } from '@parley/contracts/agency/email-domain-endpoints.ts'
import { emailDomainEvents } from '@parley/contracts/agency/email-domain-events.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { createDnsLookup } from '../domains/dns-lookup.ts'
import type { DomainNamesDeps } from '../domains/domain-names.ts'
import { checkEmailDomains } from './check-email-domains.ts'
import { emailDomains } from './email-domain.decider.ts'
import { emailDomainHandlers } from './email-domain.handlers.ts'
import { type EmailDomainPolicyDeps, emailDomainPolicies } from './email-domain.policy.ts'
import { emailDomainNames } from './email-domain-names.ts'
import { domainOfAddress, type EmailDomainProviderSettings, emailDomainProviders } from './providers.ts'

type Needs = {
  directory: { commandsOf: DomainNamesDeps['commandsOf'] }
  mail: EmailDomainPolicyDeps['mail']
  workspaces: {
    holdersOf(tenant: string, permission: Permission): Promise<{ userId: string; email: string }[]>
    isMember(tenant: string, userId: string): Promise<boolean>
  }
}
type Settings = EmailDomainProviderSettings & {
  publicUrl: string
  SUBDOMAIN_ROOT?: string | undefined
  DNS_SERVERS?: string[] | undefined
}

/** In whose name the mails of an agency are sent. */
export type EmailDomainSender = {
  provider: EmailDomainProviderName
  address: string
  /** The host that its mails are returned to if they can't be delivered. */
  returnHost: string
  /** Absent where the provider signs. */
  dkim?: { domainName: string; keySelector: string; privateKey: string }
}
type Provides = {
  emailDomains: {
    /** Of an agency of this region; undefined while it has no verified domain. */
    senderOf(agencyId: string): Promise<EmailDomainSender | undefined>
  }
}

export const emailDomainModule = defineModule({
  name: 'email domains',
  endpoints: emailDomainEndpoints,
  aggregates: [emailDomains],
  audited: emailDomainEvents,

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { commands, region } = engines
    const { mail, workspaces } = ports
    const providers = emailDomainProviders(config, createDnsLookup({ servers: config.DNS_SERVERS }))
    const names = emailDomainNames({ commandsOf: ports.directory.commandsOf })
    const checking = checkEmailDomains({
      ...{ commands, deadlines: createDeadlines(engines.state) },
      providerOf: providers.of,
    })
    return {
      handlers: emailDomainHandlers({
        ...{ region, commands, names, providers },
        ownDomains: ownDomainsOf(config),
        isMember: workspaces.isMember,
      }),
      policies: [
        checking.policy,
        ...emailDomainPolicies({
          ...{ commands, names, providers, mail },
          managersOf: (tenant) => workspaces.holdersOf(tenant, 'agency.manage'),
          settingsUrl: `${config.publicUrl}/app/${region}/agency?tab=email`,
        }),
      ],
      deadlines: [checking.work],
      provides: {
        emailDomains: {
          async senderOf(agencyId) {
            // Any process may have changed it, and mails are rare.
            await commands.refresh(emailDomains.category, agencyId)
            const present = (await commands.load(emailDomains, agencyId, agencyId))?.state.emailDomain
            const returnHost = present && providers.of(present.provider)?.returnHostOf(present.domain)
            if (!present?.sends || returnHost === undefined) return undefined
            const { domain, provider, key } = present
            return {
              provider,
              address: emailDomainAddress(domain),
              returnHost,
              ...(key && {
                dkim: { domainName: domain, keySelector: key.selector, privateKey: key.privateKey },
              }),
            }
          },
        },
      } satisfies Provides,
    }
  },
})

/** Those that the operator uses, which no agency sends from. */
function ownDomainsOf({ publicUrl, MAIL_FROM, SUBDOMAIN_ROOT }: Settings): string[] {
  const own = [new URL(publicUrl).hostname, domainOfAddress(MAIL_FROM)]
  return SUBDOMAIN_ROOT === undefined ? own : [...own, SUBDOMAIN_ROOT]
}
