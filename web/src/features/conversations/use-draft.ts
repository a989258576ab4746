/** Keeps unsent text when another conversation is opened or the page is reloaded. */
import { useSyncExternalStore } from 'react'

const prefix = 'parley_draft_'
const listeners = new Set<() => void>()
/** Fallback for browsers that block storage; kept until the page is closed. */
const here = new Map<string, string>()

const keyOf = (conversationId: string, mode: string) => `${prefix}${mode}_${conversationId}`

export function useDraft(conversationId: string, mode: string): [string, (text: string) => void] {
  const key = keyOf(conversationId, mode)
  const text = useSyncExternalStore(listen, () => stored(key))
  return [text, (next) => keep(key, next)]
}

/** The start of an unsent reply, for the list. */
export function useReplyDraft(conversationId: string): string {
  return useSyncExternalStore(listen, () => stored(keyOf(conversationId, 'reply')).slice(0, 160))
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(key: string): string {
  const text = here.get(key)
  if (text !== undefined) return text
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keep(key: string, text: string): void {
  here.set(key, text)
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage is blocked: the text is kept until the page is closed.
  }
  for (const listener of listeners) listener()
}
