/**
 * A policy is what follows from an event: further commands, or an effect on the outside world. It runs on a
 * checkpoint of its own, at least once per event, so what it does must be idempotent by the event's id.
 */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { CommandContext } from './command-handling.ts'
import type { RecordedOf } from './projection.ts'
import type { Place } from './recorded-event.ts'

/**
 * What is done about a failure: `retry` with back-off for as long as it takes, which keeps all that comes after it
 * waiting; `park` it for an operator and go on; `stop` there until an operator decides.
 */
export type FailureClass = 'retry' | 'park' | 'stop'

/**
 * Where a policy begins that never ran: at the first event there is, or after the newest, so that what sends mail or
 * costs money does not react to years of history.
 */
export type StartFrom = 'origin' | 'current'

type Reacting = {
  name: string
  startFrom: StartFrom
  /** Opens sealed fields before `react`. */
  unseals?: boolean
  /**
   * Classes a failure; `tries` counts from 1 and leaves out those while an engine was away. Where it is absent or
   * gives undefined, a server that can't be reached is tried again, anything else a few times and then parked.
   */
  classify?(error: unknown, tries: number): FailureClass | undefined
}

export type Policy<Catalogue extends EventCatalogue = EventCatalogue> = Reacting & {
  events: Catalogue
  /** Throws to be tried again later, with back-off. */
  react(event: RecordedOf<Catalogue>): Promise<void>
}

/** A policy whose types are closed over, as the runner takes them. */
export type AnyPolicy = Reacting & {
  events: EventCatalogue
  react(event: never): Promise<void>
}

/** Declares a policy; for the inference of its event types. */
export function definePolicy<const Catalogue extends EventCatalogue>(
  policy: Policy<Catalogue>,
): Policy<Catalogue> {
  return policy
}

/** As whom and why a policy gives a command on an event: the same each time, so that it is carried out once. */
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
