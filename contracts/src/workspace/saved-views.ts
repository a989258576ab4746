/** Saved views of the inbox, of the whole team or of one member. */
import { z } from 'zod'
import { conversationFilters } from '../conversation/reading-endpoints.ts'
import { defineEndpoints, workspaceParams } from '../endpoint.ts'

/** Without the search text, which may contain a visitor's name: unsealed text in the log can't be erased. */
export const savedFilters = conversationFilters
  .omit({ q: true, status: true })
  .refine((filters) => Object.values(filters).some((value) => value !== undefined), 'Set a filter first.')
export type SavedFilters = z.infer<typeof savedFilters>

const name = z
  .string()
  .trim()
  .min(1, 'Please enter a name.')
  .max(40, 'Use at most 40 characters for the name of a view.')

/** A stored view; without an owner it belongs to the team. */
export const savedViewSchema = z.object({
  viewId: z.string(),
  name,
  filters: savedFilters,
  /** A member's user id; only that member sees it. */
  ownerId: z.string().optional(),
})
export type SavedView = z.infer<typeof savedViewSchema>

const path = '/api/{region}/v2/workspaces/{workspaceId}/inbox/views/{viewId}'
const params = workspaceParams.extend({ viewId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) })
const done = z.object({ success: z.literal(true) })

export const savedViewEndpoints = defineEndpoints({
  'inbox.saveView': {
    summary: 'Keep filters of the inbox under a name, or change the view of this id',
    method: 'POST',
    path,
    permission: 'inbox.views.manage',
    kind: 'command',
    overwrites: 'inbox.get',
    params,
    body: z.object({
      name,
      filters: savedFilters,
      /** Visible only to the principal, who must be a signed-in user. */
      onlyMine: z.boolean().default(false),
    }),
    output: done,
    refusals: { 'name-taken': 409, 'too-many': 409 },
  },
  'inbox.deleteView': {
    summary: 'Delete a saved view of the inbox; the conversations in it stay',
    method: 'DELETE',
    path,
    permission: 'inbox.views.manage',
    kind: 'command',
    overwrites: 'inbox.get',
    params,
    output: done,
  },
})
