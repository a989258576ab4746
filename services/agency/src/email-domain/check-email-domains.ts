/**
 * Looks for the DNS records of agencies' e-mail sending domains: every five seconds until they are found, from then on
 * whether they are still there.
 */
import { domainPollMs } from '@parley/contracts/agency/domain-names.ts'
import type { EmailDomainProviderName } from '@parley/contracts/agency/email-domain.ts'
import { emailDomainEvents } from '@parley/contracts/agency/email-domain-events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { MISSES, POLLED_OFTEN_MS, UNVERIFIED_MS, WATCH_MS } from '../domains/check-domains.ts'
import { type NextLook, repeatedLooks } from '../domains/repeated-looks.ts'
import {
  type EmailDomain,
  type EmailDomainCommand,
  type EmailDomainLook,
  emailDomainClaims,
} from './email-domain.decider.ts'
import type { EmailDomainProvider } from './provider/email-domain-provider.ts'

export type CheckEmailDomainsDeps = {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  deadlines: Deadlines
  /** Undefined for one that is not configured any more. */
  providerOf(name: EmailDomainProviderName): Pick<EmailDomainProvider, 'look'> | undefined
  now?: () => number
}

const MINUTE_MS = 60_000
export const emailCheckKind = 'email-domain-checks'

export function checkEmailDomains(deps: CheckEmailDomainsDeps): {
  policy: AnySinglePolicy
  work: DeadlineWork
} {
  const { commands, deadlines, providerOf, now = Date.now } = deps
  const { begin, work } = repeatedLooks({
    ...{ kind: emailCheckKind, claims: emailDomainClaims, look },
    ...{ commands, deadlines, now },
  })
  return {
    policy: definePolicy({
      name: 'check-email-domains',
      startFrom: 'origin',
      events: pick(emailDomainEvents, 'EmailDomainAdded', 'EmailDomainVerificationRequested'),
      async react({ type, tenant, position, data }) {
        const { emailDomainId, at } = data
        // One that nobody has verified is given up like one that could not be.
        const isAsked = type === 'EmailDomainVerificationRequested'
        const due = isAsked ? now() : Date.parse(at) + UNVERIFIED_MS
        await begin(tenant, emailDomainId, due, position)
      },
    }),
    work,
  }

  async function look(
    present: EmailDomain,
    misses: number,
    record: (command: EmailDomainCommand) => Promise<void>,
  ): Promise<NextLook | undefined> {
    const { emailDomainId, records, idleSince, sends } = present
    const given: EmailDomainLook =
      present.status === 'not_started'
        ? { status: 'pending', found: present.found }
        : ((await providerOf(present.provider)?.look(present)) ?? {
            status: 'temporary_failure',
            found: records.map(() => 'temporary_failure'),
          })
    const isFound = given.status === 'verified'
    const isUnknown = given.status === 'temporary_failure'
    // Nobody could tell: neither a miss nor an end of misses.
    const missed = isFound ? 0 : isUnknown ? misses : misses + 1
    if (!sends || isFound || isUnknown || missed >= MISSES)
      await record({ type: 'RecordEmailDomainLook', emailDomainId, look: given })
    if (isFound) return { afterMs: WATCH_MS }
    if (sends && missed < MISSES) return { afterMs: isUnknown ? domainPollMs : MINUTE_MS, misses: missed }
    if (!sends && !isUnknown && now() - idleSince >= UNVERIFIED_MS) {
      await record({ type: 'RemoveEmailDomain', emailDomainId, reason: 'not-verified' })
      return undefined
    }
    return { afterMs: sends || now() - idleSince < POLLED_OFTEN_MS ? domainPollMs : MINUTE_MS }
  }
}
