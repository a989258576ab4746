/**
 * The one way in which a command becomes events: load, fold, decide, seal, chain, append; again on a conflict.
 * Streams in use are kept folded in memory, so that a warm command reads nothing.
 */
import type { Actor, AnyEvent, Cause } from '@parley/contracts/message.ts'
import { type Aggregate, type Rejection, refuse } from './decider.ts'
import type { EventStore, Expected, StoredEvent } from './event-store.ts'
import { decode, encode, eventId, GENESIS, hashIn, type Recorded } from './recorded-event.ts'
import { type Keyring, sealData, unsealData } from './sealing.ts'

export type CommandContext = {
  tenant: string
  actor: Actor
  /** `cause.command` is the idempotency key. */
  cause: Cause
  /** Whose key seals personal data in the events: `user-…`, `visitor-…`. */
  subject?: string
}

export type Handled<State, E> =
  /** `repeated`: the command had been handled before, nothing was appended; `events` is empty then. */
  | { ok: true; state: State; events: E[]; revision: Expected; position: number; repeated: boolean }
  | { ok: false; rejection: Rejection }

export type CommandHandler = {
  /**
   * Decides a command on the stream `<category>-<id>` and appends what follows. A stream of another tenant is
   * refused as `not-found`, as if it did not exist.
   */
  handle<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<State, E>>
  /** The present state of a stream, `undefined` when it does not exist or belongs to another tenant. */
  load<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    id: string,
    tenant?: string,
  ): Promise<{ state: State; revision: number; position: number; tenant: string } | undefined>
  /** The tenant that a stream belongs to; it never changes. */
  tenantOf(category: string, id: string): Promise<string | undefined>
  /** Called after each append of this process, in order per stream. */
  onAppended(listener: (stream: string, position: number) => void): void
  /** To be told of events as they are read from the log: what another process appended is read anew here. */
  notice(events: readonly { stream: string; revision: number }[]): void
  /** Forgets a stream that is kept folded in memory, such as after an erasure. */
  forget(category: string, id: string): void
}

export type CommandHandlerOptions = {
  eventStore: EventStore
  keyring: Keyring
  now?: () => Date
  /** How many streams are kept folded in memory. */
  capacity?: number
}

type Kept = {
  state: unknown
  revision: Expected
  position: number
  lastHash: string
  tenant: string | undefined
  /** Idempotency key → position, of the commands this stream has seen. */
  commands: Map<string, number>
}

const PAGE = 500
const ATTEMPTS = 20

export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  const { eventStore, keyring, now = () => new Date(), capacity = 5_000 } = options
  const kept = new Map<string, Kept>()
  const tenants = new Map<string, string>()
  const turns = new Map<string, Promise<unknown>>()
  /** Streams that are being read, with the revision that was noticed meanwhile. */
  const reading = new Map<string, number>()
  const listeners: ((stream: string, position: number) => void)[] = []

  return {
    handle(aggregate, id, command, context) {
      const stream = `${aggregate.category}-${id}`
      return inTurn(turns, stream, () => attempt(aggregate, stream, command, context))
    },

    load(aggregate, id, tenant) {
      const stream = `${aggregate.category}-${id}`
      return inTurn(turns, stream, async () => {
        const found = await read(aggregate, stream)
        if (found.revision === 'none' || found.tenant === undefined) return undefined
        if (tenant !== undefined && found.tenant !== tenant) return undefined
        return {
          state: found.state as never,
          revision: found.revision,
          position: found.position,
          tenant: found.tenant,
        }
      })
    },

    async tenantOf(category, id) {
      const stream = `${category}-${id}`
      const known = tenants.get(stream)
      if (known !== undefined) return known
      const [first] = await eventStore.readStream(stream, { limit: 1 })
      if (!first) return undefined
      const tenant = decode(first).tenant
      remember(tenants, stream, tenant, 50_000)
      return tenant
    },

    onAppended(listener) {
      listeners.push(listener)
    },

    notice(events) {
      for (const { stream, revision } of events) {
        const known = kept.get(stream)
        if (known && (known.revision === 'none' || known.revision < revision)) kept.delete(stream)
        if (reading.has(stream)) reading.set(stream, revision)
      }
    },

    forget(category, id) {
      kept.delete(`${category}-${id}`)
    },
  }

  async function attempt<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<State, E>> {
    for (let tries = 1; ; tries++) {
      const found = await read(aggregate, stream)
      if (found.tenant !== undefined && found.tenant !== context.tenant)
        return refuse('not-found', 'Not found.')
      const state = found.state as State

      const handledAt = found.commands.get(context.cause.command)
      if (handledAt !== undefined) {
        return { ok: true, state, events: [], revision: found.revision, position: handledAt, repeated: true }
      }

      const at = now()
      const decision = aggregate.decider.decide(command, state, at)
      if (!decision.ok) return decision
      if (decision.events.length === 0) {
        return {
          ok: true,
          state,
          events: [],
          revision: found.revision,
          position: found.position,
          repeated: false,
        }
      }

      const after = await append(aggregate, stream, found, decision.events, context, at)
      if (after) {
        return {
          ok: true,
          state: after.state as State,
          events: decision.events,
          revision: after.revision,
          position: after.position,
          repeated: false,
        }
      }
      kept.delete(stream)
      if (tries === ATTEMPTS)
        return refuse('conflict', 'Somebody else is changing this at the same time. Please try again.')
    }
  }

  async function append<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    found: Kept,
    events: E[],
    context: CommandContext,
    at: Date,
  ): Promise<Kept | undefined> {
    const first = found.revision === 'none' ? 0 : found.revision + 1
    const encoded = []
    let previousHash = found.lastHash
    for (const [index, event] of events.entries()) {
      const data = await sealData(keyring, aggregate.events, event.type, event.data, context)
      const version = aggregate.events[event.type]?.version
      if (version === undefined) throw new Error(`${event.type} is not an event of ${aggregate.category}`)
      const id = eventId(stream, context.cause.command, index)
      const metadata = {
        tenant: context.tenant,
        ...(context.subject === undefined ? {} : { subject: context.subject }),
        actor: context.actor,
        cause: context.cause,
        at: at.toISOString(),
        version,
      }
      const next = encode(
        { id, type: event.type, data },
        { stream, revision: first + index, previousHash },
        metadata,
      )
      encoded.push(next.event)
      previousHash = next.hash
    }

    const appended = await eventStore.append(stream, found.revision, encoded)
    if (!appended.ok) return undefined

    const commands = found.commands
    commands.set(context.cause.command, appended.position)
    const after: Kept = {
      state: events.reduce((state, event) => aggregate.decider.evolve(state, event), found.state as State),
      revision: appended.revision,
      position: appended.position,
      lastHash: previousHash,
      tenant: context.tenant,
      commands,
    }
    remember(kept, stream, after, capacity)
    for (const listener of listeners) listener(stream, appended.position)
    return after
  }

  async function read<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
  ): Promise<Kept> {
    const known = kept.get(stream)
    if (known) return known
    const found: Kept = {
      state: aggregate.decider.initialState,
      revision: 'none',
      position: -1,
      lastHash: GENESIS,
      tenant: undefined,
      commands: new Map(),
    }
    reading.set(stream, -1)
    for (let from = 0; ; from += PAGE) {
      const page: StoredEvent[] = await eventStore.readStream(stream, { from, limit: PAGE })
      for (const stored of page) {
        const event = await openEvent(keyring, aggregate.events, stored)
        found.state = aggregate.decider.evolve(found.state as State, event as Recorded<E>)
        found.revision = event.revision
        found.position = event.position
        found.lastHash = hashIn(stored)
        found.tenant = event.tenant
        found.commands.set(event.cause.command, event.position)
      }
      if (page.length < PAGE) break
    }
    const noticed = reading.get(stream) ?? -1
    reading.delete(stream)
    if (found.revision !== 'none' && found.revision >= noticed) remember(kept, stream, found, capacity)
    return found
  }
}

/** A stored event with its sealed fields opened (`[erased]` where the key is gone). */
export async function openEvent(
  keyring: Keyring,
  catalogue: Aggregate<never, never, AnyEvent>['events'],
  stored: StoredEvent,
): Promise<Recorded> {
  const event = decode(stored, catalogue)
  return { ...event, data: await unsealData(keyring, catalogue, event.type, event.data, event.tenant) }
}

/** Commands of one process on one stream take turns, so that they do not race each other for the revision. */
function inTurn<T>(turns: Map<string, Promise<unknown>>, stream: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(stream)
  const mine = before ? before.then(work, work) : work()
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  turns.set(stream, settled)
  settled.then(() => {
    if (turns.get(stream) === settled) turns.delete(stream)
  })
  return mine
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value, capacity: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > capacity) map.delete(map.keys().next().value!)
}
