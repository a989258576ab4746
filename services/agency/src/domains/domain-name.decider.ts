/**
 * A domain belongs to one agency across all regions (part 2 §5): the stream is named by the hash of the domain. A
 * reservation precedes the event that uses it, so one that stopped half-way can be taken over.
 */
import { type DomainNameEvent, domainNameEvents } from '@parley/contracts/agency/domain-events.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export type DomainHolder = {
  domain: string
  claimId: string
  agencyId: string
  region: Region
  reservedAt: number
}

/** `wasVerified`: it was served for an earlier holder. */
export type DomainName = { holder?: DomainHolder; wasVerified: boolean }

export type DomainNameCommand =
  /** `instead` of a holder that does not use the domain, as it was found: the one of this reservation. */
  | {
      type: 'ReserveDomainName'
      of: Omit<DomainHolder, 'reservedAt'>
      instead?: { claimId: string; reservedAt: number }
    }
  | { type: 'ReleaseDomainName'; claimId: string; wasVerified: boolean }

export const domainTaken = refuse(
  'domain-taken',
  'This domain already exists on another account.',
  'customDomain',
)

/** Refuses with `domain-taken`. */
export const domainName: Aggregate<DomainName, DomainNameCommand, DomainNameEvent> = {
  category: 'domainname',
  events: domainNameEvents,
  decider: {
    initialState: { wasVerified: false },
    evolve: ({ wasVerified }, event) =>
      event.type === 'DomainNameReserved'
        ? { holder: event.data, wasVerified }
        : { wasVerified: wasVerified || event.data.wasVerified },
    decide(command, { holder }, now) {
      if (command.type === 'ReleaseDomainName') {
        const { claimId, wasVerified } = command
        return holder?.claimId === claimId
          ? accept({ type: 'DomainNameReleased', data: { claimId, wasVerified } })
          : accept()
      }
      const { of, instead } = command
      const isFree =
        !holder ||
        holder.claimId === of.claimId ||
        (instead?.claimId === holder.claimId && instead.reservedAt === holder.reservedAt)
      if (!isFree) return domainTaken
      return accept({ type: 'DomainNameReserved', data: { ...of, reservedAt: now.getTime() } })
    },
  },
}
