/**
 * The only way in which a command becomes events: load, fold, decide, check, seal, chain, append; all of it again on a
 * conflict. Streams in use are kept folded in memory, so that a command on one of them reads nothing.
 */
import { type Actor, type AnyEvent, type Cause, ERASED } from '@parley/contracts/message.ts'
import { requireDeclared } from '../log/event-check.ts'
import { AppendTooLarge, type EventStore, type Expected } from '../log/event-store.ts'
import { bytesAfter, createFoldedStreams, type FoldedStream } from '../log/folded-streams.ts'
import { encode, placeOf } from '../log/recorded-event.ts'
import { type Keyring, sealData, subjectOf, textsIn } from '../sealing/sealing.ts'
import { type Aggregate, type Rejection, refuse } from './decider.ts'
import { type Overwritten, refuseUnread } from './overwriting.ts'
import type { Snapshots } from './snapshots.ts'

export type CommandContext = {
  tenant: string
  actor: Actor
  /** `cause.command` is the idempotency key. */
  cause: Cause
  /** Whose key seals personal texts of the events that name nobody else: `conversation-…`, `visitor-…`. */
  subject?: string
  /** The position of the newest event in what the caller had read of what the command overwrites (`If-Match`). */
  readUpTo?: number
  /** What the command overwrites (`overwriting`); not checked without `readUpTo`. */
  overwrites?: Overwritten
  /**
   * Of a command that imports what happened elsewhere: when each of its events happened there (ISO 8601). No policy
   * reacts to these events, and no consumer of the message bus is told of them.
   */
  happenedAt?: readonly string[]
}

export type Handled<State, E> =
  /** `repeated`: the command was handled before. Nothing was appended, and `events` is empty. */
  | { ok: true; state: State; events: E[]; revision: Expected; position: number; repeated: boolean }
  | { ok: false; rejection: Rejection }

export type CommandHandler = {
  /**
   * Decides a command on the stream `<category>-<id>` and appends the resulting events. A stream of another tenant is
   * refused with the decider's refusal for a stream that does not exist, so that the answer does not reveal whether it
   * exists. A command that overwrites what has changed since its caller read it is refused with `changed-since-read`.
   */
  handle<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<State, E>>
  /** Returns the present state of a stream; undefined when it does not exist or belongs to another tenant. */
  load<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    id: string,
    tenant?: string,
  ): Promise<{ state: State; revision: number; position: number; tenant: string } | undefined>
  /** Returns the tenant that a stream belongs to. It never changes. */
  tenantOf(category: string, id: string): Promise<string | undefined>
  /** Registers a listener that is called after each append of this process, in order per stream. */
  onAppended(listener: (stream: string, position: number) => void): void
  /**
   * Must be called with the events read from the log, so that streams to which another process appended are read again.
   */
  invalidate(events: readonly { stream: string; revision: number }[]): void
  /** Checks the log for events of a stream from another process, for callers that can't wait for `invalidate`. */
  refresh(category: string, id: string): Promise<void>
  /** Drops the folded stream from memory at once, and then its snapshot, for example after an erasure. */
  evict(category: string, id: string): Promise<void>
  /** Drops all folded streams from memory, for example after the erasure of a person who is named in many. */
  evictAll(): void
}

export type CommandHandlerOptions = {
  eventStore: EventStore
  keyring: Keyring
  /** Snapshots of long streams. Without them, such streams are folded from their first event. */
  snapshots?: Snapshots
  now?: () => Date
  /** Maximum memory, in bytes, for folded streams. */
  maxBytes?: number
}

const ATTEMPTS = 20
const TENANTS_KEPT = 50_000
const MAX_BYTES = 128_000_000

export function createCommandHandler(options: CommandHandlerOptions): CommandHandler {
  const { eventStore, keyring, snapshots, now = () => new Date(), maxBytes = MAX_BYTES } = options
  const streams = createFoldedStreams({ eventStore, keyring, maxBytes, ...(snapshots ? { snapshots } : {}) })
  const tenants = new Map<string, string>()
  const turns = new Map<string, Promise<unknown>>()
  // bounded: modules listen when they start
  const listeners: ((stream: string, position: number) => void)[] = []

  return {
    handle(aggregate, id, command, context) {
      const stream = `${aggregate.category}-${id}`
      return inTurn(turns, stream, () => attempt(aggregate, stream, command, context))
    },

    load(aggregate, id, tenant) {
      const stream = `${aggregate.category}-${id}`
      return inTurn(turns, stream, async () => {
        const found = await streams.read(aggregate, stream)
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
      const tenant = placeOf(first).tenant
      tenants.set(stream, tenant)
      if (tenants.size > TENANTS_KEPT) tenants.delete(tenants.keys().next().value!)
      return tenant
    },

    onAppended(listener) {
      listeners.push(listener)
    },

    invalidate(events) {
      for (const { stream, revision } of events) streams.invalidate(stream, revision)
    },

    refresh: (category, id) => streams.refresh(`${category}-${id}`),

    evict: (category, id) => streams.evict(`${category}-${id}`),

    evictAll: streams.evictAll,
  }

  async function attempt<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    command: Command,
    context: CommandContext,
  ): Promise<Handled<State, E>> {
    for (let tries = 1; ; tries++) {
      const found = await streams.read(aggregate, stream)
      if (found.tenant !== undefined && found.tenant !== context.tenant) return asMissing(aggregate, command)
      const state = found.state as State

      const handledAt = found.commands.get(context.cause.command)
      if (handledAt !== undefined) {
        return { ok: true, state, events: [], revision: found.revision, position: handledAt, repeated: true }
      }

      const at = now()
      const decision = aggregate.decider.decide(command, state, at)
      const appendsNothing = !decision.ok || decision.events.length === 0
      // An append is checked against the log's revision. A refusal, or an acceptance without events, is not, so it must
      // not be based on a state that is older than the log.
      if (appendsNothing && tries < ATTEMPTS && (await streams.wroteSince(stream, found.revision))) continue
      if (!decision.ok) return decision
      const unread = await refuseUnread(eventStore, aggregate.events, stream, found, context)
      if (unread) return unread
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
      if (after === 'too-large')
        return refuse(
          'too-large',
          'This is more than can be stored in one step (1 MB). Please make it smaller or save it in parts.',
        )
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
      if (found.revision !== 'none') streams.invalidate(stream, found.revision + 1)
      if (tries === ATTEMPTS)
        return refuse('conflict', 'Somebody else is changing this at the same time. Please try again.')
    }
  }

  async function append<State, Command, E extends AnyEvent>(
    aggregate: Aggregate<State, Command, E>,
    stream: string,
    found: FoldedStream,
    events: E[],
    context: CommandContext,
    at: Date,
  ): Promise<FoldedStream | 'too-large' | undefined> {
    const first = found.revision === 'none' ? 0 : found.revision + 1
    const encoded = []
    const texts: string[] = []
    let previousHash = found.lastHash
    for (const [index, event] of events.entries()) {
      requireDeclared(aggregate.events, event.type, event.data)
      const data = await sealData(keyring, aggregate.events, event.type, event.data, context)
      const version = aggregate.events[event.type]?.version
      if (version === undefined) throw new Error(`${event.type} is not an event of ${aggregate.category}`)
      const metadata = {
        tenant: context.tenant,
        ...(context.subject === undefined ? {} : { subject: context.subject }),
        actor: context.actor,
        cause: context.cause,
        at: at.toISOString(),
        version,
        ...happenedAt(context, index),
      }
      const next = encode(
        { type: event.type, data },
        { stream, revision: first + index, previousHash },
        metadata,
      )
      encoded.push(next.event)
      previousHash = next.hash
      texts.push(...textsIn(aggregate.events, event.type, data))
    }

    const appended = await eventStore.append(stream, found.revision, encoded).catch(unlessTooLarge)
    if (appended === 'too-large') return appended
    if (!appended.ok) return undefined

    for (const { type } of events) found.commands.add(context.cause.command, type, appended.position)
    const after: FoldedStream = {
      ...found,
      state: events.reduce((state, event) => aggregate.decider.evolve(state, event), found.state as State),
      revision: appended.revision,
      position: appended.position,
      lastHash: previousHash,
      tenant: context.tenant,
      bytes: bytesAfter(
        found,
        encoded.reduce((sum, { data }) => sum + data.length, 0),
      ),
    }
    for (const text of texts) {
      const subject = subjectOf(text)
      if (subject !== undefined) after.subjects.add(subject)
    }
    // The state has what was said of an erased subject, which must not be kept.
    if (texts.includes(ERASED)) await streams.evict(stream)
    else streams.keep(aggregate, stream, after)
    for (const listener of listeners) listener(stream, appended.position)
    return after
  }
}

function happenedAt({ happenedAt }: CommandContext, index: number): { happenedAt?: string } {
  if (happenedAt === undefined) return {}
  const moment = happenedAt[index]
  if (moment === undefined) throw new Error('An imported event has no time')
  return { happenedAt: moment }
}

function unlessTooLarge(error: unknown): 'too-large' {
  if (error instanceof AppendTooLarge) return 'too-large'
  throw error
}

function asMissing<State, Command, E extends AnyEvent>(
  { decider }: Aggregate<State, Command, E>,
  command: Command,
): { ok: false; rejection: Rejection } {
  const missing = decider.decide(command, decider.initialState, new Date())
  return missing.ok ? refuse('not-found', 'Not found.') : missing
}

/** Runs the commands of one process on one stream one after the other, so that they do not conflict with each other. */
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
