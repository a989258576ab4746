/** The page on which operators see parked events and messages, retry or drop them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageHeaders, parkedPage } from '../pages/operations-pages.ts'
import { problem, sendProblem } from './answers.ts'
import type { Operations } from './operations.ts'
import { isOperator, isOwnForm, isOwnName, refuseStranger } from './operators.ts'

const PATH = '/operations/parked'
const LONGEST_FORM = 4_096

const headers = {
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy'].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  'cache-control': 'no-store',
}

export function serveParked(server: FastifyInstance, operations: Operations): void {
  // Form bodies are parsed on this page only: the API accepts nothing that a form of a foreign page could send.
  server.register(async (own) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )

    own.get(PATH, async (request, answer) => {
      if (!mayOperate(operations, request)) return refuse(operations, request, answer)
      const regions = await Promise.all(
        operations.regions.map(async ({ region, parked }) => ({ region, items: await parked.list() })),
      )
      return answer.headers(headers).send(parkedPage(regions))
    })

    own.post(PATH, async (request, answer) => {
      if (!mayOperate(operations, request)) return refuse(operations, request, answer)
      if (!isOwnForm(request))
        return sendProblem(answer, problem(403, 'not-allowed', 'Use the page itself.', request.id))
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const parked = operations.regions.find(({ region }) => region === form.get('region'))?.parked
      const action = form.get('action')
      const id = form.get('id') ?? ''
      if (!parked || (action !== 'retry' && action !== 'drop'))
        return sendProblem(answer, problem(400, 'invalid-input', 'This form is not of the page.', request.id))
      // An item that is already gone is simply no longer listed.
      await parked[action](id)
      return answer.redirect(PATH, 303)
    })
  })
}

function mayOperate({ metricsToken, publicUrl }: Operations, request: FastifyRequest): boolean {
  return isOperator(request, metricsToken) && (metricsToken !== undefined || isOwnName(request, publicUrl))
}

function refuse({ metricsToken }: Operations, request: FastifyRequest, answer: FastifyReply): FastifyReply {
  return refuseStranger(metricsToken, request, answer, 'Basic realm="Parley operations"')
}
