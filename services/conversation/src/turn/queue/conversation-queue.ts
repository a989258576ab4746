/** Does the work on each conversation in order, one after the other, in this process. */
export type ConversationQueue = {
  /** Does the work after all earlier work on the conversation, even if that failed. */
  add(conversationId: string, work: () => Promise<void>): Promise<void>
  /** Resolves when the work on the conversation that was added so far is done. */
  untilIdle(conversationId: string): Promise<void>
}

export function createConversationQueue(): ConversationQueue {
  const queues = new Map<string, Promise<void>>()
  return {
    add(conversationId, work) {
      const before = queues.get(conversationId) ?? Promise.resolve()
      const mine = before.then(work, work)
      const settled = mine.catch(() => undefined)
      queues.set(conversationId, settled)
      settled.then(() => {
        if (queues.get(conversationId) === settled) queues.delete(conversationId)
      })
      return mine
    },
    untilIdle: (conversationId) => queues.get(conversationId) ?? Promise.resolve(),
  }
}
