/**
 * Notifies a process of events that others append, as soon as they are in the log: caches and waiting callers must not
 * depend on the read models, which may lag or be unavailable.
 */
import type { EventStore, StoredEvent } from '@parley/kernel/event-store.ts'
import type { Supervision } from '@parley/kernel/supervised.ts'

/** Follows the log until `signal` aborts. Events may be delivered twice. */
export async function followLog(options: {
  eventStore: EventStore
  supervision: Supervision
  signal: AbortSignal
  tell(events: StoredEvent[]): void
}): Promise<{ ended: Promise<void> }> {
  const { eventStore, supervision, signal, tell } = options
  let after = await eventStore.head()
  const ended = supervision.keep('notices', signal, async (loop) => {
    for await (const events of eventStore.subscribe(after, { signal })) {
      tell(events)
      after = events.at(-1)?.position ?? after
      loop.well()
    }
  })
  return { ended }
}
