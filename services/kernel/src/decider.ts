/**
 * A decider is the pure core of one kind of stream: what has happened (`evolve`) and what may happen (`decide`).
 * No I/O, no clock, no randomness: ids and time come in. `evolve` never throws; a refusal is a value.
 */
import type { AnyEvent, EventCatalogue } from '@parley/contracts/message.ts'
import type { Json } from './read-store.ts'

/** `code` is kebab-case; `message` is the specification's; `field` names the input at fault. */
export type Rejection = {
  code: string
  message: string
  field?: string
  /** When it may be tried again, where that is known. */
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
  /** For streams that grow without end. */
  snapshot?: SnapshotOf<State, E>
}

/** An aggregate whose types are closed over. */
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
 * How the state of a stream is kept, so that it need not be folded from the first event. It is stored as it stands:
 * nothing in it may be personal or secret.
 */
export type SnapshotOf<State, E extends AnyEvent> = {
  /** Raise it with every change of `evolve` or of the shape: what was kept before is not used then. */
  version: number
  save(state: State): Json
  /** Throws what it can't read; the stream is folded from its first event then. */
  restore(saved: Json): State
  /** Events that the state keeps from happening twice: the keys of their commands are not known for ever. */
  guarded: readonly E['type'][]
}

/** Accepts a command with these events; with none, it was already so. */
export function accept<E>(...events: E[]): Decision<E> {
  return { ok: true, events }
}

export function refuse(code: string, message: string, field?: string): { ok: false; rejection: Rejection } {
  return { ok: false, rejection: field === undefined ? { code, message } : { code, message, field } }
}

export function fold<State, E extends AnyEvent>(
  decider: Decider<State, never, E>,
  events: Iterable<E>,
): State {
  let state = decider.initialState
  for (const event of events) state = decider.evolve(state, event)
  return state
}
