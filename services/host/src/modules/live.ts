/**
 * Live changes: notifies the members of a workspace of its changes, once read models show them. It belongs to the host,
 * since it tells of the events of every context and decides nothing.
 */
import { type ChangeNotice, type LiveReady, liveEndpoints } from '@parley/contracts/live/endpoints.ts'
import { agentNotified } from '@parley/contracts/notification/for-clients.ts'
import type { Handlers, Principal, ServerSentEvent } from '@parley/kernel/commands/handler.ts'
import type { EventStore, StoredEvent } from '@parley/kernel/log/event-store.ts'
import { tenantOf } from '@parley/kernel/log/recorded-event.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import type { Json, ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { sharePresence } from '@parley/kernel/running/shared-presence.ts'

export const liveModule = defineModule({
  name: 'live',
  endpoints: liveEndpoints,

  start({ engines, projections }: ModuleScope) {
    const { state, eventStore } = engines
    const live = createLive({ state, eventStore, position: projections.position })
    return {
      handlers: live.handlers,
      /** Whether somebody who answers for an agent has the dashboard open: a member of the workspace, or a client that is online. */
      provides: { team: { isOnline: live.isHeard }, lookingClients: { isLooking: live.isLooking } },
      projected: live.tell,
      stop: live.stop,
    }
  },
})

type ClientPrincipal = Extract<Principal, { kind: 'client' }>

/** `seat`: none for a client that is offline. */
type Listener = { take(notice: ChangeNotice): void; seat: Seat | undefined }
/** Who answers: for all agents of the workspace, or for those whose ids stand here, with those of the clients who do. */
type Seat = true | string[]

export type Live = {
  /** Takes events that read models already show. */
  tell(events: readonly StoredEvent[]): void
  /** Whether a member of the workspace or a client of the agent has the dashboard open, connected to any process. */
  isHeard(tenant: string, agentId: string): Promise<boolean>
  /** Whether a client that is online has the dashboard before its eyes (hidden pages do not listen), connected to any process. */
  isLooking(tenant: string, clientId: string): Promise<boolean>
  handlers: Handlers<typeof liveEndpoints>
  stop(): Promise<void>
}

export type LiveOptions = {
  /** Shared by all processes. */
  state: ReadStore
  eventStore: Pick<EventStore, 'readAll'>
  /** The position of the read models; `tell` is given everything after it. */
  position(): number
}

/** A listener with more waiting notices is disconnected: it reconnects and reads everything again. */
const MOST_WAITING = 500
/** How many events of the region are read to find what a reconnecting listener has missed of its workspace. */
const MOST_READ_AGAIN = 500

export function createLive(options: LiveOptions): Live {
  const listeners = new Map<string, Set<Listener>>()
  const seatsOf = (tenant: string) => together([...(listeners.get(tenant) ?? [])].map(({ seat }) => seat))
  const shared = sharePresence<Seat>({ state: options.state, collection: 'listeners', seatsOf, seatIn })
  const listening: Listening = { ...options, listeners, changed: shared.changed }
  const isThere = async (tenant: string, found: (seat: Seat) => boolean) =>
    seatsOf(tenant).some(found) || (await shared.ask(tenant)).some(found)
  return {
    isHeard: (tenant, agentId) => isThere(tenant, (seat) => seat === true || seat.includes(agentId)),
    isLooking: (tenant, clientId) => isThere(tenant, (seat) => seat !== true && seat.includes(clientId)),
    tell(events) {
      if (listeners.size === 0) return
      for (const event of events)
        for (const listener of listeners.get(tenantOf(event)) ?? []) listener.take(noticeOf(event))
    },
    stop: shared.stop,
    handlers: {
      'live.changes': (call) => ({
        ok: true,
        stream: notices(listening, call.tenant, call.query.after, call.request.signal, call.principal),
      }),
    },
  }
}

type Listening = LiveOptions & {
  listeners: Map<string, Set<Listener>>
  /** Called when the listeners of a workspace changed. */
  changed(tenant: string): void
}

async function* notices(
  listening: Listening,
  tenant: string,
  after: number | undefined,
  signal: AbortSignal,
  principal: Principal,
): AsyncGenerator<ServerSentEvent> {
  const { listeners, changed } = listening
  const client = principal.kind === 'client' ? principal : undefined
  const token = principal.kind === 'token' ? principal : undefined
  const narrowed = client ?? (token?.agentIds && token)
  const mayKnow = ({ agentId, stream }: ChangeNotice) =>
    !narrowed ||
    (client && (stream === `organisation-${client.orgId}` || stream === `orgcredits-${client.orgId}`)) ||
    (agentId !== undefined && (narrowed.agentIds === undefined || narrowed.agentIds.includes(agentId)))
  const waiting: ChangeNotice[] = []
  let wake = () => {}
  let tooSlow = false
  let ended = false
  const take = (notice: ChangeNotice) => {
    // What the client may do has changed, or its status: it asks again.
    if (client && isAbout(notice, client)) ended = true
    else if (!mayKnow(notice)) return
    else if (waiting.length < MOST_WAITING) waiting.push(notice)
    else tooSlow = true
    wake()
  }
  const listener: Listener = {
    take,
    // A server that listens answers nobody.
    seat: client ? seatOf(client) : token ? undefined : true,
  }
  const own = listeners.get(tenant) ?? new Set()
  listeners.set(tenant, own.add(listener))
  changed(tenant)
  signal.addEventListener('abort', () => wake(), { once: true })
  try {
    // Read only after the listener is registered, so that it gets everything after this position.
    const position = listening.position()
    const missed = await changesBetween(listening, tenant, after, position)
    for (const notice of missed ?? []) if (mayKnow(notice)) yield { event: 'change', data: notice }
    yield { event: 'ready', data: { missed: missed === undefined, position } satisfies LiveReady }
    // It may have changed, or be gone, after it was let in and before it was listened for.
    if (client && after !== undefined) ended ||= missed?.some((notice) => isAbout(notice, client)) ?? true
    while (!signal.aborted && !tooSlow && !ended) {
      for (const notice of waiting.splice(0)) yield { event: 'change', data: notice }
      if (signal.aborted || tooSlow || ended || waiting.length > 0) continue
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

const isAbout = ({ stream }: ChangeNotice, { agencyAdmin, clientId, orgId, tenant }: ClientPrincipal) =>
  agencyAdmin
    ? stream === `agencyadmin-${tenant}` || stream === `agency-${tenant}`
    : stream === `client-${clientId}` || stream === `organisation-${orgId}`

/** Whoever views as a client looks in its place, and tells it nothing. */
function seatOf({ agentIds = [], clientId, online, viewer }: ClientPrincipal): Seat | undefined {
  if (!online) return undefined
  return viewer ? [...agentIds] : [...agentIds, clientId]
}

/** The seats of listeners, as few as say the same. */
function together(seats: readonly (Seat | undefined)[]): Seat[] {
  const ids = new Set(seats.flatMap((seat) => (Array.isArray(seat) ? seat : [])))
  return [...(seats.includes(true) ? [true as const] : []), ...(ids.size === 0 ? [] : [[...ids]])]
}

function seatIn(written: Json): Seat | undefined {
  if (written === true) return true
  return Array.isArray(written) ? written.filter((id) => typeof id === 'string') : undefined
}

/** The changes of the workspace between two positions; undefined if there are too many to read. */
async function changesBetween(
  { eventStore }: LiveOptions,
  tenant: string,
  after: number | undefined,
  position: number,
): Promise<ChangeNotice[] | undefined> {
  if (after === undefined) return undefined
  if (after >= position) return []
  const events = await eventStore.readAll(after, MOST_READ_AGAIN)
  const last = events.at(-1)
  if (events.length === MOST_READ_AGAIN && last && last.position < position) return undefined
  return events
    .filter((event) => event.position <= position && tenantOf(event) === tenant)
    .map((event) => noticeOf(event))
}

function noticeOf(event: StoredEvent): ChangeNotice {
  const agentId = agentOf(event)
  const { stream, type, position } = event
  return agentId ? { stream, type, position, agentId } : { stream, type, position }
}

/** What stands in a ledger concerns whose it is, not everybody who has the agent that it names. */
const ledgers = ['credits', 'orgcredits']

function agentOf(event: StoredEvent): string | undefined {
  const named = idIn(event.stream, 'agent')
  if (named !== undefined) return named
  if (ledgers.some((category) => idIn(event.stream, category) !== undefined)) return undefined
  const { agentId, urlPathname }: { agentId?: unknown; urlPathname?: unknown } = JSON.parse(event.data)
  if (idIn(event.stream, 'notification') !== undefined) return agentNotified(String(urlPathname))
  return typeof agentId === 'string' ? agentId : undefined
}
