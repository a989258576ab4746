/** What `live.changes` told, for whoever amends what it shows in place of looking everything up again. */
import type { ChangeNotice } from '@parley/contracts/live/endpoints.ts'

/** `missed`: the connection was broken, and anything may have changed. */
type Listener = (told: readonly ChangeNotice[] | 'missed') => void

const listeners = new Set<Listener>()

export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellChanges(told: Parameters<Listener>[0]): void {
  for (const listener of listeners) listener(told)
}
