/**
 * What the page stores about the widget, under the prefix of the specification: that the bubble was closed (part 1 §3
 * and §4), and per agent whether its chat is open and whether it has shown a new message: for the tab, until it is closed,
 * and for the browser.
 */

const dismissalKey = 'parley_never_show_proactive'
const day = 86_400_000

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns true for one day after `dismiss`. Removes older notes. */
export function isDismissed(storage: Storage | undefined, now: number): boolean {
  return read<{ value: boolean; ts: number }>(storage, dismissalKey, now)?.value === true
}

/** `now` in milliseconds since 1970. */
export function dismiss(storage: Storage | undefined, now: number): void {
  write(storage, dismissalKey, { value: true, ts: now })
}

/** `talked`: the chat has shown a new message. `ts` in milliseconds since 1970. */
export type Note = { open?: boolean; talked?: boolean; ts: number }
export const noteKey = (agentId: string) => `parley_page_${agentId}`

/** Returns the note of an agent, if it is at most a day old. */
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

/** Returns the page's storage, that of the tab alone if `ofTab`, or undefined if accessing it throws. */
export function pageStorage(ofTab?: boolean): Storage | undefined {
  try {
    return ofTab ? sessionStorage : localStorage
  } catch {
    // Then nothing is remembered.
  }
  return undefined
}

function read<Kept extends { ts: number }>(storage: Storage | undefined, key: string, now: number) {
  try {
    const kept: Kept = JSON.parse(storage?.getItem(key) ?? 'null')
    if (now - kept.ts <= day) return kept
    storage?.removeItem(key)
  } catch {
    // Nothing is kept. A page may also block storage at any call; then nothing is remembered.
  }
  return undefined
}

function write(storage: Storage | undefined, key: string, value: object) {
  try {
    storage?.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or blocked: nothing is remembered.
  }
}
