/**
 * What a context contributes to the server: a module for its write side, in its own folder, and one for its read models,
 * in `projections`. Everything that the server knows of a context follows from them; the host merges them and refuses
 * gaps and duplicates at start.
 */
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { Consume } from '../bus/message-bus.ts'
import type { AnyAggregate } from '../commands/decider.ts'
import type { AnyHandlers } from '../commands/handler.ts'
import type { StoredEvent } from '../log/event-store.ts'
import type { Recorded } from '../log/recorded-event.ts'
import type { AnyPolicy } from '../policies/policy.ts'
import type { DeadlineWork } from '../process-managers/deadline-runner.ts'
import type { AnyProjection } from '../read-models/projection.ts'
import type { ProjectionFollower } from '../read-models/projection-follower.ts'
import type { Reader } from '../read-models/reader.ts'
import type { Job } from '../running/regular-work.ts'
import type { NoPorts, Ports } from './module-ports.ts'
import type { RegionEngines } from './region-engines.ts'

/** What a module is composed with in a region. It declares the ports of others and the configuration that it needs. */
export type ModuleScope<Needs extends Ports = NoPorts, Settings extends object = object> = {
  engines: RegionEngines
  reader: Reader
  projections: ProjectionFollower
  /** May be passed on at once, and called once every module has started. */
  ports: Needs
  config: Settings
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

/** Without parameters, any module: whether its needs are met is checked by types where modules are listed. */
export type Module<
  Needs extends Ports = Ports,
  Settings extends object = object,
  Provides extends Ports = Ports,
> = {
  name: string
  /** Its endpoints: each needs one handler, of this module or of that of its read models. */
  endpoints?: Record<string, Endpoint>
  /** Its kinds of streams. */
  aggregates?: readonly AnyAggregate[]
  projections?: readonly AnyProjection[]
  /**
   * The events that a workspace's audit shows: none of a person's own account, none that are only counted by machines.
   */
  audited?: EventCatalogue
  relays?: readonly Relay[]
  /** The topics it consumes from the message bus, by consumer group. */
  consumers?: Record<string, Pick<Consume, 'topics' | 'attempts' | 'orderedBy'>>
  /** Composes the module for a region. */
  start?(scope: ModuleScope<Needs, Settings>): RunningModule<Provides> | Promise<RunningModule<Provides>>
  /** The handlers of endpoints that belong to no region, given its scope in each region; the first keeps the directory. */
  startSpanning?(regions: ReadonlyMap<Region, ModuleScope<Needs, Settings>>): AnyHandlers
}

/**
 * What a delivery's address says: `tenant` of the agent or workspace in it, else empty; `named`: its parameters, of path
 * and query. `raw`: its bytes, of which nothing is proven yet.
 */
export type WebhookPlace = { tenant: string; named: Record<string, unknown>; raw: Buffer }

/** Returns the secret that a provider signs with; undefined if there is none there, so that the delivery is refused. */
export type WebhookSecret = (place: WebhookPlace) => Promise<string | undefined>

/** A module in one region. Policies, jobs, deadlines and consumers run in processes with the role `workers`. */
export type RunningModule<Provides extends Ports = Ports> = {
  handlers?: AnyHandlers
  policies?: readonly AnyPolicy[]
  /** Recurring work, by name. */
  jobs?: Record<string, Job>
  /** Work that is due at moments of its own. */
  deadlines?: readonly DeadlineWork[]
  /** Handlers of messages, by consumer group. */
  consume?: Record<string, Consume['handle']>
  /** The secret of each of its signed endpoints, by the endpoint's name. */
  webhookSecrets?: Record<string, WebhookSecret>
  /** The ports it provides to other modules. */
  provides?: Provides
  /** Called with events that any process appended, as soon as they are in the log; possibly more than once. */
  appended?(events: readonly StoredEvent[]): void
  /** Called with events once read models show them. */
  projected?(events: readonly StoredEvent[]): void
  stop?(): Promise<void>
}

/** Declares a module. Its needs are the types of the scope that `start` takes. */
export const defineModule = <
  Needs extends Ports = NoPorts,
  Settings extends object = object,
  Provides extends Ports = NoPorts,
>(
  module: Module<Needs, Settings, Provides>,
): Module<Needs, Settings, Provides> => module
