/** Starts modules: composes them for a region and connects their ports. */
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import type { Consume } from '@parley/kernel/bus/message-bus.ts'
import type { AnyHandlers } from '@parley/kernel/commands/handler.ts'
import type { Module, ModuleScope, RunningModule, WebhookSecret } from '@parley/kernel/modules/module.ts'
import { connectPorts, namedPorts, type Ports } from '@parley/kernel/modules/module-ports.ts'
import type { AnyPolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Job } from '@parley/kernel/running/regular-work.ts'
import { createClaims } from './claims.ts'

export type RunningModules<Provided = Ports> = {
  handlers: AnyHandlers
  policies: readonly AnyPolicy[]
  jobs: Record<string, Job>
  deadlines: readonly DeadlineWork[]
  consumers: readonly Consume[]
  /** Of every signed endpoint, by its name. */
  webhookSecrets: Record<string, WebhookSecret>
  /** Each module's scope, by its name. */
  scopes: ReadonlyMap<string, ModuleScope<Ports>>
  /** The ports of all modules, for the host. */
  ports: Provided
  appended: NonNullable<RunningModule['appended']>
  projected: NonNullable<RunningModule['projected']>
  stop(): Promise<void>
}

/**
 * Starts the modules of a region. `hostPorts` are what the host itself provides; types have checked that all together
 * provide `Provided` (`modules.ts`). Throws if an endpoint of a region has no handler, a handler no endpoint, a signed
 * endpoint no secret, a secret no signed endpoint of its module, if nothing provides a port that was asked for, or two
 * modules claim the same handler, policy, job, consumer group or port.
 */
export async function startModules<Provided>(
  modules: readonly Module[],
  scope: Omit<ModuleScope, 'ports'>,
  hostPorts: Ports = {},
): Promise<RunningModules<Provided>> {
  const claims = createClaims()
  const ports = connectPorts()
  const running: RunningModule[] = []
  // bounded: by what modules declare
  const consumers: Consume[] = []
  // bounded: an entry for each module
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
    requireSame(module, 'group of consumers', Object.keys(module.consumers ?? {}), Object.keys(consume))
    requireSame(module, 'webhook secret of', signedIn(module), Object.keys(one.webhookSecrets ?? {}))
    for (const [group, handle] of Object.entries(consume))
      consumers.push({ ...module.consumers![group]!, group, handle })
    running.push(one)
  }
  ports.refuseGaps()
  return {
    handlers: everyHandler(
      modules,
      running.map(({ handlers }) => handlers),
      inRegion,
    ),
    policies: running.flatMap(({ policies = [] }) => policies),
    jobs: Object.assign({}, ...running.map(({ jobs }) => jobs)),
    deadlines: running.flatMap(({ deadlines = [] }) => deadlines),
    consumers,
    webhookSecrets: Object.assign({}, ...running.map(({ webhookSecrets }) => webhookSecrets)),
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
  const handlers = modules.map((module) => {
    const { name } = module
    const scopes = [...regions].flatMap(([region, { scopes }]): [Region, ModuleScope<Ports>][] => {
      const scope = scopes.get(name)
      return scope ? [[region, scope]] : []
    })
    const handlers = module.startSpanning?.(new Map(scopes)) ?? {}
    claims.add(name, 'the handler of', Object.keys(handlers))
    return handlers
  })
  return everyHandler(modules, handlers, (endpoint) => !inRegion(endpoint))
}

const inRegion = ({ path }: Endpoint): boolean => path.includes('{region}')

/** The handlers of all modules, given in their order. Throws if a due endpoint has none, or a handler no such endpoint. */
function everyHandler(
  modules: readonly Module[],
  handlers: readonly (AnyHandlers | undefined)[],
  due: (endpoint: Endpoint) => boolean,
): AnyHandlers {
  const all: AnyHandlers = Object.assign({}, ...handlers)
  const endpoints = new Set<string>()
  for (const module of modules)
    for (const [name, endpoint] of Object.entries(module.endpoints ?? {})) {
      if (!due(endpoint)) continue
      if (!all[name]) throw new Error(`Module ${module.name}: the endpoint ${name} has no handler`)
      endpoints.add(name)
    }
  for (const [nth, module] of modules.entries())
    for (const name of Object.keys(handlers[nth] ?? {}))
      if (!endpoints.has(name))
        throw new Error(`Module ${module.name}: the handler of ${name} has no endpoint`)
  return all
}

function signedIn({ endpoints = {} }: Module): string[] {
  return Object.keys(endpoints).filter((name) => endpoints[name]?.access === 'signed')
}

function requireSame({ name }: Module, what: string, declared: string[], running: string[]): void {
  const both = (one: string) => declared.includes(one) && running.includes(one)
  for (const one of [...declared, ...running].filter((one) => !both(one)))
    throw new Error(`Module ${name}: the ${what} ${one} is not both declared and provided`)
}
