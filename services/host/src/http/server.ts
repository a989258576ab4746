/** Builds the HTTP server; the caller mounts endpoints and listens. */
import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { finished } from 'node:stream/promises'
import { DEFAULT_BODY_BYTES, type Region } from '@parley/contracts/endpoint.ts'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Metrics } from '../metrics.ts'
import { notFoundPage } from '../pages/operations-pages.ts'
import { type PageOptions, servePages } from '../pages/pages.ts'
import { type AgencyHostOptions, sendNotFound, serveAgencyHosts } from './agency-hosts.ts'
import { problem, sendProblem } from './answers.ts'
import { answerClientErrors } from './client-errors.ts'
import { answerHotRead, type HotRead } from './hot-read.ts'
import { parseJsonBody } from './json-body.ts'
import { serveMcp } from './mcp/mcp.ts'
import { type Mount, mountEndpoints } from './mount.ts'
import { renameOlderHeaders } from './older-headers.ts'
import { type Operations, serveOperations } from './operations.ts'
import { refuseWhileStarting } from './starting.ts'

export type ServerOptions = {
  regions: Region[]
  mount?: Mount
  /** Whether requests that need read models are refused because these are not complete yet. */
  isStarting: () => boolean
  hot?: HotRead
  pages?: PageOptions
  agencyHosts?: AgencyHostOptions
  operations: Operations
  metrics: Metrics
  logger: FastifyBaseLogger
  /** How many proxies in front are trusted: other entries of X-Forwarded-For are written by the caller. */
  trustProxy: number
  /** Set on every answer. */
  headers: Record<string, string>
}

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy > 0 && ((_address: string, hop: number) => hop < options.trustProxy),
    genReqId: requestIds(),
    childLoggerFactory: (logger) => logger,
    requestTimeout: 60_000,
    bodyLimit: DEFAULT_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientErrors(options.headers),
    frameworkErrors: (error, request, answer) =>
      sendProblem(
        answer.headers(options.headers),
        problem(error.statusCode ?? 400, 'invalid-input', 'This address is not valid.', request.id),
      ),
  })

  server.addHook('onRequest', (request, answer, done) => {
    renameOlderHeaders(request.headers)
    answer.headers(options.headers)
    done()
  })

  if (options.agencyHosts) serveAgencyHosts(server, options.agencyHosts)
  refuseWhileStarting(server, options.isStarting)

  const verbose = options.logger.level === 'debug' || options.logger.level === 'trace'
  server.addHook('onResponse', (request, answer, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    options.metrics.countRequest(route, request.method, answer.statusCode)
    options.metrics.requestSeconds.observe({ route }, answer.elapsedTime / 1000)
    if (request.method === 'GET' && answer.statusCode < 500 && !verbose) return done()
    // No address, query or text is logged: the endpoint's path template identifies the call.
    const entry = {
      request: request.id,
      method: request.method,
      route,
      status: answer.statusCode,
      ms: Math.round(answer.elapsedTime),
    }
    if (answer.statusCode >= 500) request.log.error(entry, 'request failed')
    else if (request.method === 'GET') request.log.debug(entry, 'request')
    else request.log.info(entry, 'request')
    done()
  })

  server.setErrorHandler((error: FastifyError, request, answer) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      const { bodyLimit = DEFAULT_BODY_BYTES, config } = request.routeOptions
      const refusal = problem(413, 'too-large', tooLarge(bodyLimit, config.largerBodies), request.id)
      return takeTheRest(request).then(() => sendProblem(answer, refusal))
    }
    const known = edgeFaults[error.code]
    if (known) return sendProblem(answer, problem(known.status, known.code, known.message, request.id))
    if (error.code === 'store-unavailable') {
      request.log.error({ err: error, request: request.id }, 'the event store is unavailable')
      return sendProblem(
        answer,
        problem(
          503,
          'unavailable',
          'The service is not reachable for a moment. Please try again.',
          request.id,
        ),
      )
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return sendProblem(answer, problem(error.statusCode, 'invalid-input', error.message, request.id))
    }
    request.log.error({ err: error, request: request.id }, 'unexpected error')
    return sendProblem(
      answer,
      problem(500, 'unexpected', 'Something went wrong. Please try again.', request.id),
    )
  })

  const brandOf = options.agencyHosts?.brandOf
  server.setNotFoundHandler((request, answer) =>
    sendNotFound(request, answer, { page: notFoundPage, brandOf }),
  )

  // An empty body with a JSON content type is a call without a body.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    const parsed = parseJsonBody(String(text))
    if (parsed.ok) done(null, parsed.value)
    else done(Object.assign(new Error(parsed.message), { statusCode: 400 }))
  })

  if (options.mount) {
    mountEndpoints(server, options.mount, options.regions)
    serveMcp(server, options.mount, options.regions)
  }
  if (options.pages) await servePages(server, options.pages)
  serveOperations(server, options.operations)
  if (options.hot) answerFirst(server, options.hot)
  return server
}

/** Runs the hot read before the framework. */
function answerFirst(server: FastifyInstance, hot: HotRead): void {
  const ordinary = server.server.listeners('request') as RequestListener[]
  server.server.removeAllListeners('request')
  server.server.on('request', (request, response) => {
    if (!answerHotRead(hot, request, response)) for (const listener of ordinary) listener(request, response)
  })
}

/** Request ids that are unique among processes and restarts, and cheap: a random prefix and a counter. */
function requestIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}

/** Names the limit, and the way round it where the endpoint has one. */
/** Of a refused body, in bytes: larger ones are broken off. */
const MOST_TAKEN = 64_000_000

/**
 * Reads a refused body to its end, within the time that a request may take, and throws it away: most clients read no answer
 * before they have sent all, and of a connection that is closed meanwhile they see the fault alone.
 */
async function takeTheRest({ headers, raw }: FastifyRequest): Promise<void> {
  if (!(Number(headers['content-length']) <= MOST_TAKEN)) return
  await finished(raw.resume(), { writable: false }).catch(() => undefined)
}

function tooLarge(limit: number, instead: string | undefined): string {
  const size = limit < 1_000_000 ? `${Math.round(limit / 1_024)} KB` : `${limit / 1_000_000} MB`
  const message = `The body is larger than the ${size} that this call accepts.`
  return instead === undefined ? message : `${message} ${instead}`
}

const edgeFaults: Record<string, { status: number; code: string; message: string }> = {
  'bad-cursor': {
    status: 400,
    code: 'invalid-input',
    message: 'This cursor does not belong to this list. Start again from the first page.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'invalid-input',
    message: 'Send the body as application/json.',
  },
}
