/** Counts the conversations of the views and those that match filters, within a limited cost. */
import type { readingEndpoints } from '@parley/contracts/conversation/reading-endpoints.ts'
import type { Output } from '@parley/contracts/endpoint.ts'
import { type Filters, fits, isWhole, planOf } from './conversation-filters.ts'
import { documentsOf, type ScanOptions } from './conversation-scan.ts'
import { conversationsProjection } from './conversations.projection.ts'

/** The count stops here: a list shows "99+". */
const MOST_COUNTED = 100
/** How many conversations each view holds, and how many of them are unread. */
type ViewCounts = Output<(typeof readingEndpoints)['conversations.counts']>

/** Maximum conversations read for a count, newest message first. */
const MOST_READ = 400

/**
 * If an index matches the filters exactly, it gives the exact count. Otherwise counts among the newest conversations;
 * `atLeast` is true if not all were read.
 */
export async function countOf(
  options: Pick<ScanOptions, 'reader' | 'tenant' | 'agentId'> & { filters: Filters },
): Promise<{ count: number; atLeast: boolean }> {
  const { reader, tenant, agentId, filters } = options
  if (isWhole(filters))
    return {
      count: await reader.count(conversationsProjection, tenant, planOf(agentId, filters)),
      atLeast: false,
    }
  let count = 0
  let read = 0
  for await (const page of documentsOf(options))
    for (const document of page) {
      if (read++ === MOST_READ || count === MOST_COUNTED) return { count, atLeast: true }
      if (fits(document, filters)) count++
    }
  return { count, atLeast: false }
}

/** Counts each built-in view by an index; unread ones up to `MOST_COUNTED`. `me` is whose view 'mine' is. */
export async function countViews({
  reader,
  tenant,
  agentId,
  me,
}: Pick<ScanOptions, 'reader' | 'tenant' | 'agentId'> & { me: string | undefined }): Promise<ViewCounts> {
  const listed = { agentId, listed: true }
  const isOpen = { ...listed, status: 'open' }
  const unread = { agentId, unreadStatus: 'open' }
  const [open, unassigned, mine, waiting, resolved, all] = await Promise.all([
    count('byStatus', isOpen),
    count('byAssignee', { ...isOpen, assignee: '' }),
    me === undefined ? 0 : count('byAssignee', { ...isOpen, assignee: me }),
    count('byWaiting', { ...listed, waiting: true }),
    count('byStatus', { ...listed, status: 'resolved' }),
    count('byAgent', listed),
  ])
  const [inOpen, inUnassigned, inMine, inWaiting, inResolved] = await Promise.all([
    count('byUnreadStatus', unread, MOST_COUNTED),
    count('byUnreadStatus', { ...unread, assignee: '' }, MOST_COUNTED),
    me === undefined ? 0 : count('byUnreadStatus', { ...unread, assignee: me }, MOST_COUNTED),
    count('byUnreadWaiting', { ...unread, waiting: true }, MOST_COUNTED),
    count('byUnreadStatus', { agentId, unreadStatus: 'resolved' }, MOST_COUNTED),
  ])
  return {
    ...{ open, unassigned, mine, waiting, resolved, all },
    unread: {
      open: inOpen,
      unassigned: inUnassigned,
      mine: inMine,
      waiting: inWaiting,
      resolved: inResolved,
      all: Math.min(inOpen + inResolved, MOST_COUNTED),
    },
  }

  function count(index: string, where: Record<string, string | boolean>, atMost?: number): Promise<number> {
    return reader.count(conversationsProjection, tenant, { index, where, atMost })
  }
}
