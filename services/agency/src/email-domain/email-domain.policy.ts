/** What follows from the end of an e-mail sending domain, and the mails about one that fails or is given up. */
import { emailDomainEvents } from '@parley/contracts/agency/email-domain-events.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { DomainNames } from '../domains/domain-names.ts'
import { type EmailDomain, emailDomains } from './email-domain.decider.ts'
import { emailDomainFailedMail, emailDomainRemovedMail } from './email-domain.mail.ts'
import type { EmailDomainProviders } from './providers.ts'

export type EmailDomainPolicyDeps = {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  names: Pick<DomainNames<EmailDomain>, 'release'>
  providers: Pick<EmailDomainProviders, 'of'>
  mail: {
    send(message: { id: string; to: string; subject: string; text: string; tenant: string }): Promise<unknown>
  }
  /** The members who may manage the agency, with their addresses. */
  managersOf(tenant: string): Promise<{ userId: string; email: string }[]>
  settingsUrl: string
}

const RELEASE = 'release-email-domains'
const WITH_WORKSPACE = 'remove-email-domains-of-workspaces'

export function emailDomainPolicies(deps: EmailDomainPolicyDeps): AnySinglePolicy[] {
  const { commands, mail, names, providers } = deps
  return [
    definePolicy({
      name: RELEASE,
      startFrom: 'origin',
      events: pick(emailDomainEvents, 'EmailDomainRemoved'),
      async react(event) {
        const { domain, provider, providerId, emailDomainId } = event.data
        // First the provider: whoever reserves the domain next adds it there again.
        await providers.of(provider)?.remove({ domain, providerId })
        const claim = { domain, claimId: emailDomainId, wasVerified: false }
        await names.release(claim, reactingTo(event, RELEASE))
      },
    }),
    definePolicy({
      name: WITH_WORKSPACE,
      startFrom: 'origin',
      events: pick(workspaceEvents, 'WorkspaceDeleted'),
      async react(event) {
        const { tenant } = event
        await commands.refresh(emailDomains.category, tenant)
        const present = (await commands.load(emailDomains, tenant, tenant))?.state.emailDomain
        if (!present) return
        const { emailDomainId } = present
        const command = { type: 'RemoveEmailDomain', emailDomainId, reason: 'workspace-deleted' } as const
        const handled = await commands.handle(
          emailDomains,
          tenant,
          command,
          reactingTo(event, WITH_WORKSPACE),
        )
        if (!handled.ok) throw new Error(handled.rejection.code)
      },
    }),
    definePolicy({
      name: 'email-domain-mail',
      startFrom: 'current',
      events: pick(emailDomainEvents, 'EmailDomainRemoved', 'EmailDomainFailed'),
      async react(event) {
        const isGone = event.type === 'EmailDomainFailed' && event.data.wasVerified
        const isGivenUp = event.type === 'EmailDomainRemoved' && event.data.reason === 'not-verified'
        if (!isGone && !isGivenUp) return
        const said = (isGone ? emailDomainFailedMail : emailDomainRemovedMail)(
          event.data.domain,
          deps.settingsUrl,
        )
        const { tenant } = event
        for (const { userId, email } of await deps.managersOf(tenant))
          await mail.send({ ...said, id: `email-domain-mail/${event.id}/${userId}`, to: email, tenant })
      },
    }),
  ]
}
