/**
 * A customer's server behind credentials, with a token server of OAuth 2.0 (RFC 6749 §4.4) beside it: remembers what was
 * sent, and answers as it is told to.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Got = { path: string; headers: IncomingHttpHeaders; body: string }
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang'

export async function startSecuredServer() {
  /** What came to `/token`, and to every other address. */
  const asked: Got[] = []
  const got: Got[] = []
  /** The next answers of the token server; when none is left, a token. */
  const tokenAnswers: Answer[] = []
  /** The next answers of every other address; when none is left, 200. */
  const answers: Answer[] = []
  let tokens = 0

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { url: path = '', headers } = request
    const isToken = path.startsWith('/token')
    ;(isToken ? asked : got).push({ path, headers, body })
    const token = { access_token: `access-token-${tokens + 1}`, token_type: 'Bearer', expires_in: 3600 }
    const answer = (isToken ? tokenAnswers : answers).shift() ?? { body: isToken ? token : { eta: 'Friday' } }
    if (isToken) tokens += 1
    if (answer === 'hang') return
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {})
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`

  return {
    ...{ host, url: `http://${host}`, asked, got, tokenAnswers, answers },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
