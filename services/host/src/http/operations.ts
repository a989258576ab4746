/** Endpoints for operators and their tools: liveness, readiness, metrics, the API reference, the mail outbox. */
import { api } from '@parley/contracts/api.ts'
import type { Lag } from '@parley/kernel/log/log-lag.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { ProjectionProgress } from '@parley/kernel/read-models/projection-runner.ts'
import type { LoopState } from '@parley/kernel/running/supervised.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { lastBackup } from '../operators/backup.ts'
import type { Parked } from '../operators/parked.ts'
import { apiReferencePage, outboxPage, pageHeaders } from '../pages/operations-pages.ts'
import { permissionsPage } from '../pages/permissions-page.ts'
import { openApiDocument, PERMISSIONS_PATH } from './openapi.ts'
import { isNear, isOperator, isOwnName, refuseReader, refuseStranger } from './operators.ts'
import { type OperatorsPage, serveOperatorsPage } from './operators-page.ts'

/** Engines that have not answered by then are reported as unreachable, so that orchestrators get an answer. */
const ANSWER_WITHIN_MS = 1_500

/** A process is not ready while its read models lag by more events than this: its queries would be too outdated. */
const MOST_LAG = 10_000

export type Health = {
  region: string
  /** Throws when an engine does not answer. */
  probe(): Promise<void>
  projections(): Promise<ProjectionProgress[]>
  /** Whether requests are refused because the read models are not complete yet. */
  isStarting(): boolean
  /** The policies that run in this process, the relay among them. */
  policies(): Promise<{ name: string; position: number; head: number }[]>
  /** What the consumer groups of this process have not acknowledged yet. */
  consumers(): Promise<{ topic: string; group: string; messages: number }[]>
  /** How far a position is behind the head. */
  lag(track: { position: number; head: number }): Promise<Lag>
  loops(): LoopState[]
  parked: Parked
}

export type Mail = { id: string; at: string; to: string; subject: string; text: string; html?: string }

export type Operations = {
  publicUrl: string
  /** The token for /metrics and for the details of /readyz. */
  metricsToken: string | undefined
  regions: Health[]
  operators: OperatorsPage
  metrics: Metrics
  /** Aborts when the process is asked to stop; load balancers then stop sending requests. */
  closing: AbortSignal
  /** The mails of the embedded outbox; undefined if a mail server is configured or in production. */
  outbox: (() => Promise<Mail[]>) | undefined
}

export function serveOperations(server: FastifyInstance, operations: Operations): void {
  server.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }))

  server.get('/readyz', { logLevel: 'warn' }, async (request, answer) => {
    const regions = await Promise.all(operations.regions.map(readinessOf))
    const ready = !operations.closing.aborted && regions.every((region) => region.ready)
    const status = ready ? 'ready' : 'not ready'
    // Names and errors of engines are for operators; a load balancer reads the status only.
    const told = isOperator(request, operations.metricsToken)
      ? { status, closing: operations.closing.aborted, regions }
      : { status }
    return answer.code(ready ? 200 : 503).send(told)
  })

  server.get('/metrics', { logLevel: 'warn' }, async (request, answer) => {
    if (!isOperator(request, operations.metricsToken))
      return refuseStranger(operations.metricsToken, request, answer)
    await measureLag(operations)
    return answer
      .type(operations.metrics.registry.contentType)
      .send(await operations.metrics.registry.metrics())
  })

  serveOperatorsPage(server, operations.operators)

  let document: string | undefined
  server.get('/api/openapi.json', (_request, answer) => {
    document ??= JSON.stringify(openApiDocument(api, operations.publicUrl))
    return answer
      .type('application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(document)
  })
  let reference: string | undefined
  server.get('/api', (_request, answer) => {
    reference ??= apiReferencePage(api)
    return answer.headers(pageHeaders).send(reference)
  })
  server.get(PERMISSIONS_PATH, (_request, answer) => answer.headers(pageHeaders).send(permissionsPage(api)))

  const { outbox } = operations
  if (outbox) {
    // These mails contain sign-in codes: whoever can read them can sign in as anybody.
    const mayRead = (request: FastifyRequest) => isNear(request) && isOwnName(request, operations.publicUrl)
    server.get('/dev/mail', async (request, answer) =>
      mayRead(request)
        ? answer.headers(pageHeaders).send(outboxPage(await outbox()))
        : refuseReader(request, answer),
    )
    server.get('/dev/mail.json', async (request, answer) =>
      mayRead(request) ? { items: await outbox() } : refuseReader(request, answer),
    )
  }
}

async function readinessOf(health: Health) {
  // Loops are restarted and don't make the process unready: it can still answer requests.
  const failing = health.loops().filter(({ state }) => state !== 'running')
  const asked = await answered(async () => {
    await health.probe()
    const tracks = await health.projections()
    return Promise.all(tracks.map(async (track) => ({ track, lag: await health.lag(track) })))
  })
  if ('failed' in asked) {
    const engines = `not reachable: ${asked.failed}`
    const starting = health.isStarting()
    return { region: health.region, ready: false, starting, engines, projections: [], failing }
  }
  const projections = asked.answer.map(({ track, lag }) => ({
    name: track.name,
    state: track.state,
    behind: lag.events,
    seconds: lag.seconds,
    ...(track.left ? { read: track.read, of: track.read + track.left } : {}),
  }))
  const starting = health.isStarting()
  const upToDate = projections.every((track) => track.state === 'building' || track.behind <= MOST_LAG)
  const ready = !starting && upToDate
  return { region: health.region, ready, starting, engines: 'ok', projections, failing }
}

/** Asks engines for something that they may not answer; says why not, in one line. */
async function answered<Answer>(
  ask: () => Promise<Answer>,
): Promise<{ answer: Answer } | { failed: string | undefined }> {
  const over = new AbortController()
  const late = pause(ANSWER_WITHIN_MS, over.signal).then(() => {
    throw new Error(`no answer within ${ANSWER_WITHIN_MS / 1_000} s`)
  })
  late.catch(() => undefined)
  try {
    return { answer: await Promise.race([ask(), late]) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message.split('\n')[0] : 'unknown' }
  } finally {
    over.abort()
  }
}

async function measureLag({ regions, metrics, operators }: Operations): Promise<void> {
  const last = await lastBackup(operators.installation.config.dataDir)
  if (last) metrics.lastBackup.set({ of: 'data' }, Date.parse(last.at) / 1_000)
  // The counts omit policies without parked events, and a policy may run in another process by now, so old values have
  // to be removed.
  for (const gauge of [metrics.parkedEvents, metrics.policyLag, metrics.policyLagSeconds]) gauge.reset()
  for (const health of regions) {
    const { region } = health
    const parked = await answered(() => health.parked.counts())
    for (const [policy, count] of 'answer' in parked ? parked.answer : [])
      metrics.parkedEvents.set({ region, policy }, count)
    for (const { name, state } of health.loops())
      metrics.loopFailing.set({ region, loop: name }, state === 'running' ? 0 : 1)
    const consumed = await answered(() => health.consumers())
    for (const { topic, group, messages } of 'answer' in consumed ? consumed.answer : [])
      metrics.busLag.set({ region, topic, group }, messages)
    const measured = await answered(async () => ({
      projections: await lagsOf(health, await health.projections()),
      policies: await lagsOf(health, await health.policies()),
    }))
    if ('failed' in measured) continue
    for (const [projection, { events, seconds }] of measured.answer.projections) {
      metrics.projectionLag.set({ region, projection }, events)
      metrics.projectionLagSeconds.set({ region, projection }, seconds)
    }
    for (const [policy, { events, seconds }] of measured.answer.policies) {
      metrics.policyLag.set({ region, policy }, events)
      metrics.policyLagSeconds.set({ region, policy }, seconds)
    }
  }
}

function lagsOf(
  health: Health,
  tracks: { name: string; position: number; head: number }[],
): Promise<(readonly [string, Lag])[]> {
  return Promise.all(tracks.map(async (track) => [track.name, await health.lag(track)] as const))
}
