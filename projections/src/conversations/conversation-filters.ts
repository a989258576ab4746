/**
 * The filters of the inbox. The read store searches one index, by equality from the left and one range. The most
 * selective filter chooses the index; the others are compared document by document.
 */
import type { ConversationFilters } from '@parley/contracts/conversation/reading-endpoints.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Find } from '@parley/kernel/read-models/read-store.ts'
import { beginningOf, endOf } from '../searched-list/searched-list.ts'
import type { ConversationDocument } from './conversations.projection.ts'

export type Filters = Omit<ConversationFilters, 'q' | 'view'> & { waiting?: boolean }

/** Merges the filters of a view into the requested ones. `me` is the principal's user id, if it is a user. */
export function filtersOf(
  { view, q: _, ...asked }: ConversationFilters,
  me: string | undefined,
): { ok: true; filters: Filters } | { ok: false; rejection: Rejection } {
  switch (view) {
    case 'open':
      return { ok: true, filters: { ...asked, status: 'open' } }
    case 'resolved':
      return { ok: true, filters: { ...asked, status: 'resolved' } }
    case 'waiting':
      return { ok: true, filters: { ...asked, waiting: true } }
    case 'unassigned':
      return { ok: true, filters: { ...asked, status: 'open', assignee: 'nobody' } }
    case 'mine':
      if (me === undefined)
        return refuse('invalid-input', 'Only a signed-in person has conversations of their own.', 'view')
      return { ok: true, filters: { ...asked, status: 'open', assignee: me } }
    default:
      return { ok: true, filters: asked }
  }
}

/** Returns the index and the conditions to search by; the caller may add a range of `lastMessageAt`. */
export function planOf(agentId: string, filters: Filters): Required<Pick<Find, 'index' | 'where'>> {
  const { channel, status, assignee, waiting, unread } = filters
  if (channel !== undefined) return { index: 'byChannel', where: { agentId, channel } }
  const listed = { agentId, listed: true }
  if (waiting) return { index: 'byWaiting', where: { ...listed, waiting } }
  if (unread === 'true') return { index: 'byUnread', where: { ...listed, unread: true } }
  if (status !== undefined && assignee !== undefined)
    return { index: 'byAssignee', where: { ...listed, status, assignee: assigneeKey(assignee) } }
  if (status !== undefined) return { index: 'byStatus', where: { ...listed, status } }
  return { index: 'byAgent', where: listed }
}

/** Whether `planOf` finds exactly the matching documents, so that they can be counted without reading them. */
export function isWhole(filters: Filters): boolean {
  const { where } = planOf('', filters)
  return Object.entries(filters).every(([name, value]) => value === undefined || name in where)
}

/** Whether a document found by `planOf` matches the filters. */
export function fits(document: ConversationDocument, filters: Filters): boolean {
  const { status, owner, tag, assignee, unread, from, to, country, lang, feedback, having, waiting } = filters
  return (
    (status === undefined || document.status === status) &&
    (owner === undefined || document.owner === owner) &&
    (tag === undefined || document.tags.includes(tag)) &&
    (assignee === undefined || document.assignee === assigneeKey(assignee)) &&
    (unread === undefined || document.unread === (unread === 'true')) &&
    (waiting === undefined || document.waiting === waiting) &&
    (from === undefined || document.startedAt >= beginningOf(from)) &&
    (to === undefined || document.startedAt < endOf(to)) &&
    (country === undefined || document.country === country) &&
    (lang === undefined || speaks(document.lang, lang)) &&
    (feedback === undefined || document.feedback === feedback) &&
    (having === undefined || traits[having](document))
  )
}

const traits: Record<NonNullable<Filters['having']>, (document: ConversationDocument) => boolean> = {
  handoff: ({ handoffs }) => handoffs > 0,
  'human-reply': ({ humanReplies }) => humanReplies > 0,
  unanswered: ({ unanswered }) => unanswered > 0,
  failed: ({ failures }) => failures > 0,
  note: ({ notes }) => notes.length > 0,
}

const assigneeKey = (assignee: string) => (assignee === 'nobody' ? '' : assignee)

function speaks(spoken: string | undefined, asked: string): boolean {
  return (
    spoken !== undefined && (spoken === asked || spoken.toLowerCase().startsWith(`${asked.toLowerCase()}-`))
  )
}
