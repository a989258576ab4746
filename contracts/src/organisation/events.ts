import { z } from 'zod'
import { languages } from '../languages.ts'
import { defineEvents, type EventOf, tenantText } from '../message.ts'
import { dashboardLayouts } from './dashboard-layouts.ts'

const settings = {
  name: tenantText(),
  /** A small picture as a data URL; empty for none. */
  squarePhotoURL: tenantText(),
  defaultClientAccess: z.array(z.string()),
  defaultClientTabOrder: z.array(z.string()),
  widgetIDs: z.array(z.string()),
  allowBilling: z.boolean(),
  /** Absent for the default. */
  preferredLanguage: z.enum(languages).optional(),
  /** Absent for the default. */
  dashboardLayout: z.enum(dashboardLayouts).optional(),
  /** Absent for the default, like the other inbox rules. */
  predefinedTags: z.array(z.string()).optional(),
  disallowAnyTags: z.boolean().optional(),
  disableHandoff: z.boolean().optional(),
  smartHandoff: z.boolean().optional(),
  disableHandoffMessages: z.boolean().optional(),
  enableCannedResponses: z.boolean().optional(),
  disableClientAccess: z.boolean().optional(),
  disableClientAccessMessage: tenantText().optional(),
}

/** Stream `organisation-<organisationId>`; the tenant is the workspace of the agency. */
export const organisationEvents = defineEvents({
  OrganisationCreated: {
    version: 1,
    summary: 'Created an organisation',
    data: z.object({ organisationId: z.string(), ...settings }),
  },
  /** What changed; anything else stayed as it was. */
  OrganisationChanged: {
    version: 1,
    summary: 'Changed an organisation',
    data: z.object(settings).partial().extend({ organisationId: z.string() }),
  },
  OrganisationDeleted: {
    version: 1,
    summary: 'Deleted an organisation',
    data: z.object({ organisationId: z.string(), name: tenantText() }),
  },
})
export type OrganisationEvent = EventOf<typeof organisationEvents>
