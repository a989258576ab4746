/** Tells the members of a workspace what changes in it, once readers can see it. */
import type { ChangeNotice, liveEndpoints } from '@parley/contracts/live/endpoints.ts'
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import type { Handlers, ServerSentEvent } from '@parley/kernel/handler.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import { sharePresence } from '@parley/kernel/shared-presence.ts'

type Listener = (notice: ChangeNotice) => void

export type Live = {
  /** Takes events that can be read by now. */
  tell(events: StoredEvent[]): void
  /** Whether a member of the workspace has the dashboard open, at whichever process. */
  isHeard(tenant: string): Promise<boolean>
  handlers: Handlers<typeof liveEndpoints>
}

/** A reader too slow for more waiting notices is let go: it comes again and looks at everything anew. */
const MOST_WAITING = 500

/** `state` is what processes share. */
export function createLive({ state }: { state: ReadStore }): Live {
  const listeners = new Map<string, Set<Listener>>()
  const shared = sharePresence<true>({
    state,
    collection: 'listeners',
    seatsOf: (tenant) => (listeners.has(tenant) ? [true] : []),
    seatIn: (written) => written === true || undefined,
  })
  return {
    isHeard: async (tenant) => listeners.has(tenant) || (await shared.ask(tenant)).length > 0,
    tell(events) {
      if (listeners.size === 0) return
      for (const event of events) {
        const tenant: unknown = JSON.parse(event.metadata).tenant
        const concerned = typeof tenant === 'string' ? listeners.get(tenant) : undefined
        if (!concerned) continue
        const agentId = agentOf(event)
        for (const listener of concerned) {
          listener({
            stream: event.stream,
            type: event.type,
            position: event.position,
            ...(agentId ? { agentId } : {}),
          })
        }
      }
    },
    handlers: {
      'live.changes': (call) => ({
        ok: true,
        stream: notices(listeners, call.tenant, call.request.signal, shared.changed),
      }),
    },
  }
}

async function* notices(
  listeners: Map<string, Set<Listener>>,
  tenant: string,
  signal: AbortSignal,
  changed: (tenant: string) => void,
): AsyncGenerator<ServerSentEvent> {
  const waiting: ChangeNotice[] = []
  let wake = () => {}
  let tooSlow = false
  const listener: Listener = (notice) => {
    if (waiting.length < MOST_WAITING) waiting.push(notice)
    else tooSlow = true
    wake()
  }
  const own = listeners.get(tenant) ?? new Set()
  listeners.set(tenant, own.add(listener))
  changed(tenant)
  signal.addEventListener('abort', () => wake(), { once: true })
  try {
    yield { event: 'ready', data: {} }
    while (!signal.aborted && !tooSlow) {
      for (const notice of waiting.splice(0)) yield { event: 'change', data: notice }
      if (signal.aborted || tooSlow || waiting.length > 0) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    own.delete(listener)
    if (own.size === 0 && listeners.get(tenant) === own) listeners.delete(tenant)
    changed(tenant)
  }
}

function agentOf(event: StoredEvent): string | undefined {
  if (event.stream.startsWith('agent-')) return event.stream.slice('agent-'.length)
  const agentId: unknown = JSON.parse(event.data).agentId
  return typeof agentId === 'string' ? agentId : undefined
}
