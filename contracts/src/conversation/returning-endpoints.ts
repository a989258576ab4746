/** The earlier conversations of a returning visitor, and mailing a transcript. */
import { z } from 'zod'
import { agentParams, defineEndpoints, wholeList } from '../endpoint.ts'
import { isVisitorEmail } from '../identity/visitor-email.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const conversationParams = agentParams.extend({ conversationId: id })
const path = '/api/{region}/v2/public/agents/{agentId}/conversations/{conversationId}'

export const earlierConversation = z.object({
  conversationId: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
  lastMessageAt: z.string(),
  /** Beginning of the newest message. */
  preview: z.string(),
  /** Continues the conversation; valid for 60 days. */
  visitorToken: z.string(),
})
export type EarlierConversation = z.infer<typeof earlierConversation>

export const returningEndpoints = defineEndpoints({
  'conversations.earlier': {
    summary: 'The conversations of this visitor with the agent, newest first, 20 at most',
    method: 'GET',
    path: `${path}/earlier`,
    access: 'visitor',
    permission: 'conversation.take-part',
    params: conversationParams,
    ...wholeList(earlierConversation),
  },
  'conversations.mailTranscript': {
    summary: 'Send what was said to an address that the visitor enters',
    method: 'POST',
    path: `${path}/transcript`,
    access: 'visitor',
    permission: 'conversation.take-part',
    kind: 'command',
    limited: 'mail',
    params: conversationParams,
    body: z.object({
      email: z
        .email('Please enter a valid email address')
        .max(300)
        .refine(isVisitorEmail, 'Please enter a valid email address'),
    }),
    output: z.object({ success: z.literal(true) }),
    refusals: { deleted: 410 },
  },
})
