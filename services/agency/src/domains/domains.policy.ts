/** What follows from the end of a domain, and the mails about domains that resolve elsewhere. */

import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { type AnySinglePolicy, definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { agencyDomains } from './agency-domains.decider.ts'
import type { DomainNames } from './domain-names.ts'
import { type DomainMail, domainRemovedMail, domainWarningMail } from './domains.mail.ts'
import type { DomainsProvider } from './provider/domains-provider.ts'

export type DomainPolicyDeps = {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  names: DomainNames
  provider: Pick<DomainsProvider, 'remove'>
  mail: { send(message: DomainMail & { id: string; to: string; tenant: string }): Promise<unknown> }
  /** The members who may manage the agency, with their addresses. */
  managersOf(tenant: string): Promise<{ userId: string; email: string }[]>
  settingsUrl: string
}

const RELEASE = 'release-domains'
const WITH_WORKSPACE = 'remove-domains-of-workspaces'

export function domainPolicies(deps: DomainPolicyDeps): AnySinglePolicy[] {
  const { commands, mail, names, provider } = deps
  return [
    definePolicy({
      name: RELEASE,
      startFrom: 'origin',
      events: pick(agencyDomainEvents, 'DomainRemoved'),
      async react(event) {
        // First the provider: whoever reserves the domain next adds it there again.
        await provider.remove(event.data.domain)
        await names.release(event.data, reactingTo(event, RELEASE))
      },
    }),
    definePolicy({
      name: WITH_WORKSPACE,
      startFrom: 'origin',
      events: pick(workspaceEvents, 'WorkspaceDeleted'),
      async react(event) {
        const { tenant } = event
        await commands.refresh(agencyDomains.category, tenant)
        const state = (await commands.load(agencyDomains, tenant, tenant))?.state ?? {}
        for (const { claimId } of Object.values(state)) {
          const handled = await commands.handle(
            agencyDomains,
            tenant,
            { type: 'RemoveDomain', claimId, reason: 'workspace-deleted' },
            atStep(reactingTo(event, WITH_WORKSPACE), claimId),
          )
          if (!handled.ok) throw new Error(handled.rejection.code)
        }
      },
    }),
    definePolicy({
      name: 'domain-mail',
      startFrom: 'current',
      events: pick(agencyDomainEvents, 'DomainStoppedResolving', 'DomainRemoved'),
      async react(event) {
        const isWarning = event.type === 'DomainStoppedResolving'
        const { domain } = event.data
        const reason = event.type === 'DomainRemoved' ? event.data.reason : undefined
        if (!isWarning && reason !== 'not-resolving' && reason !== 'not-verified') return
        const said =
          event.type === 'DomainStoppedResolving'
            ? domainWarningMail(domain, event.data.removeAt, deps.settingsUrl)
            : domainRemovedMail(domain, reason === 'not-verified', deps.settingsUrl)
        const { tenant } = event
        for (const { userId, email } of await deps.managersOf(tenant))
          await mail.send({ ...said, id: `domain-mail/${event.id}/${userId}`, to: email, tenant })
      },
    }),
  ]
}
