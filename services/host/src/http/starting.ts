/** What a process answers while its read models are built: it listens from the first second and is not ready yet. */
import type { FastifyInstance } from 'fastify'
import { problem, sendProblem } from './answers.ts'
import { PERMISSIONS_PATH } from './openapi.ts'
import { toAnyOrigin } from './other-origins.ts'

const RETRY_AFTER_SECONDS = 2

/** Calls, and the pages and scripts that are made from an agent's settings. Files are sent at any time. */
const NEEDS_READ_MODELS =
  /^\/(api\/|widget\/(na|eu)\/|app\/(na|eu)\/(render|prototype)|share\/(na|eu)\/|((na|eu)\/)?prototype)/
const OPEN = new Set(['/api/openapi.json', PERMISSIONS_PATH])

export function refuseWhileStarting(server: FastifyInstance, isStarting: () => boolean): void {
  server.addHook('onRequest', (request, answer, done) => {
    if (!isStarting()) return done()
    const [path = ''] = request.url.split('?')
    if (request.method === 'OPTIONS' || OPEN.has(path) || !NEEDS_READ_MODELS.test(path)) return done()
    const message = 'The service is starting. Please try again in a few seconds.'
    if (path.includes('/public/')) answer.headers(toAnyOrigin)
    answer.header('retry-after', RETRY_AFTER_SECONDS)
    sendProblem(answer, problem(503, 'starting', message, request.id))
  })
}
