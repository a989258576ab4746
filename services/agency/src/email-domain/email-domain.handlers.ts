/** The command endpoints of an agency's e-mail sending domain, for one region. */

import { hostNameIn } from '@parley/contracts/agency/domain-names.ts'
import { emailDomainNotices } from '@parley/contracts/agency/email-domain.ts'
import type { emailDomainEndpoints } from '@parley/contracts/agency/email-domain-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { agency } from '../agency.decider.ts'
import type { DomainNames } from '../domains/domain-names.ts'
import { type EmailDomain, emailDomainExists, emailDomains } from './email-domain.decider.ts'
import { emailDomainIn } from './email-domain-input.ts'
import { type EmailDomainProvider, emailDomainTaken } from './provider/email-domain-provider.ts'
import type { EmailDomainProviders } from './providers.ts'

export type EmailDomainHandlersDeps = {
  region: Region
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  names: Pick<DomainNames<EmailDomain>, 'reserve' | 'release'>
  /** Whom new domains are added to, and those of domains that are there. */
  providers: EmailDomainProviders
  /** Those of the operator. */
  ownDomains: readonly string[]
  isMember(tenant: string, userId: string): Promise<boolean>
}

const notFound = refuse('not-found', 'Not found.')

export function emailDomainHandlers(
  deps: EmailDomainHandlersDeps,
): Omit<Handlers<typeof emailDomainEndpoints>, 'emailDomains.get'> {
  const { commands, names, providers, region } = deps

  return {
    async 'emailDomains.add'({ tenant, params, body, context, principal }) {
      const { agencyId = tenant, userId } = body
      const isOthers = userId !== undefined && !(await deps.isMember(tenant, userId))
      if (agencyId !== tenant || isOthers) return notFound
      if ((await commands.load(agency, tenant, tenant))?.state.status !== 'live')
        return refuse('not-found', 'This workspace has no agency.')
      const parsed = emailDomainIn(params.domain, deps.ownDomains)
      if (!parsed.ok) return parsed
      const { domain } = parsed
      if (body.domain !== undefined && hostNameIn(body.domain) !== domain)
        return refuse('invalid-domain', 'The address and the body name different domains.', 'domain')
      const present = await domainOf(tenant)
      if (present) return present.domain === domain ? added(present) : emailDomainExists(present)

      const emailDomainId = derivedId(16, 'email-domain', tenant, context.cause.command)
      const claim = { domain, claimId: emailDomainId }
      const reserved = await names.reserve({ ...claim, agencyId: tenant, region }, context)
      if (!reserved.ok) return emailDomainTaken
      const release = () => names.release({ ...claim, wasVerified: false }, context)
      const provider = providers.chosen
      const hosted = await provider.add({ domain, emailDomainId })
      if (!hosted.ok) {
        await release()
        return hosted
      }
      const { ok: _, ...made } = hosted
      const by = principal.kind === 'user' ? principal.userId : ''
      const command = {
        type: 'AddEmailDomain',
        added: { emailDomainId, domain, provider: provider.name, userId: by, ...made },
        usableUntil: reserved.usableUntil,
      } as const
      const handled = await commands.handle(emailDomains, tenant, command, context)
      const now = handled.ok ? handled.state.emailDomain : undefined
      if (handled.ok && now?.emailDomainId === emailDomainId) return added(now, handled.position)
      await provider.remove({ domain, providerId: made.providerId })
      await release()
      return handled.ok ? refuse('conflict', 'Please try again.') : handled
    },

    async 'emailDomains.verify'({ tenant, params: { emailDomainId }, context }) {
      const present = await domainOf(tenant)
      if (present?.emailDomainId !== emailDomainId) return notFound
      const failed = refuse('domain-not-verified', emailDomainNotices.notVerified)
      if (!(await begun(providers.of(present.provider), present))) return failed
      const command = { type: 'RequestEmailDomainVerification', emailDomainId } as const
      const handled = await commands.handle(emailDomains, tenant, command, context)
      return handled.ok
        ? reply({ success: true, message: emailDomainNotices.pending }, handled.position)
        : handled
    },

    async 'emailDomains.status'({ tenant, params: { emailDomainId } }) {
      const present = await domainOf(tenant)
      if (present?.emailDomainId !== emailDomainId) return notFound
      return reply({ data: { status: present.status, records: shown(present) } })
    },

    async 'emailDomains.remove'({ tenant, params: { emailDomainId }, context }) {
      const command = { type: 'DeleteEmailDomain', emailDomainId } as const
      const handled = await commands.handle(emailDomains, tenant, command, context)
      return handled.ok
        ? reply({ success: true, message: emailDomainNotices.deleted }, handled.position)
        : handled
    },
  }

  async function domainOf(tenant: string): Promise<EmailDomain | undefined> {
    await commands.refresh(emailDomains.category, tenant)
    return (await commands.load(emailDomains, tenant, tenant))?.state.emailDomain
  }
}

async function begun(provider: EmailDomainProvider | undefined, present: EmailDomain): Promise<boolean> {
  try {
    await provider?.verify(present)
    return provider !== undefined
  } catch {
    return false
  }
}

function shown({ records, found }: EmailDomain) {
  return records.map((record, nth) => ({
    ...record,
    ttl: 'Auto' as const,
    status: found[nth] ?? 'not_started',
  }))
}

function added(present: EmailDomain, position?: number) {
  return reply(
    {
      success: true as const,
      data: {
        id: present.emailDomainId,
        records: shown(present),
        statusCode: 201 as const,
        message: emailDomainNotices.added,
      },
    },
    position,
  )
}
