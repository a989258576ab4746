/** The subdomain and the custom domain of an agency. Stream `agencydomain-<agencyId>`; the id is the tenant's. */
import {
  type AgencyDomainEvent,
  agencyDomainEvents,
  type DomainRecord,
} from '@parley/contracts/agency/domain-events.ts'
import type { DomainEnd, DomainType } from '@parley/contracts/agency/domain-names.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { MOST_CHANGES } from './claims.ts'

export type AgencyDomain = {
  claimId: string
  domainType: DomainType
  domain: string
  records: DomainRecord[]
  /** Milliseconds. */
  claimedAt: number
  /** Milliseconds; undefined until its records were found in DNS. Only then anything is served there. */
  verifiedAt?: number
  live: boolean
  /** What the last look at DNS gave, before it is verified. */
  checked?: { owned: boolean; routed: boolean }
  /** How often that changed; absent before the first look. */
  changes?: number
  /** Milliseconds: when it is removed, since it resolves to another server. */
  removeAt?: number
  /** A reminder of its DNS records that is still to be sent. */
  reminder?: { userId: string; agencyName: string }
}

/** By type; an agency has at most one of each. */
export type AgencyDomains = Partial<Record<DomainType, AgencyDomain>>

export type AgencyDomainCommand =
  /** `usableUntil` (milliseconds): until then nobody else can reserve the domain. */
  | {
      type: 'ClaimDomain'
      claim: Claim & { userId: string }
      records: DomainRecord[]
      usableUntil: number
    }
  /** The records of an unverified domain were looked for. */
  | { type: 'RecordDomainCheck'; claimId: string; owned: boolean; routed: boolean }
  | { type: 'RecordDomainLive'; claimId: string }
  /** A verified domain resolves to this server or to another; `graceMs` later it is removed. */
  | { type: 'RecordDomainRouting'; claimId: string; routed: boolean; graceMs: number }
  /** Accepted without an event if the agency has the domain no more. */
  | { type: 'RemoveDomain'; claimId: string; reason: DomainEnd }
  | { type: 'DeleteDomain'; domainType: DomainType; domain: string | undefined }
  | { type: 'CreateDnsReminder'; claimId: string; reminder: Reminder }
  | { type: 'RecordDnsReminderSent'; claimId: string }

type Claim = Pick<AgencyDomain, 'claimId' | 'domainType' | 'domain'>
type Reminder = {
  agencyId: string
  agencyName: string
  userId: string
  userEmail: string
  bucket: Region
}

/** Refuses with `domain-exists`, `conflict` and `not-found`. */
export const agencyDomains: Aggregate<AgencyDomains, AgencyDomainCommand, AgencyDomainEvent> = {
  category: 'agencydomain',
  events: agencyDomainEvents,
  decider: { initialState: {}, evolve, decide },
}

export const domainClaims = { aggregate: agencyDomains, claimIn: domainOfClaim }

/** An agency has one domain of a type. */
export function domainExists({ domain }: AgencyDomain) {
  return refuse('domain-exists', `The agency has ${domain} already. Delete it before you add another one.`)
}

function domainOfClaim(state: AgencyDomains, claimId: string): AgencyDomain | undefined {
  return Object.values(state).find((one) => one.claimId === claimId)
}

function decide(command: AgencyDomainCommand, state: AgencyDomains, now: Date): Decision<AgencyDomainEvent> {
  const at = now.toISOString()
  if (command.type === 'ClaimDomain') {
    const { claim, records, usableUntil } = command
    const present = state[claim.domainType]
    if (present?.claimId === claim.claimId) return accept()
    if (present) return domainExists(present)
    if (usableUntil < now.getTime()) return refuse('conflict', 'Please try again.')
    return accept({ type: 'DomainClaimed', data: { ...claim, records, at } })
  }
  if (command.type === 'DeleteDomain') {
    const { domainType, domain } = command
    const present = state[domainType]
    if (!present || present.domain !== domain) return refuse('not-found', 'Not found.')
    return removed(present, 'person', at)
  }
  const found = domainOfClaim(state, command.claimId)
  if (!found) return accept()
  const { claimId, domainType, domain } = found
  const about = { claimId, domainType, domain }
  const happened = (type: 'DomainVerified' | 'DomainWentLive' | 'DomainResolvedAgain') =>
    accept<AgencyDomainEvent>({ type, data: { ...about, at } })
  switch (command.type) {
    case 'RecordDomainCheck': {
      const { owned, routed } = command
      if (found.verifiedAt !== undefined) return accept()
      if (owned && routed) return happened('DomainVerified')
      const isNew = found.checked?.owned !== owned || found.checked.routed !== routed
      return isNew && (found.changes ?? 0) < MOST_CHANGES
        ? accept({ type: 'DomainRecordsChecked', data: { ...about, owned, routed, at } })
        : accept()
    }
    case 'RecordDomainLive':
      return found.verifiedAt === undefined || found.live ? accept() : happened('DomainWentLive')
    case 'RecordDomainRouting': {
      const { routed, graceMs } = command
      if (found.verifiedAt === undefined || routed === (found.removeAt === undefined)) return accept()
      if (routed) return happened('DomainResolvedAgain')
      const removeAt = new Date(now.getTime() + graceMs).toISOString()
      return accept({ type: 'DomainStoppedResolving', data: { ...about, removeAt, at } })
    }
    case 'RemoveDomain':
      return removed(found, command.reason, at)
    case 'CreateDnsReminder': {
      if (found.reminder || found.verifiedAt !== undefined) return accept()
      const timestamp = Math.floor(now.getTime() / 1_000)
      return accept({ type: 'DnsReminderCreated', data: { ...about, ...command.reminder, timestamp } })
    }
    case 'RecordDnsReminderSent':
      return found.reminder ? accept({ type: 'DnsReminderSent', data: { ...about, at } }) : accept()
  }
}

function removed(
  { claimId, domainType, domain, verifiedAt }: AgencyDomain,
  reason: DomainEnd,
  at: string,
): Decision<AgencyDomainEvent> {
  const wasVerified = verifiedAt !== undefined
  return accept({ type: 'DomainRemoved', data: { claimId, domainType, domain, reason, wasVerified, at } })
}

function evolve(state: AgencyDomains, event: AgencyDomainEvent): AgencyDomains {
  const { claimId, domainType, domain } = event.data
  if (event.type === 'DomainClaimed') {
    const { records, at } = event.data
    return {
      ...state,
      [domainType]: { claimId, domainType, domain, records, claimedAt: Date.parse(at), live: false },
    }
  }
  const found = state[domainType]
  if (found?.claimId !== claimId) return state
  switch (event.type) {
    case 'DomainRemoved': {
      const { [domainType]: _removed, ...others } = state
      return others
    }
    default:
      return { ...state, [domainType]: evolveDomain(found, event) }
  }
}

function evolveDomain(
  found: AgencyDomain,
  event: Exclude<AgencyDomainEvent, { type: 'DomainClaimed' | 'DomainRemoved' }>,
): AgencyDomain {
  switch (event.type) {
    case 'DomainRecordsChecked':
      return {
        ...found,
        checked: { owned: event.data.owned, routed: event.data.routed },
        changes: (found.changes ?? 0) + 1,
      }
    case 'DomainVerified':
      return { ...found, verifiedAt: Date.parse(event.data.at) }
    case 'DomainWentLive':
      return { ...found, live: true }
    case 'DomainStoppedResolving':
      return { ...found, removeAt: Date.parse(event.data.removeAt) }
    case 'DomainResolvedAgain': {
      const { removeAt: _over, ...others } = found
      return others
    }
    case 'DnsReminderCreated': {
      const { userId, agencyName } = event.data
      return { ...found, reminder: { userId, agencyName } }
    }
    case 'DnsReminderSent': {
      const { reminder: _sent, ...others } = found
      return others
    }
  }
}
