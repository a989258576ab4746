/**
 * What the page remembers of the widget, under the specification's prefix: that the bubble was closed (part 1 §3 and
 * §4), and of each agent whether its chat is open and that the visitor spoke with it.
 */

const dismissalKey = 'parley_never_show_proactive'
const day = 86_400_000

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** True for a day after `dismiss`; an older or unreadable note is forgotten. */
export function isDismissed(storage: Storage | undefined, now: number): boolean {
  return read<{ value: boolean; ts: number }>(storage, dismissalKey, now)?.value === true
}

/** `now` in milliseconds since 1970. */
export function dismiss(storage: Storage | undefined, now: number): void {
  write(storage, dismissalKey, { value: true, ts: now })
}

/** `talked`: the visitor has said something. `ts` in milliseconds since 1970. */
export type Note = { open?: boolean; talked?: boolean; ts: number }
export const noteKey = (agentId: string) => `parley_page_${agentId}`

/** What was noted of an agent within a day. */
export function recall(storage: Storage | undefined, agentId: string, now: number): Note | undefined {
  return read<Note>(storage, noteKey(agentId), now)
}

export function note(
  storage: Storage | undefined,
  agentId: string,
  change: Omit<Note, 'ts'>,
  now: number,
): void {
  write(storage, noteKey(agentId), { ...recall(storage, agentId, now), ...change, ts: now })
}

/** The page's storage, or undefined where merely touching it throws. */
export function pageStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function read<Kept extends { ts: number }>(storage: Storage | undefined, key: string, now: number) {
  try {
    const kept: Kept | null = JSON.parse(storage?.getItem(key) ?? 'null')
    if (kept && now - kept.ts <= day) return kept
    if (kept) storage?.removeItem(key)
  } catch {
    // A page may forbid storage at any call: then nothing is remembered.
  }
  return undefined
}

function write(storage: Storage | undefined, key: string, value: object) {
  try {
    storage?.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: remembered by this page view alone.
  }
}
