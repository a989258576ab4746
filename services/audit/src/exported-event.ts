/** An event as it is exported: the stored data, which its hash covers, and what older data means today. */
import type { AnyAggregate } from '@parley/kernel/commands/decider.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { decode, type StoredPlace, storedPlaceOf } from '@parley/kernel/log/recorded-event.ts'
import { categoryIn } from '@parley/kernel/log/stream-name.ts'

export type ExportedEvent = StoredPlace & {
  type: string
  data: unknown
  /** Set where the data was stored in an older version: the present version, and the data in it. */
  currentVersion?: number
  currentData?: unknown
}

/** `aggregates` by stream category. Sealed fields stay sealed. */
export function exportedEvent(aggregates: Record<string, AnyAggregate>, stored: StoredEvent): ExportedEvent {
  const data: unknown = JSON.parse(stored.data)
  const asStored = { type: stored.type, data, ...storedPlaceOf(stored) }
  const events = aggregates[categoryIn(stored.stream)]?.events ?? {}
  const currentVersion = events[stored.type]?.version ?? asStored.version
  if (currentVersion === asStored.version) return asStored
  return { ...asStored, currentVersion, currentData: decode(stored, events).data }
}
