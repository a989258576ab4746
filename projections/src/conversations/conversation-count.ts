/** How many conversations fit filters, as far as that costs little. */
import { type Filters, fits, isWhole, planOf } from './conversation-filters.ts'
import { documentsOf, type ScanOptions } from './conversation-scan.ts'
import { conversationsProjection } from './conversations.projection.ts'

/** Beyond it nobody counts: a list shows "99+". */
const MOST_COUNTED = 100
/** Conversations that are looked at for it, newest message first. */
const MOST_READ = 400

/**
 * An index counts what it holds alone, however many they are. For anything else the newest conversations are looked
 * at, and what they come to is `atLeast` where that was not all of them.
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
