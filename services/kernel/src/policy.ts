/**
 * A policy is what follows from an event: further commands, or an effect on the outside world. It runs on a
 * checkpoint of its own, at least once per event, so what it does must be idempotent by the event's id.
 */
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { RecordedOf } from './projection.ts'

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
