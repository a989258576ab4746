/** As which channel the test panel of an agent shows its conversation. Kept outside of the panel, which others open. */
import type { SimulatedKind } from '@parley/contracts/channel/names.ts'
import { useSyncExternalStore } from 'react'

export type ShownChannel = 'website' | SimulatedKind

const shown = new Map<string, ShownChannel>()
const listeners = new Set<() => void>()

export function showAs(agentId: string, channel: ShownChannel): void {
  shown.set(agentId, channel)
  for (const listener of listeners) listener()
}

export function useShownChannel(agentId: string): ShownChannel {
  return useSyncExternalStore(subscribe, () => shown.get(agentId) ?? 'website')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
