/** Merges modules and checks them before anything starts: nothing may be missing or declared twice. */
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { DeadlineWork } from '@parley/kernel/deadline-runner.ts'
import type { AnyAggregate } from '@parley/kernel/decider.ts'
import type { AnyHandlers } from '@parley/kernel/handler.ts'
import type { Consume } from '@parley/kernel/message-bus.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { AnyProjection } from '@parley/kernel/projection.ts'
import type { Job } from '../region/regular-work.ts'
import type { Module, RegionScope, Relay, RunningModule } from './module.ts'
import type { Ports } from './ports.ts'

export type Merged = {
  endpoints: Record<string, Endpoint>
  /** By category. */
  aggregates: Record<string, AnyAggregate>
  projections: readonly AnyProjection[]
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
    const { name, endpoints, aggregates = [], projections = [], relays = [], consumers = {} } = module
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
    relays: entries.flatMap(({ relays }) => relays),
    consumers: Object.assign({}, ...entries.map(({ consumers }) => consumers)),
  }
}

export type RunningModules = {
  handlers: AnyHandlers
  policies: readonly AnyPolicy[]
  jobs: Record<string, Job>
  deadlines: readonly DeadlineWork[]
  consumers: readonly Consume[]
  ports: Ports
  appended: NonNullable<RunningModule['appended']>
  projected: NonNullable<RunningModule['projected']>
  stop(): Promise<void>
}

/**
 * Starts the modules of a region, in their order. Throws if an endpoint of a region has no handler, a handler no
 * endpoint, or two modules claim the same handler, policy, job, consumer group or port.
 */
export async function startModules(
  modules: readonly Module[],
  scope: Omit<RegionScope, 'ports'>,
): Promise<RunningModules> {
  const claims = createClaims()
  const { ports, provide } = createPorts()
  const running: RunningModule[] = []
  const consumers: Consume[] = []
  for (const module of modules) {
    const one = (await module.start?.({ ...scope, ports })) ?? {}
    const { handlers = {}, policies = [], jobs = {}, deadlines = [], consume = {} } = one
    requireHandlers(module, handlers, inRegion)
    claims.add(module.name, 'the handler of', Object.keys(handlers))
    claims.add(
      module.name,
      'the policy',
      policies.map(({ name }) => name),
    )
    claims.add(module.name, 'the job', [...Object.keys(jobs), ...deadlines.map(({ kind }) => kind)])
    claims.add(module.name, 'the port', Object.keys(one.ports ?? {}))
    provide(one.ports ?? {})
    requireSame(module, Object.keys(module.consumers ?? {}), Object.keys(consume))
    for (const [group, handle] of Object.entries(consume))
      consumers.push({ ...module.consumers![group]!, group, handle })
    running.push(one)
  }
  return {
    handlers: Object.assign({}, ...running.map(({ handlers }) => handlers)),
    policies: running.flatMap(({ policies = [] }) => policies),
    jobs: Object.assign({}, ...running.map(({ jobs }) => jobs)),
    deadlines: running.flatMap(({ deadlines = [] }) => deadlines),
    consumers,
    ports,
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

/** Starts the handlers of endpoints that belong to no region. */
export function startSpanning(
  modules: readonly Module[],
  ...given: Parameters<NonNullable<Module['startSpanning']>>
): AnyHandlers {
  return Object.assign(
    {},
    ...modules.map((module) => {
      const handlers = module.startSpanning?.(...given) ?? {}
      requireHandlers(module, handlers, (endpoint) => !inRegion(endpoint))
      return handlers
    }),
  )
}

const inRegion = ({ path }: Endpoint): boolean => path.includes('{region}')

function requireHandlers(
  { name, endpoints }: Module,
  handlers: AnyHandlers,
  due: (endpoint: Endpoint) => boolean,
): void {
  for (const [endpoint, about] of Object.entries(endpoints))
    if (due(about) && !handlers[endpoint])
      throw new Error(`Module ${name}: the endpoint ${endpoint} has no handler`)
  for (const handler of Object.keys(handlers)) {
    const about = endpoints[handler]
    if (!about || !due(about)) throw new Error(`Module ${name}: the handler of ${handler} has no endpoint`)
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

/** Ports by name; accessing one before its module has started throws an error that says so. */
function createPorts() {
  const provided: Partial<Ports> = {}
  const ports = new Proxy(provided, {
    get(target, name: keyof Ports & string) {
      const port = target[name]
      if (port === undefined) throw new Error(`The port ${name} is asked before its module has started`)
      return port
    },
  }) as Ports
  return { ports, provide: (more: Partial<Ports>) => Object.assign(provided, more) }
}
