/** The nodes that the test conversation of an agent has passed, as its test panel learns of them. */
import { useSyncExternalStore } from 'react'

/** `nodes`: all so far, in order. `latest`: how many of them, at the end, the newest reply passed. */
export type TestWay = { nodes: readonly string[]; latest: number }

const ways = new Map<string, TestWay>()
const listeners = new Set<() => void>()

/** `undefined` while there is no conversation. */
export function noteTestWay(agentId: string, way: TestWay | undefined): void {
  if (way) ways.set(agentId, way)
  else ways.delete(agentId)
  for (const listener of listeners) listener()
}

export function useTestWay(agentId: string): TestWay | undefined {
  return useSyncExternalStore(subscribe, () => ways.get(agentId))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
