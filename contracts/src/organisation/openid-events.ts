import { z } from 'zod'
import { defineEvents, type EventOf, secret, tenantText } from '../message.ts'

/** Stream `organisationopenid-<agencyId>`: the OpenID providers of all organisations of an agency. */
export const organisationOpenIdEvents = defineEvents({
  OrganisationOpenIdSaved: {
    version: 1,
    summary: 'Set up how an organization signs in with its own OpenID provider',
    data: z.object({
      organisationId: z.string(),
      issuer: tenantText(),
      application: tenantText(),
      /** Absent for the former one. */
      secret: secret().optional(),
      domains: z.array(tenantText()),
      createClients: z.boolean(),
      onlyOpenId: z.boolean(),
    }),
  },
  OrganisationOpenIdRemoved: {
    version: 1,
    summary: 'Removed how an organization signed in with its own OpenID provider',
    data: z.object({ organisationId: z.string() }),
  },
})
export type OrganisationOpenIdEvent = EventOf<typeof organisationOpenIdEvents>
