/** What the chat remembers between visits, under the specification's key; in memory where storage is blocked. */

/** `outbox` holds what the visitor said and the server has not confirmed; `draft` what was not sent yet. */
export type Saved = {
  conversationId?: string
  visitorToken?: string
  outbox?: { id: string; text: string; at: string }[]
  draft?: string
}

export type Memory = { read(): Saved; write(change: Saved): void }

export function openMemory(agentId: string, storage: () => Storage = () => localStorage): Memory {
  const key = `parley_runtime_local_${agentId}`
  let kept: Saved = {}
  return {
    read() {
      try {
        const saved: unknown = JSON.parse(storage().getItem(key) ?? 'null')
        if (saved && typeof saved === 'object') kept = saved
      } catch {
        // Blocked or unreadable: what this page knows stands.
      }
      return kept
    },
    write(change) {
      kept = { ...kept, ...change }
      try {
        storage().setItem(key, JSON.stringify(kept))
      } catch {
        // Blocked or full: kept for this page view.
      }
    },
  }
}
