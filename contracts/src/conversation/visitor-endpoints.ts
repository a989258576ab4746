/** What a visitor, or the page around the chat, does besides sending messages. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { isVisitorEmail } from '../identity/visitor-email.ts'
import { messageView } from './blocks.ts'
import { conversationStatuses, owners } from './events.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const conversationParams = agentParams.extend({ conversationId: id })
const done = z.object({ success: z.literal(true) })
const ofVisitor = {
  access: 'visitor',
  permission: 'conversation.take-part',
  params: conversationParams,
} as const
const command = { ...ofVisitor, method: 'POST', kind: 'command' } as const
const path = '/api/{region}/v2/public/agents/{agentId}/conversations/{conversationId}'

/** How the chat offers a person. The texts are the agent's; the chat has its own if they are absent. */
export const handoffView = z.object({
  /** Whether to show the button that requests a person. */
  offered: z.boolean(),
  /** Whether somebody of the team is there: a member is online, within the opening hours. */
  online: z.boolean(),
  /** When the team is back, in a sentence of the chat's language, outside the opening hours. */
  back: z.string().optional(),
  /** Whether the popup stays visible while the visitor waits (`fixedHandoffPopup`). */
  fixed: z.boolean(),
  /** Whether the chat does not say who joins and leaves (`disableHandoffMessages`). */
  quiet: z.boolean(),
  title: z.string().optional(),
  subtitle: z.string().optional(),
})
export type HandoffView = z.infer<typeof handoffView>

/**
 * The events of `conversations.follow`, each as `event: <type>` with the whole object as `data`. `state`: sent early
 * and whenever it changes; `message`: each new message of any role (replace by `id`, since the visitor's own and
 * streamed replies are sent too); `typing`: of the other side; `erased`: the end.
 */
export const followEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('state'),
    owner: z.enum(owners),
    status: z.enum(conversationStatuses),
    /** Name of the person who answers, if it is a person. */
    person: z.string().optional(),
    /** The newest index. */
    index: z.number(),
    pending: z.boolean(),
    /** Whether a person was asked for while nobody was there: the agent goes on, and somebody of the team comes later. */
    requested: z.boolean().optional(),
  }),
  z.object({ type: z.literal('message'), message: messageView }),
  z.object({ type: z.literal('typing'), typing: z.boolean(), name: z.string().optional() }),
  z.object({ type: z.literal('erased') }),
])
export type FollowEvent = z.infer<typeof followEvent>

const fieldName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'A variable is letters, digits and _.')

export const visitorEndpoints = defineEndpoints({
  'conversations.follow': {
    ...ofVisitor,
    summary: 'What happens in the conversation from now on: messages of people, ownership, typing',
    method: 'GET',
    path: `${path}/follow`,
    kind: 'query',
    delivery: 'stream',
    /** Sends messages after this index first; -1 for all, only new ones if absent. */
    query: z.object({ after: z.coerce.number().int().min(-1).optional() }),
    output: followEvent,
  },
  'conversations.stop': {
    ...command,
    summary: 'Stop the reply that is being given; what was said until then stays',
    path: `${path}/stop`,
    /** False if no reply was running. */
    output: z.object({ stopped: z.boolean() }),
  },
  'conversations.requestHandoff': {
    ...command,
    summary: 'Ask for a person',
    limited: 'handoff',
    path: `${path}/handoff`,
    body: z.object({ note: z.string().trim().max(2000).optional() }).optional(),
    output: z.object({
      owner: z.enum(owners),
      /** No member of the team is online; the request is answered later. */
      offline: z.boolean(),
      messages: z.array(messageView),
    }),
    /** 'handoff-off': the agent has no handoff. */
    refusals: { 'handoff-off': 409, deleted: 410 },
  },
  'conversations.feedback': {
    ...command,
    summary: 'Rate a message, or the conversation as a whole; `none` takes it back',
    path: `${path}/feedback`,
    body: z.object({
      messageId: id.optional(),
      rating: z.enum(['up', 'down', 'none']),
      comment: z.string().trim().max(2000).optional(),
    }),
    output: done,
    refusals: { deleted: 410 },
  },
  'conversations.identify': {
    ...command,
    summary:
      'Say who the visitor is. `signature`: HMAC-SHA256 of the userId under the SECRET_API_KEY of the agent, in hexadecimal, made by the server of the page',
    path: `${path}/identity`,
    body: z.object({
      userId: z.string().min(1).max(200).optional(),
      signature: z.string().max(200).optional(),
      name: z.string().trim().max(200).optional(),
      email: z.email().max(300).refine(isVisitorEmail, 'Please enter a valid email address').optional(),
      phone: z.string().trim().max(50).optional(),
    }),
    output: z.object({ verified: z.boolean() }),
    refusals: { 'bad-signature': 400, deleted: 410 },
  },
  'conversations.setVariables': {
    ...command,
    summary: 'Set variables that the flow and the prompt of the agent know; an empty text removes one',
    path: `${path}/variables`,
    body: z.object({
      variables: z
        .record(fieldName, z.string().max(2000))
        .refine((variables) => Object.keys(variables).length <= 50, 'At most 50 variables at once.'),
    }),
    output: done,
    refusals: { 'too-many-variables': 400, deleted: 410 },
  },
  'conversations.moved': {
    ...command,
    summary: 'The visitor went to another page',
    path: `${path}/page`,
    body: z.object({ pageUrl: z.string().max(2000) }),
    output: done,
    refusals: { deleted: 410 },
  },
  'conversations.visitorTyping': {
    ...command,
    summary: 'Show the team that the visitor is writing; is not recorded and fades after 6 s',
    path: `${path}/typing`,
    body: z.object({ typing: z.boolean() }),
    output: done,
  },
})
