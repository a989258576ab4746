/** Publishes the notices of `live.changes` to features that update their data in place instead of refetching it. */
import type { ChangeNotice } from '@parley/contracts/live/endpoints.ts'

/** `missed`: notices were lost, so anything may have changed. */
type Listener = (told: readonly ChangeNotice[] | 'missed') => void

const listeners = new Set<Listener>()

export function onChanges(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellChanges(told: Parameters<Listener>[0]): void {
  for (const listener of listeners) listener(told)
}
