/**
 * A domain belongs to one agency across all regions (part 2 §5): the stream is named by the hash of the domain. A
 * reservation precedes the event that uses it, so one that stopped half-way can be taken over.
 */
import { type DomainNameEvent, domainNameEvents } from '@parley/contracts/agency/domain-events.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/decider.ts'

export type DomainName =
  | { domain: string; claimId: string; agencyId: string; region: Region; reservedAt: number }
  | undefined

export type DomainNameCommand =
  /** `instead` of a holder that does not use the domain, as it was found: the one of this reservation. */
  | {
      type: 'ReserveDomainName'
      domain: string
      claimId: string
      agencyId: string
      region: Region
      instead?: { claimId: string; reservedAt: number }
    }
  | { type: 'ReleaseDomainName'; claimId: string }

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
    initialState: undefined,
    evolve: (_, event) => (event.type === 'DomainNameReserved' ? event.data : undefined),
    decide(command, state, now) {
      const { claimId } = command
      if (command.type === 'ReleaseDomainName')
        return state?.claimId === claimId
          ? accept({ type: 'DomainNameReleased', data: { claimId } })
          : accept()
      const { domain, agencyId, region, instead } = command
      const isFree =
        !state ||
        state.claimId === claimId ||
        (instead?.claimId === state.claimId && instead.reservedAt === state.reservedAt)
      if (!isFree) return domainTaken
      const reservedAt = now.getTime()
      return accept({ type: 'DomainNameReserved', data: { domain, claimId, agencyId, region, reservedAt } })
    },
  },
}
