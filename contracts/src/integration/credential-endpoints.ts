import { z } from 'zod'
import { defineEndpoints, regionParams } from '../endpoint.ts'
import { credentialSecretSchema, credentialSettingsSchema, credentialView } from './credential.ts'
import { credentialIdSchema } from './credential-id.ts'

const credentialParams = regionParams.extend({ credentialId: credentialIdSchema })
const success = z.object({ success: z.literal(true) })

export const credentialEndpoints = defineEndpoints({
  'credentials.list': {
    summary: 'The credentials of a workspace, by name, without their secrets',
    method: 'GET',
    path: '/api/{region}/v2/credentials',
    permission: 'credential.read',
    kind: 'query',
    params: regionParams,
    output: z.object({ items: z.array(credentialView) }),
  },
  'credentials.create': {
    summary: 'Create a credential; its secret is never shown again',
    method: 'POST',
    path: '/api/{region}/v2/credentials',
    permission: 'credential.manage',
    kind: 'command',
    params: regionParams,
    body: z.object({ settings: credentialSettingsSchema, secret: credentialSecretSchema }),
    output: z.object({ credentialId: z.string() }),
    refusals: { 'too-many-credentials': 403, 'not-secure': 422, 'already-expired': 422 },
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
    refusals: { 'already-expired': 422 },
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
