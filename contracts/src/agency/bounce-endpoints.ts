/** What came back of an agency's mails, and what its provider of mails delivers about them. */
import { z } from 'zod'
import { defineEndpoints, pageOf, pageQuery, receivedSchema, workspaceParams } from '../endpoint.ts'
import { bounceKinds } from './bounces.ts'

const path = '/api/{region}/v2/workspaces/{workspaceId}/agency/bounces'

export const bouncedAddressView = z.object({
  addressId: z.string(),
  /** Empty once whoever had it was deleted. */
  email: z.string(),
  kind: z.enum(bounceKinds),
  /** As RFC 3463 has it, such as 5.1.1; empty for a complaint. */
  status: z.string(),
  /** What happened, and what can be done about it. */
  reason: z.string(),
  advice: z.string(),
  /** Whether nothing is sent to the address. */
  suppressed: z.boolean(),
  /** How many mails came back. */
  times: z.number(),
  /** When the last one came back, ISO 8601. */
  at: z.string(),
})
export type BouncedAddressView = z.infer<typeof bouncedAddressView>

export const bounceEndpoints = defineEndpoints({
  'bounces.list': {
    summary:
      'The addresses from which mails of the workspace came back, newest first, and how many there are',
    method: 'GET',
    path,
    permission: 'agency.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery,
    output: pageOf(bouncedAddressView).extend({
      counts: z.object({ hard: z.number(), soft: z.number(), complaint: z.number() }),
    }),
  },
  'bounces.clear': {
    summary: 'Take an address that mails came back from off the list, and have mails sent there again',
    method: 'POST',
    path: `${path}/{addressId}/clear`,
    permission: 'agency.manage',
    kind: 'command',
    params: workspaceParams.extend({ addressId: z.string().regex(/^[a-z0-9]{1,64}$/) }),
    output: z.object({ success: z.literal(true) }),
  },
  'bounces.fromResend': {
    summary: 'Deliver what became of mails that Resend sent',
    method: 'POST',
    path: '/api/email/resend',
    access: 'signed',
    scheme: 'svix',
    permission: 'webhook.deliver',
    kind: 'command',
    limited: 'delivery',
    body: z.looseObject({
      type: z.string().max(100),
      data: z.looseObject({
        to: z.array(z.string().max(1_000)).max(100).optional(),
        bounce: z
          .looseObject({ type: z.string().max(100).optional(), subType: z.string().max(100).optional() })
          .optional(),
        tags: z.record(z.string().max(300), z.string().max(300)).optional(),
      }),
    }),
    output: receivedSchema,
  },
})
