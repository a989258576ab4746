/** Reminds whoever mailed DNS instructions, a day later, unless the domain is verified or removed by then. */
import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { agencyDomains, domainClaims } from './agency-domains.decider.ts'
import { presentClaim } from './claims.ts'
import { type DomainMail, dnsReminderMail } from './domains.mail.ts'

export type DnsRemindersDeps = {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  deadlines: Deadlines
  mail: { send(message: DomainMail & { id: string; to: string; tenant: string }): Promise<unknown> }
  /** The present address of a member; undefined if they are none any more. */
  addressOf(tenant: string, userId: string): Promise<string | undefined>
  settingsUrl: string
}

export const REMINDED_AFTER_MS = 24 * 3_600_000
export const reminderKind = 'dns-reminders'

export function dnsReminders(deps: DnsRemindersDeps): { policy: AnySinglePolicy; work: DeadlineWork } {
  const { commands, deadlines, mail } = deps
  return {
    policy: definePolicy({
      name: reminderKind,
      startFrom: 'origin',
      events: pick(agencyDomainEvents, 'DnsReminderCreated'),
      async react({ tenant, position, data: { claimId, timestamp } }) {
        const due = timestamp * 1_000 + REMINDED_AFTER_MS
        await deadlines.set([
          { kind: reminderKind, key: claimId, tenant, due, order: position, note: claimId },
        ])
      },
    }),

    work: {
      kind: reminderKind,
      async carryOut({ tenant, note: claimId }) {
        const found = await presentClaim(commands, domainClaims, tenant, claimId)
        if (!found?.reminder || found.verifiedAt !== undefined) return
        const { userId, agencyName } = found.reminder
        const to = await deps.addressOf(tenant, userId)
        const id = `${reminderKind}/${claimId}`
        if (to !== undefined)
          await mail.send({ ...dnsReminderMail(found, agencyName, deps.settingsUrl), id, to, tenant })
        const cause = { via: 'policy', by: reminderKind, command: id, correlation: claimId } as const
        const actor = { kind: 'policy', id: reminderKind } as const
        const command = { type: 'RecordDnsReminderSent', claimId } as const
        const handled = await commands.handle(agencyDomains, tenant, command, { tenant, actor, cause })
        if (!handled.ok) throw new Error(handled.rejection.code)
      },
    },
  }
}
