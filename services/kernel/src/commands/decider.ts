/**
 * A decider is the pure core of one kind of stream: `evolve` folds what has happened, `decide` decides what may happen.
 * No I/O, no clock, no randomness: ids and time are passed in. `evolve` never throws; a refusal is a value.
 */
import type { AnyEvent, EventCatalogue } from '@parley/contracts/message.ts'
import type { Json } from '../read-models/read-store.ts'

/** `code` is kebab-case; `message` is the specification's; `field` names the input at fault. */
export type Rejection = {
  code: string
  message: string
  field?: string
  /** Seconds after which to try again, where known. */
  retryAfterSeconds?: number
}

export type Decision<E> = { ok: true; events: E[] } | { ok: false; rejection: Rejection }

export type Decider<State, Command, E extends AnyEvent> = {
  initialState: State
  evolve(state: State, event: E): State
  decide(command: Command, state: State, now: Date): Decision<E>
}

/** A kind of stream: `<category>-<id>`, the events in it and the decider that guards it. */
export type Aggregate<State, Command, E extends AnyEvent> = {
  category: string
  events: EventCatalogue
  decider: Decider<State, Command, E>
  /** For streams that grow without limit. */
  snapshot?: SnapshotOf<State, E>
}

/** An aggregate with its type parameters erased. */
export type AnyAggregate = {
  category: string
  events: EventCatalogue
  decider: {
    initialState: unknown
    evolve(state: never, event: never): unknown
    decide(command: never, state: never, now: Date): Decision<AnyEvent>
  }
  snapshot?: { version: number }
}

/**
 * How the state of a stream is stored as a snapshot, so that it need not be folded from the first event. If events of
 * the stream have sealed texts, the snapshot is sealed for their subjects. The state must be bounded in bytes.
 */
export type SnapshotOf<State, E extends AnyEvent> = {
  /** Increase it with every change of `evolve` or of the shape; snapshots of other versions are not used. */
  version: number
  save(state: State): Json
  /** Throws when it can't read the snapshot; the stream is then folded from its first event. */
  restore(saved: Json): State
  /**
   * Event types that the state itself keeps from happening twice, or whose commands are repeated only within a short
   * time. Of the idempotency keys of their commands, only the newest are kept.
   */
  guarded: readonly E['type'][] | 'all'
  /** How many idempotency keys of the guarded types are kept; 5,000 by default. */
  keysKept?: number
  /** A snapshot is saved after this many events, so a cold start folds at most about as many; 2,000 by default. */
  every?: number
}

/** Accepts a command with these events. No events means that the state is already as requested. */
export function accept<E>(...events: E[]): Decision<E> {
  return { ok: true, events }
}

export function refuse(code: string, message: string, field?: string): { ok: false; rejection: Rejection } {
  return { ok: false, rejection: field === undefined ? { code, message } : { code, message, field } }
}

/** A refusal of what is possible again after some seconds, which answers say in `Retry-After`. */
export function refuseFor(
  retryAfterSeconds: number,
  code: string,
  message: string,
): { ok: false; rejection: Rejection } {
  return { ok: false, rejection: { code, message, retryAfterSeconds } }
}

export function fold<State, E extends AnyEvent>(
  decider: Decider<State, never, E>,
  events: Iterable<E>,
): State {
  let state = decider.initialState
  for (const event of events) state = decider.evolve(state, event)
  return state
}
