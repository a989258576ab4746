/** Metrics for operators, in Prometheus's format. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const answered = new Map<string, number>()
  new Counter({
    name: 'parley_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers,
    collect() {
      for (const [key, count] of answered) {
        const [method = '', status = '', route = ''] = key.split(' ')
        this.inc({ route, method, status }, count)
      }
      answered.clear()
    },
  })
  return {
    registry,
    /** Counts an answer in a plain number, which is added to the metric when metrics are read. */
    countRequest(route: string, method: string, status: number) {
      const key = `${method} ${status} ${route}`
      answered.set(key, (answered.get(key) ?? 0) + 1)
    },
    requestSeconds: new Histogram({
      name: 'parley_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['route'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    appends: new Counter({
      name: 'parley_appends_total',
      help: 'Appends to the event log',
      labelNames: ['region', 'category'],
      registers,
    }),
    projectionLag: new Gauge({
      name: 'parley_projection_lag_events',
      help: 'How far a projection is behind the log, in events',
      labelNames: ['region', 'projection'],
      registers,
    }),
    projectionLagSeconds: new Gauge({
      name: 'parley_projection_lag_seconds',
      help: 'How long ago the first event was appended that a projection has not seen; 0 if it has seen all',
      labelNames: ['region', 'projection'],
      registers,
    }),
    policyLag: new Gauge({
      name: 'parley_policy_lag_events',
      help: 'How far a policy, such as the relay, is behind the log, in events, in the process that runs it',
      labelNames: ['region', 'policy'],
      registers,
    }),
    policyLagSeconds: new Gauge({
      name: 'parley_policy_lag_seconds',
      help: 'How long ago the first event was appended that a policy has not seen; 0 if it has seen all',
      labelNames: ['region', 'policy'],
      registers,
    }),
    busLag: new Gauge({
      name: 'parley_bus_lag_messages',
      help: 'Messages of a topic that a consumer group has not acknowledged yet',
      labelNames: ['region', 'topic', 'group'],
      registers,
    }),
    modelCalls: new Counter({
      name: 'parley_model_calls_total',
      help: 'Replies by model and outcome',
      labelNames: ['model', 'outcome'],
      registers,
    }),
    modelSeconds: new Histogram({
      name: 'parley_model_seconds',
      help: 'Time of a whole reply',
      labelNames: ['model'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60],
      registers,
    }),
    quotasReached: new Counter({
      name: 'parley_quota_reached_total',
      help: 'How often an account had used up a quota',
      labelNames: ['quota'],
      registers,
    }),
    sharedCountFaults: new Counter({
      name: 'parley_shared_count_faults_total',
      help: 'How often a process could not reach what all processes count together, and counted alone',
      labelNames: ['region', 'collection'],
      registers,
    }),
    loopFaults: new Counter({
      name: 'parley_loop_faults_total',
      help: 'Faults of loops, such as policy/relay, each followed by another try, parking or a stop',
      labelNames: ['region', 'loop'],
      registers,
    }),
    loopFailing: new Gauge({
      name: 'parley_loop_failing',
      help: '1 while a loop fails or waits for an operator',
      labelNames: ['region', 'loop'],
      registers,
    }),
    parkedEvents: new Gauge({
      name: 'parley_parked_events',
      help: 'Events that a policy could not react to and that wait for an operator',
      labelNames: ['region', 'policy'],
      registers,
    }),
    lastBackup: new Gauge({
      name: 'parley_last_backup_timestamp_seconds',
      help: 'When the newest back-up by npm run backup began (Unix time); absent if there is none',
      // A gauge without labels would be 0 before it is known.
      labelNames: ['of'],
      registers,
    }),
    projectionFaults: new Counter({
      name: 'parley_projection_faults_total',
      help: 'Events that a projection could not take and went past',
      labelNames: ['region', 'projection'],
      registers,
    }),
  }
}
