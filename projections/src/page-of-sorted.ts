import { BadCursor } from '@parley/kernel/read-models/read-store.query.ts'

/**
 * One page of a list that is sorted as a whole since no index has its order, with the cursor of the next: how many items
 * come before it. Refuses a malformed cursor.
 */
export function pageOfSorted<Item>(
  sorted: readonly Item[],
  { cursor = '0', limit }: { cursor?: string | undefined; limit: number },
): { items: Item[]; next?: string } {
  if (!/^\d{1,9}$/.test(cursor)) throw new BadCursor('This cursor does not belong to this list.')
  const end = Number(cursor) + limit
  const items = sorted.slice(Number(cursor), end)
  return end < sorted.length ? { items, next: String(end) } : { items }
}
