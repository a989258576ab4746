/** The inbox settings of a workspace; the names are the specification's (part 2 §3, organisation). */
import { z } from 'zod'
import { defineEndpoints, workspaceParams } from '../endpoint.ts'
import { savedViewSchema } from './saved-views.ts'

const tag = z.string().trim().min(1, 'Please enter a tag.').max(60, 'Use at most 60 characters for a tag.')

export const inboxSettingsSchema = z.object({
  /** Offered in this order. */
  predefinedTags: z
    .array(tag)
    .max(100, 'At most 100 tags.')
    .refine(
      (tags) => new Set(tags.map((each) => each.toLowerCase())).size === tags.length,
      'This tag is there already.',
    ),
  /** 'Allow Only Predefined Tags'. */
  disallowAnyTags: z.boolean(),
  enableCannedResponses: z.boolean(),
  /** Whether the agent hands off without the visitor's request if it can't help. */
  smartHandoff: z.boolean(),
  /** Whether visitors are not told who joins and leaves. */
  disableHandoffMessages: z.boolean(),
})
export type InboxSettings = z.infer<typeof inboxSettingsSchema>

/** What they say of handoffs to people, beside the settings of an agent. */
export type HandoffRules = Pick<InboxSettings, 'smartHandoff' | 'disableHandoffMessages'>

export const defaultInboxSettings: InboxSettings = {
  predefinedTags: [],
  disallowAnyTags: false,
  enableCannedResponses: true,
  smartHandoff: false,
  disableHandoffMessages: false,
}

export const cannedResponseSchema = z.object({
  /** Typed after a `/`. */
  shortcut: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'Use letters, digits, - and _ for a shortcut, at most 40.'),
  /** Markdown. */
  text: z.string().trim().min(1, 'Please enter the text.').max(4_000, 'Use at most 4,000 characters.'),
})

export const cannedResponseView = cannedResponseSchema.extend({ cannedResponseId: z.string() })
export type CannedResponse = z.infer<typeof cannedResponseView>

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const done = z.object({ success: z.literal(true) })
const path = '/api/{region}/v2/workspaces/{workspaceId}/inbox'

export const inboxSettingsEndpoints = defineEndpoints({
  'inbox.get': {
    summary:
      'How the team works in the inbox: settings, canned responses, saved views, who there is to assign to',
    method: 'GET',
    path,
    permission: 'inbox.read',
    kind: 'query',
    ofOwnAgents: true,
    params: workspaceParams,
    output: z.object({
      settings: inboxSettingsSchema,
      /** Ordered by shortcut. */
      cannedResponses: z.array(cannedResponseView),
      /** The team's and the principal's own, ordered by name. */
      savedViews: z.array(savedViewSchema),
      /**
       * The members of the workspace. For a client, itself and the others of its organisation who have agents of its
       * own and may open the inbox, each with those agents (`agentIds`).
       */
      members: z.array(
        z.object({
          userId: z.string(),
          displayName: z.string(),
          agentIds: z.array(z.string()).optional(),
          /** They may not answer visitors, so nothing is assigned to them. */
          readsOnly: z.literal(true).optional(),
        }),
      ),
    }),
  },
  'inbox.save': {
    summary: 'Change how the team works in the inbox; what is not named stays',
    method: 'POST',
    path,
    permission: 'inbox.manage',
    kind: 'command',
    overwrites: 'inbox.get',
    params: workspaceParams,
    body: inboxSettingsSchema.partial(),
    output: done,
  },
  'inbox.saveCannedResponse': {
    summary: 'Add a canned response, or change the one of this id',
    method: 'POST',
    path: `${path}/canned-responses/{cannedResponseId}`,
    permission: 'inbox.manage',
    kind: 'command',
    overwrites: 'inbox.get',
    params: workspaceParams.extend({ cannedResponseId: id }),
    body: cannedResponseSchema,
    output: done,
    refusals: { 'shortcut-taken': 409, 'too-many': 409 },
  },
  'inbox.deleteCannedResponse': {
    summary: 'Delete a canned response',
    method: 'DELETE',
    path: `${path}/canned-responses/{cannedResponseId}`,
    permission: 'inbox.manage',
    kind: 'command',
    overwrites: 'inbox.get',
    params: workspaceParams.extend({ cannedResponseId: id }),
    output: done,
  },
})
