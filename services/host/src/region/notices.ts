/**
 * Tells a process of what others append, as soon as it is in the log: who keeps something in memory, or answers
 * somebody who waits, must not wait until the read models are so far, which may be away.
 */
import type { EventStore, StoredEvent } from '@parley/kernel/event-store.ts'
import type { Supervision } from '@parley/kernel/supervised.ts'

/** Until `signal` aborts. Events may be told of twice. */
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
