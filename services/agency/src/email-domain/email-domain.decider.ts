/** The domain from which an agency's mails come. Stream `emaildomain-<agencyId>`; the id is the tenant's. */
import { isDeepStrictEqual } from 'node:util'
import type {
  EmailDomainEnd,
  EmailDomainProviderName,
  EmailDomainStatus,
} from '@parley/contracts/agency/email-domain.ts'
import {
  type EmailDomainEvent,
  type EmailRecord,
  emailDomainEvents,
} from '@parley/contracts/agency/email-domain-events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { MOST_CHANGES } from '../domains/claims.ts'

export type EmailDomain = {
  emailDomainId: string
  domain: string
  provider: EmailDomainProviderName
  providerId: string
  records: EmailRecord[]
  /** What signs its mails; absent where the provider does. */
  key?: DkimKey
  status: EmailDomainStatus
  /** What the last look found of each record. */
  found: EmailDomainStatus[]
  /** Mails are sent from it: it was verified, and has not failed since. */
  sends: boolean
  /** Milliseconds: since when nothing is sent from it. */
  idleSince: number
  /** How often what was found changed since nothing is sent from it; absent for never. */
  changes?: number
}

/** `privateKey`: PEM. */
export type DkimKey = { selector: string; privateKey: string }

/** What a look at the records found. */
export type EmailDomainLook = {
  status: Exclude<EmailDomainStatus, 'not_started'>
  found: EmailDomainStatus[]
}

export type EmailDomainState = { emailDomain?: EmailDomain }

export type EmailDomainCommand =
  /** `usableUntil` (milliseconds): until then nobody else can reserve the domain. */
  | { type: 'AddEmailDomain'; added: Added; usableUntil: number }
  | { type: 'RequestEmailDomainVerification'; emailDomainId: string }
  | { type: 'RecordEmailDomainLook'; emailDomainId: string; look: EmailDomainLook }
  /** Accepted without an event if the agency has the domain no more. */
  | { type: 'RemoveEmailDomain'; emailDomainId: string; reason: EmailDomainEnd }
  | { type: 'DeleteEmailDomain'; emailDomainId: string }

type Added = Pick<EmailDomain, 'emailDomainId' | 'domain' | 'provider' | 'providerId' | 'records' | 'key'> & {
  userId: string
}

/** Refuses with `domain-exists`, `conflict` and `not-found`. */
export const emailDomains: Aggregate<EmailDomainState, EmailDomainCommand, EmailDomainEvent> = {
  category: 'emaildomain',
  events: emailDomainEvents,
  decider: { initialState: {}, evolve, decide },
}

export const emailDomainClaims = {
  aggregate: emailDomains,
  claimIn: ({ emailDomain }: EmailDomainState, emailDomainId: string) =>
    emailDomain?.emailDomainId === emailDomainId ? emailDomain : undefined,
}

/** An agency has one e-mail sending domain. */
export function emailDomainExists({ domain }: Pick<EmailDomain, 'domain'>) {
  return refuse('domain-exists', `The agency has ${domain} already. Delete it before you add another one.`)
}

function decide(
  command: EmailDomainCommand,
  { emailDomain: present }: EmailDomainState,
  now: Date,
): Decision<EmailDomainEvent> {
  const at = now.toISOString()
  if (command.type === 'AddEmailDomain') {
    const { added, usableUntil } = command
    if (present?.emailDomainId === added.emailDomainId) return accept()
    if (present) return emailDomainExists(present)
    if (usableUntil < now.getTime()) return refuse('conflict', 'Please try again.')
    const { key, ...data } = added
    return accept({ type: 'EmailDomainAdded', data: { ...data, ...key, at } })
  }
  const isPresent = present?.emailDomainId === command.emailDomainId
  switch (command.type) {
    case 'RequestEmailDomainVerification': {
      if (!isPresent) return refuse('not-found', 'Not found.')
      const { emailDomainId, domain, status } = present
      return status === 'not_started' || status === 'failure'
        ? accept({ type: 'EmailDomainVerificationRequested', data: { emailDomainId, domain, at } })
        : accept()
    }
    case 'RecordEmailDomainLook':
      return isPresent ? looked(present, command.look, at) : accept()
    case 'RemoveEmailDomain':
      return isPresent ? removed(present, command.reason, at) : accept()
    case 'DeleteEmailDomain':
      return isPresent ? removed(present, 'person', at) : refuse('not-found', 'Not found.')
  }
}

function looked(present: EmailDomain, look: EmailDomainLook, at: string): Decision<EmailDomainEvent> {
  const { emailDomainId, domain, sends } = present
  const { found } = look
  if (present.status === 'not_started') return accept()
  // What was verified is not pending again: it is gone.
  const status = sends && look.status === 'pending' ? 'failure' : look.status
  if (status === present.status && isDeepStrictEqual(found, present.found)) return accept()
  // What has failed is looked for further, without a word until something else is found.
  if (status === 'pending' && present.status === 'failure' && isDeepStrictEqual(found, present.found))
    return accept()
  if (!sends && status !== 'verified' && (present.changes ?? 0) >= MOST_CHANGES) return accept()
  const about = { emailDomainId, domain, found, at }
  return status === 'failure'
    ? accept({ type: 'EmailDomainFailed', data: { ...about, wasVerified: sends } })
    : accept({ type: eventOf[status], data: about })
}

const eventOf = {
  pending: 'EmailDomainChecked',
  verified: 'EmailDomainVerified',
  temporary_failure: 'EmailDomainTemporarilyFailed',
} as const

function removed(present: EmailDomain, reason: EmailDomainEnd, at: string): Decision<EmailDomainEvent> {
  const { emailDomainId, domain, provider, providerId } = present
  return accept({
    type: 'EmailDomainRemoved',
    data: { emailDomainId, domain, provider, providerId, reason, at },
  })
}

function evolve(state: EmailDomainState, event: EmailDomainEvent): EmailDomainState {
  if (event.type === 'EmailDomainAdded') {
    const { selector, privateKey, userId: _, at, ...added } = event.data
    return {
      emailDomain: {
        ...added,
        ...(selector !== undefined && privateKey !== undefined && { key: { selector, privateKey } }),
        status: 'not_started',
        found: added.records.map(() => 'not_started'),
        sends: false,
        idleSince: Date.parse(at),
      },
    }
  }
  const { emailDomain: present } = state
  if (present?.emailDomainId !== event.data.emailDomainId) return state
  if (event.type === 'EmailDomainRemoved') return {}
  return { emailDomain: evolvePresent(present, event) }
}

function evolvePresent(
  present: EmailDomain,
  event: Exclude<EmailDomainEvent, { type: 'EmailDomainAdded' | 'EmailDomainRemoved' }>,
): EmailDomain {
  switch (event.type) {
    case 'EmailDomainVerificationRequested':
      return { ...present, status: 'pending', found: present.records.map(() => 'pending') }
    case 'EmailDomainChecked':
      return { ...changed(present), status: 'pending', found: event.data.found }
    case 'EmailDomainVerified':
      return { ...present, status: 'verified', found: event.data.found, sends: true, changes: 0 }
    case 'EmailDomainTemporarilyFailed':
      return { ...changed(present), status: 'temporary_failure', found: event.data.found }
    case 'EmailDomainFailed': {
      const idleSince = present.sends ? Date.parse(event.data.at) : present.idleSince
      return { ...changed(present), status: 'failure', found: event.data.found, sends: false, idleSince }
    }
  }
}

const changed = (present: EmailDomain) => ({ ...present, changes: (present.changes ?? 0) + 1 })
