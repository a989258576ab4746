/** Merges modules and checks them before anything starts: nothing may be missing or declared twice. */
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { DeadlineWork } from '@parley/kernel/deadline-runner.ts'
import type { AnyAggregate } from '@parley/kernel/decider.ts'
import type { AnyHandlers } from '@parley/kernel/handler.ts'
import type { Consume } from '@parley/kernel/message-bus.ts'
import type { Module, ModuleScope, Relay, RunningModule } from '@parley/kernel/module.ts'
import { connectPorts, namedPorts, type Ports } from '@parley/kernel/module-ports.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { AnyProjection } from '@parley/kernel/projection.ts'
import type { Job } from '@parley/kernel/regular-work.ts'

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
      relays.flatMap(({ events }) => Object.keys(events)),
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

export type RunningModules<Provided = Ports> = {
  handlers: AnyHandlers
  policies: readonly AnyPolicy[]
  jobs: Record<string, Job>
  deadlines: readonly DeadlineWork[]
  consumers: readonly Consume[]
  /** Each module's scope, by its name. */
  scopes: ReadonlyMap<string, ModuleScope<Ports>>
  /** The ports of all modules, for the host. */
  ports: Provided
  appended: NonNullable<RunningModule['appended']>
  projected: NonNullable<RunningModule['projected']>
  stop(): Promise<void>
}

/**
 * Starts the modules of a region. `hostPorts` are what the host itself provides; the list of modules has
 * checked that all together provide `Provided`. Throws if an endpoint of a region has
 * no handler, a handler no endpoint, a port that was asked for is not provided, or two modules claim the same handler,
 * policy, job, consumer group or port.
 */
export async function startModules<Provided>(
  modules: readonly Module[],
  scope: Omit<ModuleScope, 'ports'>,
  hostPorts: Ports = {},
): Promise<RunningModules<Provided>> {
  const claims = createClaims()
  const ports = connectPorts()
  const running: RunningModule[] = []
  const consumers: Consume[] = []
  const scopes = new Map<string, ModuleScope<Ports>>()
  const provide = (name: string, provided: Ports) => {
    claims.add(
      name,
      'the port',
      namedPorts(provided).map(([port]) => port),
    )
    ports.provide(provided)
  }
  provide('host', hostPorts)
  for (const module of modules) {
    const { name } = module
    const own = { ...scope, ports: ports.portsFor(name) }
    scopes.set(name, own)
    const one = (await module.start?.(own)) ?? {}
    const { handlers = {}, policies = [], jobs = {}, deadlines = [], consume = {}, provides = {} } = one
    claims.add(name, 'the handler of', Object.keys(handlers))
    claims.add(
      name,
      'the policy',
      policies.map((policy) => policy.name),
    )
    claims.add(name, 'the job', [...Object.keys(jobs), ...deadlines.map(({ kind }) => kind)])
    provide(name, provides)
    requireSame(module, Object.keys(module.consumers ?? {}), Object.keys(consume))
    for (const [group, handle] of Object.entries(consume))
      consumers.push({ ...module.consumers![group]!, group, handle })
    running.push(one)
  }
  ports.refuseGaps()
  const handlers = Object.assign({}, ...running.map((one) => one.handlers))
  requireHandlers(modules, handlers, inRegion)
  return {
    handlers,
    policies: running.flatMap(({ policies = [] }) => policies),
    jobs: Object.assign({}, ...running.map(({ jobs }) => jobs)),
    deadlines: running.flatMap(({ deadlines = [] }) => deadlines),
    consumers,
    scopes,
    ports: ports.portsFor('host') as Provided,
    appended(events) {
      for (const one of running) one.appended?.(events)
    },
    projected(events) {
      for (const one of running) one.projected?.(events)
    },
    async stop() {
      for (const one of running) await one.stop?.()
    },
  }
}

/** Starts the handlers of endpoints that belong to no region, in the regions of this process. */
export function startSpanning(
  modules: readonly Module[],
  regions: ReadonlyMap<Region, Pick<RunningModules, 'scopes'>>,
): AnyHandlers {
  const claims = createClaims()
  const all: AnyHandlers[] = modules.map((module) => {
    const { name } = module
    const scopes = [...regions].flatMap(([region, { scopes }]): [Region, ModuleScope<Ports>][] => {
      const scope = scopes.get(name)
      return scope ? [[region, scope]] : []
    })
    const handlers = module.startSpanning?.(new Map(scopes)) ?? {}
    claims.add(name, 'the handler of', Object.keys(handlers))
    return handlers
  })
  const handlers = Object.assign({}, ...all)
  requireHandlers(modules, handlers, (endpoint) => !inRegion(endpoint))
  return handlers
}

const inRegion = ({ path }: Endpoint): boolean => path.includes('{region}')

function requireHandlers(
  modules: readonly Module[],
  handlers: AnyHandlers,
  due: (endpoint: Endpoint) => boolean,
): void {
  const endpoints = new Map<string, Endpoint>()
  for (const module of modules)
    for (const [name, endpoint] of Object.entries(module.endpoints ?? {})) {
      endpoints.set(name, endpoint)
      if (due(endpoint) && !handlers[name])
        throw new Error(`Module ${module.name}: the endpoint ${name} has no handler`)
    }
  for (const name of Object.keys(handlers)) {
    const endpoint = endpoints.get(name)
    if (!endpoint || !due(endpoint)) throw new Error(`The handler of ${name} has no endpoint`)
  }
}

function requireSame({ name }: Module, declared: string[], consumed: string[]): void {
  const both = (group: string) => declared.includes(group) && consumed.includes(group)
  for (const group of [...declared, ...consumed].filter((group) => !both(group)))
    throw new Error(`Module ${name}: the group of consumers ${group} is not both declared and handled`)
}

/** Throws if something is claimed a second time, naming both modules. */
function createClaims() {
  const claimed = new Map<string, string>()
  return {
    add(module: string, kind: string, names: readonly string[]) {
      for (const name of names) {
        const what = `${kind} ${name}`
        const other = claimed.get(what)
        if (other !== undefined) throw new Error(`Modules ${other} and ${module} both claim ${what}`)
        claimed.set(what, module)
      }
    },
  }
}
