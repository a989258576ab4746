/** The transfers of credits to and from each organisation, as its own ledger has them. */
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type OrganisationTransfer = {
  organisationId: string
  position: number
  at: string
  /** Negative if credits went back to the workspace. */
  amount: number
}

export const organisationTransfersProjection = tenantProjection<OrganisationTransfer>()({
  name: 'organisation-transfers',
  version: 1,
  events: pick(creditsEvents, 'CreditsTransferred'),
  indexes: { byOrganisation: ['organisationId', 'position'] },
  identify: ({ stream, position }) =>
    idIn(stream, 'orgcredits') === undefined ? undefined : String(position),
  project(_, { at, position, data: { organisationId, direction, amount } }) {
    return { organisationId, position, at, amount: direction === 'in' ? amount : -amount }
  },
})
