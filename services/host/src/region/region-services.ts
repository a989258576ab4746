/** Everything that serves one region: its engines, its read models and the modules composed with them. */
import type { AnyHandlers } from '@parley/kernel/handler.ts'
import { type PolicyRunner, startPolicies } from '@parley/kernel/policy-runner.ts'
import { followProjections, type ProjectionFollower } from '@parley/kernel/projection-follower.ts'
import { startProjections } from '@parley/kernel/projection-runner.ts'
import { createReader, type Reader } from '@parley/kernel/reader.ts'
import { createSharedSubscription, type SharedSubscription } from '@parley/kernel/shared-subscription.ts'
import type { Supervision } from '@parley/kernel/supervised.ts'
import { startModules } from '../modules/merge.ts'
import type { RegionScope } from '../modules/module.ts'
import { merged, modules } from '../modules/modules.ts'
import type { Ports } from '../modules/ports.ts'
import type { Tracing } from '../tracing.ts'
import { followLog } from './notices.ts'
import { startRegularWork } from './regular-work.ts'

export type RegionServices = {
  engines: RegionScope['engines']
  handlers: AnyHandlers
  reader: Reader
  projections: ProjectionFollower
  policies: PolicyRunner | undefined
  supervision: Supervision
  /** What follows the log in this process shares it. */
  subscription: SharedSubscription
  ports: Ports
  stop(): Promise<void>
}

export type RegionOptions = Omit<RegionScope, 'reader' | 'projections' | 'ports'> & {
  tracing: Tracing
  /** Restarts the region's loops and is called with their errors. */
  supervision: Supervision
}

export async function startRegion(options: RegionOptions): Promise<RegionServices> {
  const { config, engines, metrics, supervision } = options
  const { region, eventStore, readStore, state, keyring, commands } = engines
  const projections = await openProjections(options)
  const reader = createReader(readStore, keyring, projections.collectionOf)
  const running = await startModules(modules, { ...options, reader, projections })
  const { handlers, ports } = running

  const after = await eventStore.head()
  const subscription = createSharedSubscription({ eventStore, from: after, supervision })
  const notices = followLog({
    subscription,
    after,
    supervision,
    signal: options.closing,
    tell(events) {
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
  const consuming = works
    ? running.consumers.map((consumer) =>
        consume(options, consumer.group, () => engines.bus.consume(consumer)),
      )
    : []
  const { jobs, deadlines: work } = running
  const regular = works ? await startRegularWork({ ...engines, supervision, jobs, work }) : undefined

  return {
    engines,
    handlers,
    reader,
    projections,
    policies,
    supervision,
    subscription,
    ports,
    async stop() {
      await regular?.stop()
      await running.stop()
      await Promise.all([projections.stop(), policies?.stop(), ...consuming, notices.ended])
      await subscription.stop()
      await engines.close()
    },
  }
}

/** Runs the projections in this process if that is its role; otherwise follows those of another process. */
async function openProjections({
  config,
  engines,
  metrics,
  supervision,
  onFault,
}: RegionOptions): Promise<ProjectionFollower> {
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
