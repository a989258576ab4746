/** How organisations of an agency sign their people in with OpenID providers of their own. */
import { z } from 'zod'
import { organisationId } from '../client/settings.ts'
import { defineEndpoints, workspaceParams } from '../endpoint.ts'
import { openIdSecret, openIdSettings } from './openid-settings.ts'

const params = workspaceParams.extend({ organisationId })
const path = '/api/{region}/v2/workspaces/{workspaceId}/organisations/{organisationId}/openid'
const acknowledged = z.object({ success: z.literal(true) })

export const organisationOpenIdView = z.object({
  /** Absent until it is set up. The secret is never told. */
  openId: z
    .object({
      issuer: z.string(),
      application: z.string(),
      domains: z.array(z.string()),
      createClients: z.boolean(),
      onlyOpenId: z.boolean(),
    })
    .optional(),
  /** Where the provider sends people back to; it has to be entered there. */
  redirectAddress: z.string(),
})
export type OrganisationOpenIdView = z.infer<typeof organisationOpenIdView>

export const organisationOpenIdEndpoints = defineEndpoints({
  'organisations.openId': {
    summary: 'How an organisation signs in with its own OpenID provider',
    method: 'GET',
    path,
    permission: 'client.manage',
    kind: 'query',
    params,
    output: organisationOpenIdView,
  },
  'organisations.saveOpenId': {
    summary: 'Set up or change how an organisation signs in with its own OpenID provider',
    method: 'POST',
    path,
    permission: 'client.manage',
    kind: 'command',
    overwrites: 'organisations.openId',
    params,
    /** Without a secret, the former one stays; another issuer or client ID needs another. */
    body: openIdSettings.extend({ secret: openIdSecret.optional() }),
    output: acknowledged,
    refusals: { 'domain-taken': 409 },
  },
  'organisations.removeOpenId': {
    summary: 'Remove the OpenID provider of an organisation, whose clients then sign in by password or code',
    method: 'DELETE',
    path,
    permission: 'client.manage',
    kind: 'command',
    overwrites: 'organisations.openId',
    params,
    output: acknowledged,
  },
  'organisations.testOpenId': {
    summary: 'Whether there is an OpenID provider at an address, and what is wrong with it. Nothing is saved',
    method: 'POST',
    path: `${path}/test`,
    permission: 'client.manage',
    kind: 'query',
    limited: 'upload',
    params,
    body: openIdSettings.pick({ issuer: true }),
    output: z.object({
      /** In words; absent if people can be sent there to sign in. */
      problem: z.string().optional(),
    }),
  },
})
