/**
 * A double of a customer's server behind a webhook: verifies what Parley sends with the package of Standard Webhooks,
 * and answers as it is told to.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Sent = {
  type: string
  payload: Record<string, unknown>
  createdAt: string
  workspaceSecret?: string
}
export type Taken = Sent & { id: string }

/**
 * How the double answers the next requests; when none is left, with 204. `hang`: not at all. `slow`: a body without
 * end. `cut`: the event is taken, and its answer is lost.
 */
export type WebhookAnswer =
  | number
  | 'hang'
  | 'slow'
  | 'cut'
  | { status: number; headers?: Record<string, string>; body?: string }

export type WebhookDouble = Awaited<ReturnType<typeof startWebhookDouble>>

export async function startWebhookDouble({ port = 0 }: { port?: number } = {}) {
  const answers: WebhookAnswer[] = []
  /** What was accepted with a valid signature, in the order of arrival, repetitions included. */
  const taken: Taken[] = []
  const requests: { id: string; status: WebhookAnswer; body: string; headers: Record<string, string> }[] = []
  const secrets: string[] = []
  let always: WebhookAnswer = 204
  // bounded: of one test
  const byPath = new Map<string, WebhookAnswer>()

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const id = headers['webhook-id'] ?? ''
    if (!secrets.some((secret) => isSigned(secret, body, headers))) {
      requests.push({ id, status: 401, body, headers })
      return response.writeHead(401).end('bad signature')
    }
    const answer = byPath.get(request.url ?? '') ?? answers.shift() ?? always
    requests.push({ id, status: answer, body, headers })
    const status = typeof answer === 'object' ? answer.status : answer
    if (status === 'cut' || (typeof status === 'number' && status < 300))
      taken.push({ ...JSON.parse(body), id })
    give(response, answer)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const { port: bound } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${bound}/events`,
    host: `127.0.0.1:${bound}`,
    port: bound,
    taken,
    requests,
    /** The secrets of which one must have signed. */
    secrets,
    answer: (...next: WebhookAnswer[]) => void answers.push(...next),
    answerAlways(next: WebhookAnswer) {
      always = next
    },
    /** Answers the requests to a path in this way. */
    answerTo: (path: string, next: WebhookAnswer) => byPath.set(path, next),
    types: () => taken.map(({ type }) => type),
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

function give(response: ServerResponse, answer: WebhookAnswer): void {
  if (answer === 'hang') return
  if (answer === 'cut') return void response.destroy()
  if (answer === 'slow') {
    const drip = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(drip))
    return
  }
  const { status, headers = {}, body = '' } = typeof answer === 'object' ? answer : { status: answer }
  response.writeHead(status, headers).end(body)
}
