/** Visitors' rights by law: all data stored about them, and its erasure. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { messageView } from './blocks.ts'

const visitorParams = agentParams.extend({ visitorId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })
const path = '/api/{region}/v2/agents/{agentId}/visitors/{visitorId}'
const texts = z.record(z.string(), z.string())

export const visitorData = z.object({
  agentId: z.string(),
  visitorId: z.string(),
  /** ISO 8601. */
  exportedAt: z.string(),
  conversations: z.array(
    z.object({
      conversationId: z.string(),
      channel: z.string(),
      /** The id by which a connected channel knows the visitor. */
      contactId: z.string().optional(),
      startedAt: z.string(),
      lang: z.string().optional(),
      country: z.string().optional(),
      timeZone: z.string().optional(),
      browser: z.string().optional(),
      platform: z.string().optional(),
      pageUrl: z.string().optional(),
      pageTitle: z.string().optional(),
      identity: z
        .object({
          externalId: z.string().optional(),
          name: z.string().optional(),
          email: z.string().optional(),
          phone: z.string().optional(),
          verified: z.boolean(),
        })
        .optional(),
      /** What a model noted of earlier messages. */
      summary: z.string().optional(),
      /** Captured by questions and forms, and set by the page. */
      fields: texts,
      variables: texts,
      /** Files are blocks of the messages, with addresses that are valid for an hour. */
      messages: z.array(messageView),
      /** By message; '' for the whole conversation. */
      ratings: texts,
      feedbackComment: z.string().optional(),
      /** The pages that the visitor opened, newest last. */
      pages: z.array(z.object({ url: z.string(), at: z.string() })),
      /** Notes of the team. */
      notes: z.array(z.object({ at: z.string(), text: z.string() })),
    }),
  ),
  /** Since when the visitor allows notifications of the agent, and in how many browsers. */
  notifications: z.object({ allowedAt: z.string(), browsers: z.number() }).optional(),
  leads: z.array(
    z.object({ leadId: z.string(), status: z.string(), fields: texts, note: z.string().optional() }),
  ),
})
export type VisitorData = z.infer<typeof visitorData>

export const visitorDataEndpoints = defineEndpoints({
  'visitors.export': {
    summary: 'Everything that is kept about a visitor of an agent: conversations, leads, files',
    method: 'GET',
    path: `${path}/export`,
    permission: 'visitor.export',
    kind: 'query',
    params: visitorParams,
    output: visitorData,
  },
  'visitors.erase': {
    summary:
      'Erase a visitor of an agent for ever: conversations, leads, files. 404 for a visitor the agent never had. Safe to repeat',
    method: 'DELETE',
    path,
    permission: 'visitor.erase',
    kind: 'command',
    params: visitorParams,
    output: z.object({ success: z.literal(true), conversations: z.number(), leads: z.number() }),
  },
})
