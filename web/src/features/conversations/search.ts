/** What the address of the Conversations screen holds after the question mark. */
export const channels = ['web-chat', 'api', 'test-panel'] as const
export type Channel = (typeof channels)[number]

export type ConversationsSearch = {
  /** The conversation that is open. */
  conversation?: string
  /** Only those of one channel; those of the test panel show in no other way. */
  channel?: Channel
}

export function conversationsSearch(raw: Record<string, unknown>): ConversationsSearch {
  const { conversation } = raw
  const id = typeof conversation === 'number' ? String(conversation) : conversation
  return {
    conversation: typeof id === 'string' && id !== '' ? id : undefined,
    channel: channels.find((channel) => channel === raw.channel),
  }
}
