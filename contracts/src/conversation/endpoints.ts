import { z } from 'zod'
import { agentDocumentSchema } from '../agent/document.ts'
import { simulatedKindNames } from '../channel/names.ts'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { messageView } from './blocks.ts'
import { conversationStatuses, owners } from './events.ts'
import { handoffView } from './visitor-endpoints.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const conversationParams = agentParams.extend({ conversationId: id })

export const maxMessageLength = 8000

/** Begins the ids of messages that came by mail; no visitor may choose such an id. */
export const MAILED = 'mail-'

/**
 * The events of a streamed reply, each as `event: <type>` with the whole object, including its `type`, as `data`.
 * `delta`: more text of message `id`; `message`: the whole message, which replaces its deltas; `discarded`: the deltas
 * of message `id` must be removed, since a person answers; `done`: the end. If `done` comes without a message, a person
 * will answer; use `conversations.follow`.
 */
export const replyStreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('message'), message: messageView }),
  z.object({ type: z.literal('discarded'), id: z.string() }),
  z.object({ type: z.literal('done') }),
])
export type ReplyStreamEvent = z.infer<typeof replyStreamEvent>

export const conversationEndpoints = defineEndpoints({
  'conversations.start': {
    summary: 'Start a conversation as a visitor; gives the visitor token and the first messages',
    method: 'POST',
    path: '/api/{region}/v2/public/agents/{agentId}/conversations',
    access: 'anyone',
    permission: 'conversation.start',
    kind: 'command',
    limited: 'start',
    params: agentParams,
    body: z
      .object({
        lang: z.string().max(20).optional(),
        /** Of an earlier conversation with the agent, to continue as the same visitor. */
        visitorToken: z.string().max(2000).optional(),
        pageUrl: z.string().max(2000).optional(),
        /** Of that page; the agent's model is told both. */
        pageTitle: z.string().max(300).optional(),
        browser: z.string().max(100).optional(),
        platform: z.string().max(100).optional(),
        /**
         * The browser's IANA time zone, by which days such as "tomorrow" are read and the country is found if none is
         * given. Kept only where the agent has opening hours, or its flow asks for a day or answers emergencies. Unknown names are ignored.
         */
        timeZone: z.string().max(64).optional(),
        /** ISO 3166; kept only where the agent has `enableGeoAnalytics`. */
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .optional(),
      })
      .optional(),
    output: z.object({
      conversationId: z.string(),
      visitorToken: z.string(),
      messages: z.array(messageView),
      handoff: handoffView.optional(),
    }),
    refusals: { 'no-credits': 402, 'usage-limit': 402, 'too-many-requests': 429 },
  },
  'conversations.send': {
    summary:
      'Say something. Streams delta, message and done, or answers {messages} as JSON when asked for JSON. The same id twice is one message',
    method: 'POST',
    path: '/api/{region}/v2/public/agents/{agentId}/conversations/{conversationId}/messages',
    access: 'visitor',
    permission: 'conversation.take-part',
    kind: 'command',
    limited: 'message',
    delivery: 'stream',
    params: conversationParams,
    body: z
      .object({
        id: id.refine((given) => !given.startsWith(MAILED), `Ids do not begin with ${MAILED}`),
        text: z.string().trim().max(maxMessageLength).default(''),
        /** Files uploaded for this conversation before. */
        files: z.array(id).max(10).optional(),
        /** A form as the visitor filled it in, by field name. */
        form: z
          .object({
            formId: id,
            answers: z
              .record(z.string().max(64), z.string().max(4000))
              .refine((answers) => Object.keys(answers).length <= 50, 'At most 50 answers.'),
          })
          .optional(),
      })
      .refine(
        ({ text, files, form }) => text !== '' || (files?.length ?? 0) > 0 || form !== undefined,
        'Please enter a message.',
      ),
    output: z.object({ messages: z.array(messageView) }),
    refusals: { 'no-credits': 402, 'usage-limit': 402, 'too-many-requests': 429 },
  },
  'conversations.messages': {
    summary: 'Messages for the visitor: the newest, those before an index, or those after one, in order',
    method: 'GET',
    path: '/api/{region}/v2/public/agents/{agentId}/conversations/{conversationId}/messages',
    access: 'visitor',
    permission: 'conversation.take-part',
    kind: 'query',
    params: conversationParams,
    query: z.object({
      /** Messages from the one after this index on, at most 200. */
      after: z.coerce.number().int().min(-1).optional(),
      /** The last 50 before this index. */
      before: z.coerce.number().int().min(0).optional(),
    }),
    output: z.object({
      messages: z.array(messageView),
      /** Whether there are messages before the first of these. */
      earlier: z.boolean(),
      /** Whether there are messages after the last of these. */
      more: z.boolean(),
      /** Whether a message still waits for its reply. */
      pending: z.boolean(),
      /** Replaces the visitor's present token; valid for another 60 days. */
      visitorToken: z.string(),
      owner: z.enum(owners),
      status: z.enum(conversationStatuses),
      /** Name of the person who answers, if it is a person. */
      person: z.string().optional(),
      /** Whether and how a person can be requested. */
      handoff: handoffView.optional(),
    }),
  },
  'conversations.test': {
    summary: 'Start a test-panel conversation with the unpublished draft of an agent',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/test-conversations',
    permission: 'agent.test',
    kind: 'command',
    params: agentParams,
    body: z
      .object({
        lang: z.string().max(20).optional(),
        /** As for `conversations.start`. */
        timeZone: z.string().max(64).optional(),
        /** The document to test; the published one if absent. Kept in memory for this conversation only. */
        draft: agentDocumentSchema.optional(),
        /** The channel on which it is to go as it would there; on the website if absent. */
        simulates: z.enum(simulatedKindNames).optional(),
      })
      .optional(),
    output: z.object({
      conversationId: z.string(),
      visitorToken: z.string(),
      messages: z.array(messageView),
      handoff: handoffView.optional(),
    }),
    refusals: { 'no-credits': 402 },
    maxBodyBytes: 8_000_000,
  },
})
