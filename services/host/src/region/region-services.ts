/** Everything that serves one region: its engines, its read models and the modules composed with them. */
import { ENDS_TENANT } from '@parley/contracts/workspace/events.ts'
import type { AnyHandlers } from '@parley/kernel/commands/handler.ts'
import { shareCounts } from '@parley/kernel/limits/shared-counts.ts'
import { createLogLag, type LogLag } from '@parley/kernel/log/log-lag.ts'
import { createSharedSubscription, type SharedSubscription } from '@parley/kernel/log/shared-subscription.ts'
import type { ModuleScope } from '@parley/kernel/modules/module.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { type PolicyRunner, startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import { followProjections, type ProjectionFollower } from '@parley/kernel/read-models/projection-follower.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { createReader, type Reader } from '@parley/kernel/read-models/reader.ts'
import { startRegularWork } from '@parley/kernel/running/regular-work.ts'
import type { Supervision } from '@parley/kernel/running/supervised.ts'
import type { Config } from '../config.ts'
import { countOpenStreams, type OpenStreams, type StreamCounts } from '../http/open-streams.ts'
import type { Metrics } from '../metrics.ts'
import type { HostPorts } from '../modules/host-ports.ts'
import { merged, modules, type Provided } from '../modules/modules.ts'
import { type RunningModules, startModules } from '../modules/start.ts'
import { rememberDeadlineKinds } from '../operators/processes.ts'
import type { Tracing } from '../tracing.ts'
import { followLog } from './notices.ts'

export type RegionServices = {
  engines: RegionEngines
  handlers: AnyHandlers
  reader: Reader
  projections: ProjectionFollower
  policies: PolicyRunner | undefined
  /** What this process consumes from the message bus. */
  consumers: readonly { topic: string; group: string }[]
  supervision: Supervision
  /** What follows the log in this process shares it. */
  subscription: SharedSubscription
  lag: LogLag
  ports: Provided
  openStreams: OpenStreams
  /** The scopes of the modules, by their names. */
  scopes: RunningModules['scopes']
  webhookSecrets: RunningModules['webhookSecrets']
  stop(): Promise<void>
}

export type RegionOptions = Omit<ModuleScope, 'reader' | 'projections' | 'ports' | 'config'> & {
  config: Config
  /** What the host provides to the modules. */
  hostPorts: HostPorts
  metrics: Metrics
  tracing: Tracing
  /** Restarts the region's loops and is called with their errors. */
  supervision: Supervision
}

export async function startRegion(options: RegionOptions): Promise<RegionServices> {
  const { config, engines, metrics, supervision, closing, onFault } = options
  const { region, eventStore, readStore, state, keyring, commands } = engines
  const after = await eventStore.head()
  const subscription = createSharedSubscription({ eventStore, from: after, supervision })
  const projections = await openProjections(options, subscription)
  const reader = createReader(readStore, keyring, projections.collectionOf)
  const running = await startModules<Provided>(
    modules,
    { config, engines, reader, projections, closing, onFault },
    options.hostPorts,
  )
  const { handlers, ports, scopes, webhookSecrets } = running

  const lag = createLogLag({ eventStore, from: after })
  const notices = followLog({
    subscription,
    after,
    supervision,
    signal: closing,
    tell(events) {
      lag.note(events)
      commands.invalidate(events)
      running.appended(events)
    },
  })
  projections.onBatch((events) => {
    // First, because a listener may query at once, before this process has followed the log to these events.
    commands.invalidate(events)
    running.projected(events)
    options.tracing.projected(region, events)
  })
  commands.onAppended((stream) =>
    metrics.appends.inc({ region, category: stream.slice(0, stream.indexOf('-')) }),
  )

  const works = config.roles.includes('workers')
  const policies = works
    ? await startPolicies({
        eventStore,
        state,
        keyring,
        leases: engines.leases,
        policies: running.policies,
        subscription,
        supervision,
        async probe() {
          await engines.probe()
          // An event whose reaction reads what is not built yet is tried again and not parked.
          if (projections.unbuilt().length > 0) throw new Error('the read models are not complete yet')
        },
      })
    : undefined
  const consumers = works ? running.consumers : []
  const consuming = consumers.map((consumer) =>
    consume(options, consumer.group, () => engines.bus.consume(consumer)),
  )
  const { jobs, deadlines: work } = running
  if (works) await rememberDeadlineKinds(state, [...Object.keys(jobs), ...work.map(({ kind }) => kind)])
  const regular = works ? await startRegularWork({ ...engines, supervision, jobs, work }) : undefined

  const shared = <Kind extends string>(collection: string) =>
    shareCounts<Kind>({
      state,
      collection,
      onFault: () => metrics.sharedCountFaults.inc({ region, collection }),
    })
  const streamCounts: StreamCounts = {
    workspaces: shared('open-streams'),
    bearers: shared('open-streams-of-bearers'),
  }

  return {
    engines,
    handlers,
    reader,
    projections,
    policies,
    consumers: consumers.flatMap(({ topics, group }) => topics.map((topic) => ({ topic, group }))),
    supervision,
    subscription,
    lag,
    ports,
    openStreams: countOpenStreams(streamCounts),
    scopes,
    webhookSecrets,
    async stop() {
      await regular?.stop()
      await Promise.all([streamCounts.workspaces.stop(), streamCounts.bearers.stop()])
      await running.stop()
      await Promise.all([projections.stop(), policies?.stop(), ...consuming, notices.ended])
      await subscription.stop()
      await engines.close()
    },
  }
}

/** Runs the projections in this process if that is its role; otherwise follows those of another process. */
async function openProjections(
  { config, engines, metrics, supervision, onFault }: RegionOptions,
  subscription: SharedSubscription,
): Promise<ProjectionFollower> {
  const { eventStore, readStore, keyring, region } = engines
  if (!config.roles.includes('projections')) {
    return followProjections({
      eventStore,
      readStore,
      projections: merged.projections,
      supervision,
      onFault: (error) => onFault('a listener failed', { region, err: error }),
    })
  }
  return startProjections({
    eventStore,
    readStore,
    keyring,
    projections: merged.projections,
    endsTenant: ENDS_TENANT,
    subscription,
    supervision,
    onFault: ({ projection, position, error }) => {
      metrics.projectionFaults.inc({ region, projection })
      onFault('a projection failed', { region, projection, position, err: error })
    },
  })
}

/** Consumes the bus until the process stops; the engine recovers consumers that fail later. */
function consume(
  { supervision, closing }: RegionOptions,
  group: string,
  begin: () => Promise<unknown>,
): Promise<void> {
  return supervision.keep(`bus/${group}`, closing, async (loop) => {
    await begin()
    loop.well()
    // It may have been told to stop while it joined its group.
    if (closing.aborted) return
    await new Promise((resolve) => closing.addEventListener('abort', resolve, { once: true }))
  })
}
