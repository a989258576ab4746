import { z } from 'zod'
import { defineEndpoints, regionParams, wholeList } from '../endpoint.ts'
import { credentialSecretSchema, credentialSettingsSchema, credentialView } from './credential.ts'
import { credentialIdSchema } from './credential-id.ts'

const credentialParams = regionParams.extend({ credentialId: credentialIdSchema })
const success = z.object({ success: z.literal(true) })

/** `not-at-this-domain`: the authorization server sends people back to a domain that is served no longer, or to another one. */
const connecting = { 'not-connectable': 422, 'not-secure': 422, 'not-at-this-domain': 403 } as const

export const credentialEndpoints = defineEndpoints({
  'credentials.list': {
    summary: 'The credentials of a workspace, by name, without their secrets',
    method: 'GET',
    path: '/api/{region}/v2/credentials',
    permission: 'credential.read',
    params: regionParams,
    ...wholeList(credentialView),
  },
  'credentials.create': {
    summary: 'Create a credential; its secret is never shown again',
    method: 'POST',
    path: '/api/{region}/v2/credentials',
    permission: 'credential.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({
      settings: credentialSettingsSchema,
      /** May be absent for a public client of OAuth 2 alone. */
      secret: credentialSecretSchema.optional(),
    }),
    output: z.object({ credentialId: z.string() }),
    refusals: {
      'too-many-credentials': 403,
      'not-secure': 422,
      'already-expired': 422,
      'secret-needed': 422,
    },
  },
  'credentials.save': {
    summary:
      'Change a credential. Without `secret` it keeps its own; to send it anywhere else, the secret has to be given again',
    method: 'POST',
    path: '/api/{region}/v2/credentials/{credentialId}',
    permission: 'credential.manage',
    kind: 'command',
    overwrites: 'credentials.list',
    params: credentialParams,
    body: z.object({ settings: credentialSettingsSchema, secret: credentialSecretSchema.optional() }),
    output: success,
    refusals: {
      'secret-needed': 422,
      'kind-fixed': 422,
      'not-secure': 422,
      'already-expired': 422,
    },
  },
  'credentials.rotate': {
    summary:
      'Replace the secret of a credential and its expiry. The former secret is gone at once: calls from then on send the new one',
    method: 'POST',
    path: '/api/{region}/v2/credentials/{credentialId}/rotate',
    permission: 'credential.manage',
    kind: 'command',
    overwrites: 'credentials.list',
    params: credentialParams,
    body: z.object({ secret: credentialSecretSchema, expiresAt: z.iso.datetime().optional() }),
    output: success,
    refusals: { 'already-expired': 422, 'no-secret': 422 },
  },
  'credentials.connect': {
    summary:
      'Begin to connect a credential of OAuth 2 with an authorization code: the address to send a person to, within ten minutes',
    method: 'POST',
    path: '/api/{region}/v2/credentials/{credentialId}/connect',
    permission: 'credential.manage',
    kind: 'command',
    params: credentialParams,
    output: z.object({ address: z.string() }),
    /** `connecting-expired`: of a repeated call, whose address was used. */
    refusals: { ...connecting, 'connecting-expired': 410 },
  },
  'credentials.finishConnecting': {
    summary:
      'Connect a credential with the answer of its authorization server, by the session that began it. An answer counts once',
    method: 'POST',
    path: '/api/{region}/v2/credentials/{credentialId}/connected',
    permission: 'credential.manage',
    kind: 'command',
    params: credentialParams,
    body: z.object({
      /** The query with which the person was sent back, without the question mark. */
      answer: z.string().max(8_000),
    }),
    output: success,
    refusals: {
      ...connecting,
      'connecting-expired': 410,
      /** The person refused at the authorization server. */
      denied: 403,
      'provider-refused': 403,
      'provider-unavailable': 503,
    },
  },
  'credentials.createForMcp': {
    summary:
      'Create a credential for a server of the Model Context Protocol that asks for an authorization: finds its authorization server and registers there. It has to be connected then',
    method: 'POST',
    path: '/api/{region}/v2/mcp-credentials',
    permission: 'credential.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({
      mcpUrl: z.url({ protocol: /^https?$/, error: 'Please enter a valid URL.' }).max(2_000),
    }),
    output: z.object({ credentialId: z.string() }),
    refusals: {
      ...connecting,
      'too-many-credentials': 403,
      'authorization-not-found': 422,
    },
  },
  'credentials.delete': {
    summary: 'Delete a credential; refused while functions use it',
    method: 'DELETE',
    path: '/api/{region}/v2/credentials/{credentialId}',
    permission: 'credential.manage',
    kind: 'command',
    overwrites: 'credentials.list',
    params: credentialParams,
    output: success,
    refusals: { 'credential-in-use': 409 },
  },
})
