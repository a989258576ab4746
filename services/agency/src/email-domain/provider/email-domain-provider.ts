/**
 * The port to what sends mails from the domains of agencies. Adapters: `self-hosted.ts` (the operator's mail server, and a
 * key made here) and `resend.ts`; suite: `email-domain-provider.conformance.ts`.
 */
import type { EmailDomainProviderName } from '@parley/contracts/agency/email-domain.ts'
import { emailDomainNotices } from '@parley/contracts/agency/email-domain.ts'
import type { EmailRecord } from '@parley/contracts/agency/email-domain-events.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { DkimKey, EmailDomainLook } from '../email-domain.decider.ts'

/** `providerId`: by which the provider knows the domain; empty if it keeps none. */
export type HostedEmailDomain = { domain: string; providerId: string; records: readonly EmailRecord[] }

export type AddedEmailDomain = { providerId: string; records: EmailRecord[]; key?: DkimKey }

export type EmailDomainProvider = {
  name: EmailDomainProviderName
  /** The name of the host that mails are returned to when they can't be delivered, within the domain. */
  returnHostOf(domain: string): string
  /**
   * Makes the provider expect a root domain, and returns the records to set. Whoever had the domain before set other
   * records than these. Refuses with `domain-taken` and, to be tried again, with `domain-not-added`.
   */
  add(of: {
    domain: string
    emailDomainId: string
  }): Promise<({ ok: true } & AddedEmailDomain) | { ok: false; rejection: Rejection }>
  /** Has the provider look for the records from now on. Throws to be tried again. */
  verify(of: HostedEmailDomain): Promise<void>
  /** What is found of the records; `temporary_failure` where nobody could tell. Does not throw. */
  look(of: HostedEmailDomain): Promise<EmailDomainLook>
  /** Ends what `add` began; also for a domain that it does not know. Throws to be tried again. */
  remove(of: Pick<HostedEmailDomain, 'domain' | 'providerId'>): Promise<void>
}

export const emailDomainTaken = refuse('domain-taken', emailDomainNotices.taken, 'domain')
export const emailDomainNotAdded = refuse('domain-not-added', emailDomainNotices.notAdded)
