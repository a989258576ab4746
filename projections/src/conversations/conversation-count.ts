/** Counts the conversations that match filters, within a limited cost. */
import { type Filters, fits, isWhole, planOf } from './conversation-filters.ts'
import { documentsOf, type ScanOptions } from './conversation-scan.ts'
import { conversationsProjection } from './conversations.projection.ts'

/** The count stops here: a list shows "99+". */
const MOST_COUNTED = 100
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
