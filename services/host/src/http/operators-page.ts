/**
 * The pages at which operators see the installation: `/ops`, and `/ops/SECTION` for a single one. They belong to who has
 * OPERATOR_TOKEN, or without one to the first account of the installation; nobody else can tell that they exist.
 */
import type { Principal } from '@parley/kernel/commands/handler.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Installation } from '../operators/section.ts'
import { readSections, sections, sectionsNamed } from '../operators/sections.ts'
import { pageHeaders } from '../pages/operations-pages.ts'
import { operatorsPage } from '../pages/operators-page.ts'
import { problem, sendProblem } from './answers.ts'
import { bears, isOwnForm } from './operators.ts'

export const OPERATORS_PATH = '/ops'
/** Where parked events were before there was more to see. */
const PARKED_PATH = '/operations/parked'
const LONGEST_FORM = 4_096

export type OperatorsPage = {
  installation: Installation
  token: string | undefined
  /** Whose session the request has. */
  principalOf(request: FastifyRequest): Promise<Principal | undefined>
  /** The user id of the first account. */
  firstAccount(): Promise<string | undefined>
}

const headers = {
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy'].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  'cache-control': 'no-store',
}

export function serveOperatorsPage(server: FastifyInstance, page: OperatorsPage): void {
  const { installation } = page
  // Form bodies are parsed on this page only: the API accepts nothing that a form of a foreign page could send.
  server.register(async (own) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    own.addHook('onRequest', async (request, answer) => {
      if (!(await isOperator(page, request))) return refuse(page, request, answer)
    })

    own.get(OPERATORS_PATH, async (_request, answer) => show(answer, undefined))
    own.get(PARKED_PATH, async (_request, answer) => answer.redirect(`${OPERATORS_PATH}/parked`, 302))
    for (const { name, actions, act } of sections) {
      own.get(`${OPERATORS_PATH}/${name}`, async (_request, answer) => show(answer, name))
      if (!actions || !act) continue
      own.post(`${OPERATORS_PATH}/${name}`, async (request, answer) => {
        if (!isOwnForm(request))
          return sendProblem(answer, problem(403, 'not-allowed', 'Use the page itself.', request.id))
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const field = (of: string) => form.get(of) ?? ''
        const action = field('action')
        const isServed = installation.regions.some(({ region }) => region === field('region'))
        if (!isServed || !Object.hasOwn(actions, action))
          return sendProblem(
            answer,
            problem(400, 'invalid-input', 'This form is not of the page.', request.id),
          )
        // An item that is already gone is simply no longer listed.
        await act(installation, action, { region: field('region'), id: field('id') })
        return answer.redirect(`${OPERATORS_PATH}/${name}`, 303)
      })
    }

    async function show(answer: FastifyReply, name: string | undefined): Promise<FastifyReply> {
      const read = await readSections(installation, sectionsNamed(name))
      const html = operatorsPage({ read, all: sections, only: name, at: installation.now() })
      return answer.headers(headers).send(html)
    }
  })
}

async function isOperator(page: OperatorsPage, request: FastifyRequest): Promise<boolean> {
  // At the domain of an agency there is nothing of the operator.
  if (request.agencyHost) return false
  if (page.token !== undefined) return bears(request, page.token)
  const principal = await page.principalOf(request)
  return principal?.kind === 'user' && principal.userId === (await page.firstAccount())
}

/** Where a token is asked for, browsers ask for it; otherwise there is nothing here. */
function refuse({ token }: OperatorsPage, request: FastifyRequest, answer: FastifyReply): FastifyReply {
  if (token === undefined || request.agencyHost) {
    answer.callNotFound()
    return answer
  }
  answer.header('www-authenticate', 'Basic realm="Parley operations"')
  return sendProblem(answer, problem(401, 'not-signed-in', 'Send OPERATOR_TOKEN as password.', request.id))
}
