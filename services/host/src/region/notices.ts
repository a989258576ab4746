/**
 * Notifies a process of events that others append, as soon as they are in the log: caches and waiting callers must not
 * depend on the read models, which may lag or be unavailable.
 */
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import type { SharedSubscription } from '@parley/kernel/log/shared-subscription.ts'
import type { Supervision } from '@parley/kernel/running/supervised.ts'

/** Follows the log after a position until `signal` aborts. Events may be delivered twice. */
export function followLog(options: {
  subscription: SharedSubscription
  after: number
  supervision: Supervision
  signal: AbortSignal
  tell(events: StoredEvent[]): void
}): { ended: Promise<void> } {
  const { subscription, supervision, signal, tell } = options
  let { after } = options
  const ended = supervision.keep('notices', signal, async (loop) => {
    for await (const { events, position } of subscription.follow(after, { signal })) {
      tell(events)
      after = position
      loop.well()
    }
  })
  return { ended }
}
