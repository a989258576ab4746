/** What the chat remembers between visits, under the specification's key; in memory where storage is blocked. */

/** Besides its text, what a message may carry. */
export type Extras = {
  files?: { fileId: string; name: string; mimeType: string; size: number; url: string }[]
  form?: { formId: string; answers: Record<string, string> }
}

/** A message of the visitor's; `at`: ISO 8601. */
export type Said = { id: string; text: string; at: string } & Extras

/**
 * `outbox` holds what the visitor said and the server has not confirmed; `draft` what was not sent yet; `forms` what
 * was filled in so far, by form; `seen` the index up to which the visitor has read; `muted` that new messages
 * are to make no sound.
 */
export type Saved = {
  conversationId?: string
  visitorToken?: string
  outbox?: Said[]
  draft?: string
  forms?: Record<string, Record<string, string>>
  seen?: number
  muted?: boolean
}

export type Memory = {
  read(): Saved
  write(change: Saved): void
  /** Calls back when another tab has written. */
  onOtherTab(listener: () => void): void
}

/** A storage that keeps nothing: for agents with `chatForget`. */
export const forgetful = (): Storage => {
  throw new DOMException('The chat forgets', 'SecurityError')
}

export function openMemory(agentId: string, storage: () => Storage = () => localStorage): Memory {
  const key = `parley_runtime_local_${agentId}`
  let kept: Saved = {}
  const read = (): Saved => {
    try {
      const saved: unknown = JSON.parse(storage().getItem(key) ?? 'null')
      if (saved && typeof saved === 'object') kept = saved
    } catch {
      // Blocked or unreadable: what this page knows stands.
    }
    return kept
  }
  return {
    read,
    write(change) {
      // Another tab may have written meanwhile.
      kept = { ...read(), ...change }
      try {
        storage().setItem(key, JSON.stringify(kept))
      } catch {
        // Blocked or full: kept for this page view.
      }
    },
    onOtherTab(listener) {
      addEventListener('storage', (event) => {
        if (event.key === key) listener()
      })
    },
  }
}
