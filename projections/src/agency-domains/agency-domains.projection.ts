/** The domains of an agency, under the workspace's id. */

import type { DomainView } from '@parley/contracts/agency/domain-endpoints.ts'
import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import type { DomainType } from '@parley/contracts/agency/domain-names.ts'
import { pick, type RecordedOf, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type AgencyDomainsDocument = Partial<Record<DomainType, DomainView & { claimId: string }>>

const events = pick(
  agencyDomainEvents,
  'DomainClaimed',
  'DomainRecordsChecked',
  'DomainVerified',
  'DomainWentLive',
  'DomainStoppedResolving',
  'DomainResolvedAgain',
  'DomainRemoved',
)
type Happened = RecordedOf<typeof events>

export const agencyDomainsProjection = tenantProjection<AgencyDomainsDocument>()({
  name: 'agency-domains',
  version: 1,
  events,
  indexes: {},
  identify: ({ tenant }) => tenant,
  project(domains = {}, event) {
    const { claimId, domainType, domain } = event.data
    if (event.type === 'DomainClaimed') {
      const records = event.data.records.map((record) => ({
        ...record,
        ttl: 'Auto' as const,
        status: 'pending' as const,
      }))
      const claimed = { claimId, domain, isVerified: false, isLive: false, isChecked: false, records }
      return { ...domains, [domainType]: claimed }
    }
    const found = domains[domainType]
    if (found?.claimId !== claimId) return domains
    const { [domainType]: _removed, ...others } = domains
    return event.type === 'DomainRemoved' ? others : { ...domains, [domainType]: changed(found, event) }
  },
})

function changed<View extends DomainView>(
  found: View,
  event: Exclude<Happened, { type: 'DomainClaimed' | 'DomainRemoved' }>,
): View {
  switch (event.type) {
    case 'DomainRecordsChecked': {
      const { owned, routed } = event.data
      return { ...found, isChecked: true, records: withStatus(found, owned, routed) }
    }
    case 'DomainVerified':
      return { ...found, isChecked: true, isVerified: true, records: withStatus(found, true, true) }
    case 'DomainWentLive':
      return { ...found, isLive: true }
    case 'DomainStoppedResolving':
      return { ...found, removeAt: event.data.removeAt, records: withStatus(found, true, false) }
    case 'DomainResolvedAgain': {
      const { removeAt: _over, ...others } = found
      return { ...others, records: withStatus(found, true, true) } as View
    }
  }
}

/** TXT records prove whose the domain is; the others lead it here. */
function withStatus({ records }: DomainView, owned: boolean, routed: boolean): DomainView['records'] {
  return records.map((record) => ({
    ...record,
    status: (record.type === 'TXT' ? owned : routed) ? 'verified' : 'pending',
  }))
}
