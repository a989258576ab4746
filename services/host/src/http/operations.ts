/** What operators and their tools ask: alive, ready, metrics, the API reference, the mail outbox. */
import { api } from '@parley/contracts/api.ts'
import type { ProjectionProgress } from '@parley/kernel/projection-runner.ts'
import type { LoopState } from '@parley/kernel/supervised.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { apiReferencePage, outboxPage } from '../pages/operations-pages.ts'
import { sendProblem } from './answers.ts'
import { openApiDocument } from './openapi.ts'
import { isOperator, isOwnName } from './operators.ts'

/** Behind by more positions than this, a process is not ready: its readers would see the past. */
const MOST_LAG = 10_000

export type Health = {
  region: string
  /** Throws when an engine does not answer. */
  probe(): Promise<void>
  projections(): Promise<ProjectionProgress[]>
  policies(): Promise<{ name: string; behind: number }[]>
  loops(): LoopState[]
}

export type Mail = { id: string; at: string; to: string; subject: string; text: string; html?: string }

export type Operations = {
  publicUrl: string
  /** Asked for by /metrics, and for the reasons of /readyz. */
  metricsToken: string | undefined
  regions: Health[]
  metrics: Metrics
  /** True from the moment the process was asked to stop: balancers send nothing more. */
  closing: AbortSignal
  /** The mails of the embedded outbox; undefined where a mail server is configured or in production. */
  outbox: (() => Promise<Mail[]>) | undefined
}

/** Their styles are their own, and nothing else is theirs. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

export function serveOperations(server: FastifyInstance, operations: Operations): void {
  server.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'ok' }))

  server.get('/readyz', { logLevel: 'warn' }, async (request, answer) => {
    const regions = await Promise.all(operations.regions.map(readinessOf))
    const ready = !operations.closing.aborted && regions.every((region) => region.ready)
    const status = ready ? 'ready' : 'not ready'
    // Names of engines and their faults are for operators; a balancer reads the status.
    const told = isOperator(request, operations.metricsToken)
      ? { status, closing: operations.closing.aborted, regions }
      : { status }
    return answer.code(ready ? 200 : 503).send(told)
  })

  server.get('/metrics', { logLevel: 'warn' }, async (request, answer) => {
    if (!isOperator(request, operations.metricsToken)) return refuseStranger(operations, request, answer)
    await measureLag(operations)
    return answer
      .type(operations.metrics.registry.contentType)
      .send(await operations.metrics.registry.metrics())
  })

  let document: string | undefined
  server.get('/api/openapi.json', (_request, answer) => {
    document ??= JSON.stringify(openApiDocument(api, operations.publicUrl))
    return answer
      .type('application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(document)
  })
  server.get('/api', (_request, answer) => answer.headers(pageHeaders).send(apiReferencePage(api)))

  const { outbox } = operations
  if (outbox) {
    const mails = (request: FastifyRequest) =>
      isOwnName(request, operations.publicUrl) ? outbox() : Promise.resolve([])
    server.get('/dev/mail', async (request, answer) =>
      answer.headers(pageHeaders).send(outboxPage(await mails(request))),
    )
    server.get('/dev/mail.json', async (request) => ({ items: await mails(request) }))
  }
}

function refuseStranger(
  { metricsToken }: Operations,
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  const [status, code, message] =
    metricsToken === undefined
      ? ([
          403,
          'not-allowed',
          'Metrics are for this machine and its network. Set METRICS_TOKEN to read them from elsewhere.',
        ] as const)
      : ([401, 'not-signed-in', 'Send METRICS_TOKEN as bearer.'] as const)
  if (status === 401) answer.header('www-authenticate', 'Bearer')
  return sendProblem(answer, {
    type: `urn:parley:${code}`,
    title: message,
    status,
    code,
    message,
    requestId: request.id,
  })
}

async function readinessOf(health: Health) {
  // They go on by themselves, so that they make nobody turn away from what the process can answer.
  const failing = health.loops().filter(({ state }) => state !== 'running')
  try {
    await health.probe()
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown'
    const engines = `not reachable: ${reason}`
    return { region: health.region, ready: false, engines, projections: [], failing }
  }
  const projections = (await health.projections()).map((track) => ({
    name: track.name,
    state: track.state,
    behind: Math.max(0, track.head - track.position),
  }))
  const ready = projections.every((track) => track.state === 'building' || track.behind <= MOST_LAG)
  return { region: health.region, ready, engines: 'ok', projections, failing }
}

async function measureLag({ regions, metrics }: Operations): Promise<void> {
  for (const health of regions) {
    const { region } = health
    for (const { name, state } of health.loops())
      metrics.loopFailing.set({ region, loop: name }, state === 'running' ? 0 : 1)
    for (const track of await health.projections()) {
      metrics.projectionLag.set({ region, projection: track.name }, Math.max(0, track.head - track.position))
    }
    for (const policy of await health.policies())
      metrics.policyLag.set({ region, policy: policy.name }, policy.behind)
  }
}
