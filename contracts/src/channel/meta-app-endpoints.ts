/**
 * What Meta tells of its apps: of the operator's, whose addresses name no workspace, and of the apps of teams, whose addresses name an
 * agent. Messages to pages of the operator's app, and that a person has removed the app or wants their data deleted.
 */
import { z } from 'zod'
import { agentParams, defineEndpoints, receivedSchema } from '../endpoint.ts'

const challengeQuery = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(200),
  'hub.challenge': z.string().regex(/^[\w.-]{1,200}$/),
})
const told = {
  method: 'POST',
  access: 'signed',
  permission: 'webhook.deliver',
  kind: 'command',
  limited: 'delivery',
} as const
/** As Meta asks for it: where the person can look up what became of it, and by which code. */
const deletion = z.object({ url: z.string(), confirmation_code: z.string() })
const ofAgent = '/api/{region}/v2/agents/{agentId}'

export const metaAppEndpoints = defineEndpoints({
  'channels.metaAppChallenge': {
    summary: 'Answer the challenge by which Meta verifies the address of the operator’s app',
    method: 'GET',
    path: '/api/meta/webhook',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    delivery: 'bytes',
    mediaTypes: ['text/plain'],
    query: challengeQuery,
    output: z.string(),
  },
  'channels.metaAppWebhook': {
    ...told,
    summary:
      'Deliver messages to pages and Instagram accounts that were connected by the operator’s app, from Meta',
    path: '/api/meta/webhook',
    scheme: 'meta',
    /** As Meta’s webhooks are; of what it holds, each event is read where it is as documented. */
    body: z.looseObject({
      object: z.string().max(100),
      entry: z.array(z.looseObject({ id: z.string().regex(/^\d{1,20}$/) })).max(1_000),
    }),
    output: receivedSchema,
    maxBodyBytes: 3_200_000,
  },
  'channels.metaAppDeauthorized': {
    ...told,
    summary: 'Tell that a person has removed the operator’s app, from Meta',
    path: '/api/meta/deauthorize',
    scheme: 'meta-request',
    output: receivedSchema,
    maxBodyBytes: 10_000,
  },
  'channels.metaAppDeletion': {
    ...told,
    summary: 'Ask for the deletion of what the channels of the operator’s app know of a person, from Meta',
    path: '/api/meta/data-deletion',
    scheme: 'meta-request',
    repeatable: true,
    output: deletion,
    maxBodyBytes: 10_000,
  },
  'channels.metaDeletionState': {
    summary: 'What became of a deletion that Meta asked for, for the person',
    method: 'GET',
    path: '/api/meta/data-deletion',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    delivery: 'bytes',
    mediaTypes: ['text/plain'],
    /** The confirmation code. */
    query: z.object({ id: z.string().regex(/^[0-9a-f]{1,24}$/) }),
    output: z.string(),
  },
  'channels.metaDeauthorized': {
    ...told,
    summary: 'Tell that a person has removed an app of a workspace, from Meta',
    path: `${ofAgent}/meta-deauthorize`,
    scheme: 'meta-request',
    params: agentParams,
    output: receivedSchema,
    maxBodyBytes: 10_000,
  },
  'channels.metaDeletion': {
    ...told,
    summary: 'Ask for the deletion of what the channels of an app of a workspace know of a person, from Meta',
    path: `${ofAgent}/meta-data-deletion`,
    scheme: 'meta-request',
    repeatable: true,
    params: agentParams,
    output: deletion,
    maxBodyBytes: 10_000,
  },
})
