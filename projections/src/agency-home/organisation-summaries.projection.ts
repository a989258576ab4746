/**
 * What the home of an agency sorts its organisations by, and what holds for their agents, without logos, so that all of them
 * are read at once. Names stay sealed.
 */
import { clientSessionEvents } from '@parley/contracts/client/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import type { OrganisationHandoffRules } from '@parley/contracts/organisation/inbox-rules.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

/** Rules that are absent are those by default. */
export type OrganisationSummary = Partial<OrganisationHandoffRules> & {
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
        const own = { organisationId, name, widgetIDs, allowBilling, createdAt: event.at }
        return { ...own, ...handoffRulesIn(event.data) }
      }
      case 'OrganisationChanged': {
        const { name, widgetIDs, allowBilling } = event.data
        const changed = withoutUndefined({ name, widgetIDs, allowBilling })
        return summary && { ...summary, ...changed, ...handoffRulesIn(event.data) }
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

function handoffRulesIn(
  data: {
    [Name in keyof OrganisationHandoffRules]?: OrganisationHandoffRules[Name] | undefined
  },
): Partial<OrganisationHandoffRules> {
  const { disableHandoff, smartHandoff, disableHandoffMessages } = data
  return withoutUndefined({ disableHandoff, smartHandoff, disableHandoffMessages })
}
