/** Remembers that the visitor closed the proactive bubble (specification part 1 §3 and §4). */

const key = 'parley_never_show_proactive'
const day = 86_400_000

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** True for a day after `dismiss`; an older or unreadable note is forgotten. */
export function isDismissed(storage: Storage | undefined, now: number): boolean {
  try {
    const note = JSON.parse(storage?.getItem(key) ?? 'null')
    if (note?.value === true && now - note.ts <= day) return true
    if (note) storage?.removeItem(key)
  } catch {
    // A page may forbid storage at any call; the bubble then shows again.
  }
  return false
}

/** `now` in milliseconds since 1970. */
export function dismiss(storage: Storage | undefined, now: number): void {
  try {
    storage?.setItem(key, JSON.stringify({ value: true, ts: now }))
  } catch {
    // Full or forbidden: dismissed for this page view only.
  }
}

/** The page's storage, or undefined where merely touching it throws. */
export function pageStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
