/** Merges modules and checks them before anything starts: nothing may be missing or declared twice. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { AnyAggregate } from '@parley/kernel/commands/decider.ts'
import type { Module, Relay } from '@parley/kernel/modules/module.ts'
import type { AnyProjection } from '@parley/kernel/read-models/projection.ts'
import { createClaims } from './claims.ts'

export type Merged = {
  endpoints: Record<string, Endpoint>
  /** By category. */
  aggregates: Record<string, AnyAggregate>
  projections: readonly AnyProjection[]
  /** The events that audits show. */
  audited: EventCatalogue
  relays: readonly Relay[]
  /** By group. */
  consumers: NonNullable<Module['consumers']>
}

/**
 * Merges modules. Throws if two claim the same endpoint, kind of stream or read model, or if modules and `api` do not
 * name the same endpoints.
 */
export function mergeModules(modules: readonly Module[], api?: Record<string, unknown>): Merged {
  const claims = createClaims()
  const entries = modules.map((module) => {
    const { name, endpoints = {}, aggregates = [], projections = [], relays = [], consumers = {} } = module
    claims.add(name, 'the module', [name])
    claims.add(name, 'the endpoint', Object.keys(endpoints))
    claims.add(
      name,
      'the aggregate',
      aggregates.map(({ category }) => category),
    )
    claims.add(
      name,
      'the events',
      // Kinds of streams of one module may share their events.
      [...new Set(aggregates.flatMap(({ events }) => Object.keys(events)))],
    )
    claims.add(
      name,
      'the projection',
      projections.map((projection) => projection.name),
    )
    claims.add(
      name,
      'the relay of',
      // An event may go to one topic always and to another where a condition holds.
      [...new Set(relays.flatMap(({ events }) => Object.keys(events)))],
    )
    claims.add(name, 'the group of consumers', Object.keys(consumers))
    return { endpoints, aggregates, projections, relays, consumers }
  })
  const endpoints: Merged['endpoints'] = Object.assign({}, ...entries.map((entry) => entry.endpoints))
  for (const name of Object.keys(api ?? endpoints))
    if (!endpoints[name]) throw new Error(`The endpoint ${name} of api.ts is in no module`)
  for (const name of Object.keys(endpoints))
    if (api && !Object.hasOwn(api, name)) throw new Error(`The endpoint ${name} is missing in api.ts`)
  return {
    endpoints,
    aggregates: Object.fromEntries(
      entries.flatMap(({ aggregates }) => aggregates).map((aggregate) => [aggregate.category, aggregate]),
    ),
    projections: entries.flatMap(({ projections }) => projections),
    audited: Object.assign({}, ...modules.map((module) => module.audited)),
    relays: entries.flatMap(({ relays }) => relays),
    consumers: Object.assign({}, ...entries.map(({ consumers }) => consumers)),
  }
}
