/**
 * State that the chat stores between visits, under the key of the specification. Kept in memory if storage is blocked.
 */

/** What a message may contain besides its text. */
export type Extras = {
  files?: { fileId: string; name: string; mimeType: string; size: number; url: string }[]
  form?: { formId: string; answers: Record<string, string> }
}

/** A message of the visitor; `at`: ISO 8601. */
export type Said = { id: string; text: string; at: string } & Extras

/**
 * `outbox`: messages that the server has not confirmed. `draft`: unsent text. `forms`: unsent input by form. `seen`:
 * index up to which the visitor has read. `muted`: no sound for new messages. `notified`: notifications are allowed.
 */
export type Saved = {
  conversationId?: string
  visitorToken?: string
  outbox?: Said[]
  draft?: string
  forms?: Record<string, Record<string, string>>
  seen?: number
  muted?: boolean
  notified?: boolean
}

export type Memory = {
  read(): Saved
  write(change: Saved): void
  /** Calls back when another tab has changed the state. */
  onOtherTab(listener: () => void): void
}

/** A storage that stores nothing, for agents with `chatForget`. */
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
      // Storage is blocked or unreadable: the state of this page is used.
    }
    return kept
  }
  return {
    read,
    write(change) {
      // Another tab may have changed the state.
      kept = { ...read(), ...change }
      try {
        storage().setItem(key, JSON.stringify(kept))
      } catch {
        // Storage is blocked or full: kept for this page view.
      }
    },
    onOtherTab(listener) {
      addEventListener('storage', (event) => {
        if (event.key === key) listener()
      })
    },
  }
}
