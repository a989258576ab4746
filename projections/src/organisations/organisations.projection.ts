/** The organisations of a workspace, with names and logos sealed as in the events. */

import type { Language } from '@parley/contracts/languages.ts'
import type { DashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import type { OrganisationInboxRules } from '@parley/contracts/organisation/inbox-rules.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

export type OrganisationDocument = {
  organisationId: string
  /** Sealed. */
  name: string
  squarePhotoURL: string
  defaultClientAccess: string[]
  defaultClientTabOrder: string[]
  widgetIDs: string[]
  allowBilling: boolean
  preferredLanguage?: Language | undefined
  dashboardLayout?: DashboardLayout | undefined
  disableClientAccess?: boolean | undefined
  /** Sealed. */
  disableClientAccessMessage?: string | undefined
  createdAt: string
} & { [Name in keyof OrganisationInboxRules]?: OrganisationInboxRules[Name] | undefined }

export const organisationsProjection = tenantProjection<OrganisationDocument>()({
  name: 'organisations',
  version: 1,
  events: organisationEvents,
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.organisationId,
  project(document, event) {
    switch (event.type) {
      case 'OrganisationCreated':
        return { ...event.data, createdAt: event.at }
      case 'OrganisationChanged': {
        return document && { ...document, ...withoutUndefined(event.data) }
      }
      case 'OrganisationDeleted':
        return undefined
    }
  },
})
