import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import type { InfiniteData } from '@tanstack/react-query'

export type Page = {
  items: ConversationListItem[]
  next?: string
  searched: { conversations: number; backTo?: string }
}

/** Removes the changed conversations and inserts those that still match at their current positions. */
export function amended(
  data: InfiniteData<Page>,
  changed: readonly string[],
  present: readonly ConversationListItem[],
): InfiniteData<Page> {
  const gone = new Set(changed)
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ conversationId }) => !gone.has(conversationId)),
  }))
  for (const item of present) insert(pages, item)
  return { ...data, pages }
}

/** A conversation that sorts after all loaded ones is left to the next page, if there is one. */
function insert(pages: Page[], item: ConversationListItem): void {
  for (const page of pages) {
    const place = page.items.findIndex((other) => isBefore(item, other))
    if (place < 0) continue
    page.items.splice(place, 0, item)
    return
  }
  const last = pages.at(-1)
  if (last && last.next === undefined) last.items.push(item)
}

/** Newest message first, then by id, in the order of the server. */
function isBefore(one: ConversationListItem, other: ConversationListItem): boolean {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt > other.lastMessageAt
  return one.conversationId > other.conversationId
}

/** Returns only the first page. */
export function beginningOf(data: InfiniteData<Page>): InfiniteData<Page> {
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}
