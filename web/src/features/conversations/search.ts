/** What the address of the Conversations screen holds after the question mark. */
export type ConversationsSearch = { conversation?: string }

export function conversationsSearch(_raw: Record<string, unknown>): ConversationsSearch {
  return {}
}
