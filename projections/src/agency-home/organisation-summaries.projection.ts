/**
 * What the home of an agency sorts its organisations by, without their logos, so that all of them are read at once. Names
 * stay sealed.
 */
import { clientSessionEvents } from '@parley/contracts/client/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/projection.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

export type OrganisationSummary = {
  organisationId: string
  /** Sealed. */
  name: string
  widgetIDs: string[]
  allowBilling: boolean
  createdAt: string
  /** The credits that were transferred to it last. */
  added?: number
  /** When one of its clients last signed in, ISO 8601. */
  lastSignInAt?: string
}

export const organisationSummariesProjection = tenantProjection<OrganisationSummary>()({
  name: 'organisation-summaries',
  version: 1,
  events: {
    ...organisationEvents,
    ...pick(creditsEvents, 'CreditsTransferred'),
    ...pick(clientSessionEvents, 'ClientSessionStarted'),
  },
  indexes: { all: ['createdAt'] },
  identify(event) {
    if (event.type === 'CreditsTransferred') return idIn(event.stream, 'orgcredits')
    return event.type === 'ClientSessionStarted' ? event.data.orgId : event.data.organisationId
  },
  project(summary, event) {
    switch (event.type) {
      case 'OrganisationCreated': {
        const { organisationId, name, widgetIDs, allowBilling } = event.data
        return { organisationId, name, widgetIDs, allowBilling, createdAt: event.at }
      }
      case 'OrganisationChanged': {
        const { name, widgetIDs, allowBilling } = event.data
        return summary && { ...summary, ...withoutUndefined({ name, widgetIDs, allowBilling }) }
      }
      case 'OrganisationDeleted':
        return undefined
      case 'CreditsTransferred': {
        const { direction, amount } = event.data
        return summary && direction === 'in' ? { ...summary, added: amount } : summary
      }
      case 'ClientSessionStarted':
        return summary && { ...summary, lastSignInAt: event.at }
    }
  },
})
