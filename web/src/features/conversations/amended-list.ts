import type { ConversationListItem } from '@parley/contracts/conversation/reading-endpoints.ts'
import type { InfiniteData } from '@tanstack/react-query'

export type Page = {
  items: ConversationListItem[]
  next?: string
  searched: { conversations: number; backTo?: string }
}

/** The list without the changed ones, and with those of them that still belong to it in their places. */
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

/** What comes after everything that is loaded will be loaded with what follows. */
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

/** Newest message first, then by id, as the server has them. */
function isBefore(one: ConversationListItem, other: ConversationListItem): boolean {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt > other.lastMessageAt
  return one.conversationId > other.conversationId
}

/** The first page alone. */
export function beginningOf(data: InfiniteData<Page>): InfiniteData<Page> {
  return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
}
