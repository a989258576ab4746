/**
 * What a context contributes to the server: one module each in this folder, listed in `modules.ts`. Everything that the
 * server knows of a context follows from its module; `merge.ts` refuses gaps and duplicates at start.
 */
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import type { DeadlineWork } from '@parley/kernel/deadline-runner.ts'
import type { AnyAggregate } from '@parley/kernel/decider.ts'
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import type { AnyHandlers } from '@parley/kernel/handler.ts'
import type { Consume } from '@parley/kernel/message-bus.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { AnyProjection } from '@parley/kernel/projection.ts'
import type { ProjectionFollower } from '@parley/kernel/projection-follower.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import type { Recorded } from '@parley/kernel/recorded-event.ts'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import type { Quotas } from '../quotas/quotas.ts'
import type { RegionServices } from '../region/region-services.ts'
import type { Job } from '../region/regular-work.ts'
import type { RegionEngines } from '../region.ts'
import type { Ports } from './ports.ts'

/** What a module is composed with: a region's engines and read models, and the ports of other modules. */
export type RegionScope = {
  config: Config
  engines: RegionEngines
  reader: Reader
  projections: ProjectionFollower
  /** Other modules' ports; those of modules later in the list may be used once every module has started. */
  ports: Ports
  mailer: Mailer
  metrics: Metrics
  quotas: Quotas
  /** Aborts when the process stops. */
  closing: AbortSignal
  onFault(message: string, details: object): void
}

/** Events that go to the message bus, and the topics that carry them. */
export type Relay = {
  events: EventCatalogue
  topics: readonly string[]
  /** Whether an event is relayed; defaults to all. */
  when?(event: Recorded): boolean
}

export type Module = {
  name: string
  /** Its endpoints: each needs one handler. */
  endpoints: Record<string, Endpoint>
  /** Its kinds of streams. */
  aggregates?: readonly AnyAggregate[]
  projections?: readonly AnyProjection[]
  /**
   * The events that a workspace's audit shows: none of a person's own account, none that are only counted by machines.
   */
  audited?: EventCatalogue
  relays?: readonly Relay[]
  /** The topics it consumes from the message bus, by consumer group. */
  consumers?: Record<string, Pick<Consume, 'topics' | 'attempts'>>
  /** Composes the module for a region. */
  start?(scope: RegionScope): RunningModule | Promise<RunningModule>
  /** The handlers of its endpoints that belong to no region. */
  startSpanning?(config: Config, regions: ReadonlyMap<Region, RegionServices>): AnyHandlers
}

/** A module in one region. Policies, jobs, deadlines and consumers run in processes with the role `workers`. */
export type RunningModule = {
  handlers?: AnyHandlers
  policies?: readonly AnyPolicy[]
  /** Recurring work, by name. */
  jobs?: Record<string, Job>
  /** Work that is due at moments of its own. */
  deadlines?: readonly DeadlineWork[]
  /** Handlers of messages, by consumer group. */
  consume?: Record<string, Consume['handle']>
  /** The ports it provides to other modules. */
  ports?: Partial<Ports>
  /** Called with events that any process appended, as soon as they are in the log; possibly more than once. */
  appended?(events: readonly StoredEvent[]): void
  /** Called with events once read models show them. */
  projected?(events: readonly StoredEvent[]): void
  stop?(): Promise<void>
}

/** Declares a module. */
export const defineModule = (module: Module): Module => module
