/** What operators and their tools ask: alive, ready, metrics, the API reference, the mail outbox. */
import { api } from '@parley/contracts/api.ts'
import type { ProjectionProgress } from '@parley/kernel/projection-runner.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { apiReferencePage, outboxPage } from '../pages/operations-pages.ts'
import { permissionsPage } from '../pages/permissions-page.ts'
import { sendProblem } from './answers.ts'
import { openApiDocument, PERMISSIONS_PATH } from './openapi.ts'
import { isNear, isOperator, isOwnName } from './operators.ts'

/** Behind by more positions than this, a process is not ready: its readers would see the past. */
const MOST_LAG = 10_000

export type Health = {
  region: string
  /** Throws when an engine does not answer. */
  probe(): Promise<void>
  projections(): Promise<ProjectionProgress[]>
  policies(): Promise<{ name: string; behind: number }[]>
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
  server.get(PERMISSIONS_PATH, (_request, answer) => answer.headers(pageHeaders).send(permissionsPage(api)))

  const { outbox } = operations
  if (outbox) {
    // Codes stand in these mails: whoever reads them can sign in as anybody.
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

function refuseReader(request: FastifyRequest, answer: FastifyReply): FastifyReply {
  const message = 'The outbox is for this machine and its network. Set SMTP_URL to have mails sent.'
  return refuseWithProblem(request, answer, 403, 'not-allowed', message)
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
  return refuseWithProblem(request, answer, status, code, message)
}

function refuseWithProblem(
  request: FastifyRequest,
  answer: FastifyReply,
  status: number,
  code: string,
  message: string,
): FastifyReply {
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
  try {
    await health.probe()
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown'
    return { region: health.region, ready: false, engines: `not reachable: ${reason}`, projections: [] }
  }
  const projections = (await health.projections()).map((track) => ({
    name: track.name,
    state: track.state,
    behind: Math.max(0, track.head - track.position),
  }))
  const ready = projections.every((track) => track.state === 'building' || track.behind <= MOST_LAG)
  return { region: health.region, ready, engines: 'ok', projections }
}

async function measureLag({ regions, metrics }: Operations): Promise<void> {
  for (const health of regions) {
    const { region } = health
    for (const track of await health.projections()) {
      metrics.projectionLag.set({ region, projection: track.name }, Math.max(0, track.head - track.position))
    }
    for (const policy of await health.policies())
      metrics.policyLag.set({ region, policy: policy.name }, policy.behind)
  }
}
