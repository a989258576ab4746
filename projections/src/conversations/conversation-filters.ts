/**
 * What the inbox can be filtered by. The read store looks one index up, by equality from the left and one range;
 * the most telling filter chooses it, and the rest is compared document by document.
 */
import type { ConversationFilters } from '@parley/contracts/conversation/reading-endpoints.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { Find } from '@parley/kernel/read-store.ts'
import type { ConversationDocument } from './conversations.projection.ts'

export type Filters = Omit<ConversationFilters, 'q' | 'view'> & { waiting?: boolean }

/** The filters that a view stands for, under those that were asked for besides. `me`: who asks, if a person. */
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

/** Where the search for these begins; `lastMessageAt` may be bounded besides. */
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

/** Whether everything found by `planOf` is asked for, so that it can be counted unseen. */
export function isWhole(filters: Filters): boolean {
  const { where } = planOf('', filters)
  return Object.entries(filters).every(([name, value]) => value === undefined || name in where)
}

/** Whether a document found by `planOf` is one of those asked for. */
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

/** Nothing that ended before can have started after. */
export function beginningOf(moment: string): string {
  return new Date(moment).toISOString()
}

/** A day is meant to its end. */
export function endOf(moment: string): string {
  const at = new Date(moment)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(moment)
  return new Date(at.getTime() + (isDay ? 86_400_000 : 0)).toISOString()
}

const assigneeKey = (assignee: string) => (assignee === 'nobody' ? '' : assignee)

function speaks(spoken: string | undefined, asked: string): boolean {
  return (
    spoken !== undefined && (spoken === asked || spoken.toLowerCase().startsWith(`${asked.toLowerCase()}-`))
  )
}
