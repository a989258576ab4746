/** What a signed-in client reads of its own organisation and, as its admin, changes (part 2 §2.4, §6). */
import { z } from 'zod'
import { clientSettings, dashboardPassword } from '../client/settings.ts'
import { clientStatuses } from '../client/statuses.ts'
import { defineEndpoints, pageOf, pageQuery, regionParams } from '../endpoint.ts'
import { organisationSettings } from './settings.ts'

/** A client of the same organisation. */
export const organisationMemberView = z.object({
  ID: z.string(),
  name: z.string(),
  squarePhotoURL: z.string(),
  status: z.enum(clientStatuses),
  isOrgAdmin: z.boolean(),
  /** For admins alone. */
  email: z.string().optional(),
})
export type OrganisationMemberView = z.infer<typeof organisationMemberView>

const own = { access: 'client', permission: 'client.profile.manage', params: regionParams } as const
const asAdmin = { access: 'client', permission: 'organisation.manage', params: regionParams } as const
const path = '/api/{region}/client/organisation'

export const ownOrganisationEndpoints = defineEndpoints({
  'ownOrganisation.get': {
    ...own,
    summary: 'The organisation of the signed-in client',
    method: 'GET',
    path,
    kind: 'query',
    output: z.object({
      ID: z.string(),
      name: z.string(),
      squarePhotoURL: z.string(),
      /** ISO 8601. */
      createdAt: z.string(),
      /** Its credits; absent unless it has some of its own (`allowBilling`). */
      balance: z.number().optional(),
    }),
  },
  'ownOrganisation.members': {
    ...own,
    summary: 'The clients of the own organisation, in the order in which they were added',
    method: 'GET',
    path: `${path}/members`,
    kind: 'query',
    query: pageQuery,
    output: pageOf(organisationMemberView).extend({ members: z.number() }),
  },
  'ownOrganisation.save': {
    ...asAdmin,
    summary: 'Change the name or the logo of the own organisation, as its admin',
    method: 'POST',
    path,
    kind: 'command',
    overwrites: 'ownOrganisation.get',
    body: organisationSettings.pick({ name: true, squarePhotoURL: true }).partial(),
    output: z.object({ success: z.literal(true) }),
  },
  'ownOrganisation.addUser': {
    ...asAdmin,
    summary:
      'Add a client to the own organisation, as its admin: with agents of the admin, and pages that the admin has',
    method: 'POST',
    path: `${path}/users`,
    kind: 'command',
    body: clientSettings
      .pick({ name: true, email: true, squarePhotoURL: true, widgetIDs: true, notificationsSettings: true })
      .partial({ squarePhotoURL: true, notificationsSettings: true })
      // Not from admins with `hideAdvancedSettings`.
      .extend(clientSettings.pick({ allowCreateAgents: true, canDelegateChats: true }).partial().shape)
      .extend({ dashboardPassword }),
    output: z.object({ clientId: z.string() }),
    refusals: { 'email-in-use': 409, 'no-client-seats': 403 },
  },
})
