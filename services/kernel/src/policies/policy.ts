/**
 * A policy reacts to events with further commands or an effect outside the system. It has its own checkpoint and runs
 * at least once per event, so the reaction must be idempotent by the event's id. No policy reacts to events that were
 * imported from another log: what follows from them was done there.
 */
import type { EventCatalogue, EventOf } from '@parley/contracts/message.ts'
import type { CommandContext } from '../commands/command-handling.ts'
import type { Place } from '../log/recorded-event.ts'
import type { RecordedOf } from '../read-models/projection.ts'

/**
 * What happens after a failure: `retry` with backoff as long as necessary, while later events of the stream wait; `park`
 * the event for an operator and continue; `stop` there until an operator decides, while the stream waits.
 */
export type FailureClass = 'retry' | 'park' | 'stop'

/**
 * Where a policy begins that never ran: at the first event, or after the newest, so that a policy that sends mail or
 * costs money does not react to years of history.
 */
export type StartFrom = 'origin' | 'current'

/** An event as a policy takes it: with sealed fields opened if it `unseals`; otherwise they are unreadable texts. */
export type OpenedOf<Catalogue extends EventCatalogue> = EventOf<Catalogue> & Place

type Reacting = {
  name: string
  startFrom: StartFrom
  /** Opens sealed fields before `react`. */
  unseals?: boolean
  /**
   * Classifies a failure. `tries` counts from 1, without tries while an engine was unavailable. By default, or if it
   * returns undefined, an unreachable server is retried as long as necessary, and any other failure is retried a few
   * times and then parked.
   */
  classify?(error: unknown, tries: number): FailureClass | undefined
}

/** One of the tries of a policy to react to an event. */
export type Attempt = {
  /**
   * Carries out one of the steps of a long reaction, which records what became of each. Throws before it once the process
   * is to stop, so that the next one goes on with this step. A failure is tried again with the event as always; but where
   * the event would be parked, `failed` is the outcome, so that the reaction goes on and ends. For operators, the event is
   * parked nevertheless. An unavailable engine or server never leads to `failed`.
   */
  step<Outcome>(act: () => Promise<Outcome>, failed: Outcome): Promise<Outcome>
}

export type Policy<Catalogue extends EventCatalogue = EventCatalogue> = Reacting & {
  events: Catalogue
  /** Throws to be tried again later, with backoff. */
  react(event: OpenedOf<Catalogue>, attempt: Attempt): Promise<void>
}

/**
 * A policy that reacts to many events at once because that costs less. A failure is retried as long as necessary;
 * nothing is parked.
 */
export type BatchPolicy<Catalogue extends EventCatalogue = EventCatalogue> = Pick<
  Reacting,
  'name' | 'startFrom'
> & {
  events: Catalogue
  /**
   * The minimum time between two reactions, in ms; events appended meanwhile are reacted to together. With 0, what was
   * appended during a reaction is reacted to at once.
   */
  everyMs: number
  /** Events in the order of the log, with sealed fields sealed; at least one. */
  reactToAll(events: readonly RecordedOf<Catalogue>[]): Promise<void>
}

/** A policy with its type parameters erased, as the runner takes it. */
export type AnySinglePolicy = Reacting & {
  events: EventCatalogue
  react(event: never, attempt: Attempt): Promise<void>
}
export type AnyBatchPolicy = Pick<Reacting, 'name' | 'startFrom'> & {
  events: EventCatalogue
  everyMs: number
  reactToAll(events: never): Promise<void>
}
export type AnyPolicy = AnySinglePolicy | AnyBatchPolicy

/** Declares a policy; infers its event types. */
export function definePolicy<const Catalogue extends EventCatalogue>(
  policy: Policy<Catalogue>,
): Policy<Catalogue> {
  return policy
}

/** Declares a policy that reacts to many events at once; infers its event types. */
export function defineBatchPolicy<const Catalogue extends EventCatalogue>(
  policy: BatchPolicy<Catalogue>,
): BatchPolicy<Catalogue> {
  return policy
}

/**
 * Returns the context of a command that a policy issues for an event. It is the same each time, so that the command
 * takes effect once.
 */
export function reactingTo(
  { id, tenant, cause: { correlation } }: Place,
  name: string,
): Pick<CommandContext, 'tenant' | 'actor' | 'cause'> {
  return {
    tenant,
    actor: { kind: 'policy', id: name },
    cause: { via: 'policy', by: name, command: `${name}/${id}`, event: id, correlation },
  }
}
