/**
 * The part of Vercel's REST API that domains need, on the loopback interface: projects of one team, and whether the
 * domains of the project `parley` are verified and lead there.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `silent`: no answer. `nonsense`: a page in place of JSON. A number: an error with this status. */
export type VercelMood = 'well' | 'silent' | 'nonsense' | number

export type TestVercel = {
  url: string
  token: string
  /** Method and path of each call, in order. */
  calls: string[]
  /** The domains of the project. */
  has: Map<string, { verified: boolean }>
  /** Domains of other projects; adding one asks for a TXT record. */
  elsewhere: Set<string>
  /** Domains of other teams' projects, which can't be added at all. */
  othersOwn: Set<string>
  /** Domains whose DNS leads to Vercel, and those whose challenge is in DNS. */
  configured: Set<string>
  challenged: Set<string>
  mood(now: VercelMood): void
  stop(): Promise<void>
}

const token = 'vercel-token-of-tests'
const project = '/projects/parley/domains'

export async function startTestVercel(): Promise<TestVercel> {
  // bounded: of one test
  const calls: string[] = []
  const has = new Map<string, { verified: boolean }>()
  const [elsewhere, othersOwn] = [new Set<string>(), new Set<string>()]
  const [configured, challenged] = [new Set<string>(), new Set<string>()]
  let mood: VercelMood = 'well'

  const server = createServer(async (request, response) => {
    const body = await read(request)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vercel')
    calls.push(`${request.method} ${pathname}`)
    if (mood === 'silent') return
    if (mood === 'nonsense') return response.end('<html>Please wait</html>')
    if (typeof mood === 'number') return send(response, mood, { error: { code: 'internal_error' } })
    if (request.headers.authorization !== `Bearer ${token}` || searchParams.get('teamId') !== 'team_1')
      return send(response, 403, { error: { code: 'forbidden' } })
    route(response, request.method ?? '', pathname, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function route(response: ServerResponse, method: string, path: string, body: unknown): unknown {
    if (method === 'POST' && path === `/v10${project}`) {
      const name = String(Object(body).name)
      if (has.has(name)) return send(response, 400, { error: { code: 'domain_already_in_use' } })
      if (othersOwn.has(name)) return send(response, 409, { error: { code: 'domain_taken' } })
      has.set(name, { verified: !elsewhere.has(name) })
      return send(response, 200, domainOf(name))
    }
    const [, name = '', verify] = /^\/v9\/projects\/parley\/domains\/([^/]+)(\/verify)?$/.exec(path) ?? []
    if (name) {
      const known = has.get(name)
      if (!known) return send(response, 404, { error: { code: 'not_found' } })
      if (method === 'DELETE') {
        has.delete(name)
        return send(response, 200, {})
      }
      if (verify && !known.verified && !challenged.has(name))
        return send(response, 400, { error: { code: 'missing_txt_record' } })
      if (verify) has.set(name, { verified: true })
      return send(response, 200, domainOf(name))
    }
    const [, asked] = /^\/v6\/domains\/([^/]+)\/config$/.exec(path) ?? []
    if (asked)
      return send(response, 200, {
        configuredBy: configured.has(asked) ? 'CNAME' : null,
        acceptedChallenges: ['http-01'],
        recommendedIPv4: [
          { rank: 2, value: ['198.51.100.2'] },
          { rank: 1, value: ['198.51.100.1'] },
        ],
        recommendedCNAME: [{ rank: 1, value: 'cname.hosting.example.' }],
        misconfigured: !configured.has(asked),
      })
    return send(response, 404, { error: { code: 'not_found' } })
  }

  function domainOf(name: string) {
    const { verified = false } = has.get(name) ?? {}
    const apexName = name.split('.').slice(-2).join('.')
    const challenge = { type: 'TXT', domain: `_vercel.${apexName}`, value: `vc-domain-verify=${name},1` }
    const verification = [{ ...challenge, reason: 'pending_domain_verification' }]
    return { name, apexName, projectId: 'prj_1', verified, ...(verified ? {} : { verification }) }
  }

  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token, calls, has },
    ...{ elsewhere, othersOwn, configured, challenged },
    mood(now) {
      mood = now
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += piece
  return text === '' ? undefined : JSON.parse(text)
}

function send(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
