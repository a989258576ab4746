/** What the team does with a conversation: take it over, answer, add notes, tag and assign it, erase it. */
import { z } from 'zod'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { messageView } from './blocks.ts'
import { conversationStatuses, owners } from './events.ts'
import { followEvent } from './visitor-endpoints.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const conversationParams = agentParams.extend({ conversationId: id })
const done = z.object({ success: z.literal(true) })
const ofConversation = {
  method: 'POST',
  kind: 'command',
  params: conversationParams,
} as const
const path = '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}'

/**
 * 'deleted': the conversation was erased in the meantime. 'imported': it was moved here from another workspace, and its
 * visitor can't be reached.
 */
const refusals = { deleted: 410, imported: 409 } as const

export const maxTagLength = 60
export const maxNoteLength = 8000

const ownership = z.object({
  owner: z.enum(owners),
  /** The owner's user id, if it is a person. */
  userId: z.string().optional(),
  displayName: z.string().optional(),
})

/** Another member of the team who has the conversation open. */
const presentPerson = z.object({ userId: z.string(), displayName: z.string(), writing: z.boolean() })
export type PresentPerson = z.infer<typeof presentPerson>

/** The events that visitors get, and also `present`: who of the team is there, sent whenever it changes. */
export const watchEvent = z.discriminatedUnion('type', [
  ...followEvent.options,
  z.object({ type: z.literal('present'), people: z.array(presentPerson) }),
])
export type WatchEvent = z.infer<typeof watchEvent>

export const inboxEndpoints = defineEndpoints({
  'conversations.takeOver': {
    ...ofConversation,
    permission: 'conversation.answer',
    summary:
      'Answer a conversation oneself and be assigned to it: from now on the agent is silent, a reply it had begun is dropped',
    path: `${path}/take-over`,
    output: ownership,
    refusals,
  },
  'conversations.handBack': {
    ...ofConversation,
    permission: 'conversation.answer',
    summary: 'Let the agent answer again; it answers what was said since the last human reply',
    path: `${path}/hand-back`,
    output: ownership,
    refusals,
  },
  'conversations.reply': {
    ...ofConversation,
    permission: 'conversation.answer',
    summary: 'Answer the visitor as a person; takes the conversation over. The same id twice is one message',
    path: `${path}/replies`,
    body: z
      .object({
        id,
        text: z.string().trim().max(8000).default(''),
        /** Files uploaded for this conversation before. */
        files: z.array(id).max(10).optional(),
      })
      .refine((body) => body.text !== '' || (body.files?.length ?? 0) > 0, 'Please enter a message.'),
    output: z.object({ message: messageView }),
    refusals,
  },
  'conversations.decideApproval': {
    ...ofConversation,
    permission: 'conversation.answer',
    summary:
      'Approve or decline a call of a function that waits for the team; the agent carries it out if approved, and tells the visitor',
    path: `${path}/approvals/{approvalId}`,
    params: conversationParams.extend({ approvalId: id }),
    body: z.object({
      decision: z.enum(['approve', 'decline']),
      /** For the agent, in one's own words, why a call is declined. */
      comment: z.string().trim().max(500).optional(),
    }),
    output: done,
    /** 'not-waiting': decided already, or it waited too long. 'not-answering': the agent must answer again first. */
    refusals: { ...refusals, 'not-waiting': 409, 'not-answering': 409 },
  },
  'conversations.watch': {
    ...ofConversation,
    permission: 'conversation.read',
    summary:
      'What happens in the conversation from now on: the typing of the visitor, and who else looks at it',
    method: 'GET',
    path: `${path}/watch`,
    kind: 'query',
    delivery: 'stream',
    query: z.object({ after: z.coerce.number().int().min(-1).optional() }),
    output: watchEvent,
  },
  'conversations.typing': {
    ...ofConversation,
    permission: 'conversation.answer',
    summary: 'Show the visitor and the team that a person is writing; is not recorded and fades after 6 s',
    path: `${path}/typing`,
    body: z.object({ typing: z.boolean() }),
    output: done,
  },
  'conversations.addNote': {
    ...ofConversation,
    permission: 'conversation.manage',
    summary: 'Add a note that only the team sees. The same id twice is one note',
    path: `${path}/notes`,
    body: z.object({
      id: id.optional(),
      text: z.string().trim().min(1, 'Please enter a note.').max(maxNoteLength),
    }),
    output: z.object({ noteId: z.string() }),
    /** 'too-many-notes': the conversation has as many as it may. */
    refusals: { ...refusals, 'too-many-notes': 409 },
  },
  'conversations.removeNote': {
    ...ofConversation,
    permission: 'conversation.manage',
    summary: 'Remove a note',
    method: 'DELETE',
    path: `${path}/notes/{noteId}`,
    params: conversationParams.extend({ noteId: id }),
    output: done,
    refusals,
  },
  'conversations.tag': {
    ...ofConversation,
    permission: 'conversation.manage',
    overwrites: 'conversations.get',
    summary: 'Set all tags of a conversation',
    path: `${path}/tags`,
    body: z.object({ tags: z.array(z.string().trim().min(1).max(maxTagLength)).max(50) }),
    output: z.object({ tags: z.array(z.string()) }),
    refusals: { ...refusals, 'unknown-tag': 400 },
  },
  'conversations.assign': {
    ...ofConversation,
    permission: 'conversation.assign',
    overwrites: 'conversations.get',
    summary:
      'Assign a conversation to a member of the workspace or, as a client, to one of its organisation who has the agent and may open the inbox; or to nobody (null)',
    path: `${path}/assignee`,
    body: z.object({ assignee: z.string().min(1).max(64).nullable() }),
    output: done,
    refusals: { ...refusals, 'not-a-member': 400 },
  },
  'conversations.setStatus': {
    ...ofConversation,
    permission: 'conversation.manage',
    overwrites: 'conversations.get',
    summary: 'Resolve a conversation or open it again; a visitor who writes opens it too',
    path: `${path}/status`,
    body: z.object({ status: z.enum(conversationStatuses) }),
    output: done,
    refusals,
  },
  'conversations.markRead': {
    ...ofConversation,
    permission: 'conversation.manage',
    summary: 'Mark everything up to a message as seen; -1, or an index before the newest, marks it unread',
    path: `${path}/read`,
    body: z.object({
      /** The newest message by default. */
      index: z.number().int().min(-1).optional(),
    }),
    output: z.object({ index: z.number() }),
    refusals,
  },
  'conversations.remove': {
    ...ofConversation,
    permission: 'conversation.delete',
    summary: 'Delete a conversation and erase the key of what was said in it, for ever',
    method: 'DELETE',
    path,
    output: done,
  },
})
