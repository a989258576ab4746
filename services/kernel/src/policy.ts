/**
 * A policy is what follows from an event: further commands, or an effect on the outside world. It runs on a
 * checkpoint of its own, at least once per event, so what it does must be idempotent by the event's id.
 */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { CommandContext } from './command-handling.ts'
import type { RecordedOf } from './projection.ts'
import type { Place } from './recorded-event.ts'

export type Policy<Catalogue extends EventCatalogue = EventCatalogue> = {
  name: string
  events: Catalogue
  /** Opens sealed fields before `react`. */
  unseals?: boolean
  /** Throws to be tried again later, with back-off. */
  react(event: RecordedOf<Catalogue>): Promise<void>
}

/** A policy whose types are closed over, as the runner takes them. */
export type AnyPolicy = {
  name: string
  events: EventCatalogue
  unseals?: boolean
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
