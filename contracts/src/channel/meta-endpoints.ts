/** *Continue With Meta*: a person signs in at Meta, and connects numbers and pages of theirs through the operator's app. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'

const metaKind = z.enum(['whatsapp', 'messenger', 'instagram'])
/** Meta says whether there is one. */
const metaId = z.string().min(1).max(20)
const path = '/api/{region}/v2/agents/{agentId}/meta'
/**
 * `not-at-this-domain`: it is the domain of another agency. `connecting-expired`: it took too long, or
 * was begun elsewhere. `provider-refused`: Meta did, in its words.
 */
const refusals = {
  /** The installation has no app of Meta. */
  'not-configured': 409,
  'not-at-this-domain': 403,
  'connecting-expired': 410,
  denied: 403,
  'provider-refused': 422,
} as const

export const metaNumber = z.object({
  phoneNumberId: z.string(),
  businessId: z.string(),
  /** As Meta shows them. */
  phoneNumber: z.string(),
  name: z.string(),
  /** `PENDING` until it is registered at Meta. */
  status: z.enum(['CONNECTED', 'PENDING']),
})
export type MetaNumber = z.infer<typeof metaNumber>

export const metaPage = z.object({
  pageId: z.string(),
  pageName: z.string(),
  igPageId: z.string().optional(),
  /** Without the `@`. */
  igPageName: z.string().optional(),
  /** Whether the page tells the app of its messages. */
  isSubscribed: z.boolean(),
})
export type MetaPage = z.infer<typeof metaPage>

export const metaFound = z.object({
  /** Stands for the access that the person has given, for an hour, for this agent and this person. */
  grant: z.string(),
  numbers: z.array(metaNumber),
  pages: z.array(metaPage),
})
export type MetaFound = z.infer<typeof metaFound>

export const metaEndpoints = defineEndpoints({
  'channels.metaApp': {
    summary: 'Whether people can continue with Meta here: whether the operator has an app of Meta',
    method: 'GET',
    path,
    permission: 'channel.read',
    kind: 'query',
    params: agentParams,
    output: z.object({ isOffered: z.boolean() }),
  },
  'channels.startMeta': {
    summary: 'Begin to continue with Meta: the address to send a person to, within ten minutes',
    method: 'POST',
    path: `${path}/start`,
    permission: 'channel.manage',
    kind: 'command',
    params: agentParams,
    body: z.object({ kind: metaKind }),
    output: z.object({ address: z.string() }),
    refusals,
  },
  'channels.finishMeta': {
    summary:
      'Take what Meta answered, by the session that began: the numbers or pages that the person may connect. An answer counts once',
    method: 'POST',
    path: `${path}/finish`,
    permission: 'channel.manage',
    kind: 'command',
    params: agentParams,
    /** The query with which Meta sent the person back. */
    body: z.object({ answer: z.string().max(8_000) }),
    output: metaFound,
    refusals,
  },
  'channels.connectMeta': {
    summary: 'Connect a number or a page that was found by continuing with Meta',
    method: 'POST',
    path: `${path}/connect`,
    permission: 'channel.manage',
    kind: 'command',
    params: agentParams,
    body: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('whatsapp'),
        grant: z.string().max(8_000),
        account: z.object({ phoneNumberId: metaId, businessId: metaId }),
        /** By default the one that Meta has verified. */
        name: z.string().trim().min(1, 'Please provide a name for the channel.').max(100).optional(),
      }),
      z.object({
        kind: z.enum(['messenger', 'instagram']),
        grant: z.string().max(8_000),
        account: z.object({ pageId: metaId }),
      }),
    ]),
    output: z.object({ channelId: z.string() }),
    refusals: { ...refusals, 'account-taken': 409 },
  },
})
