/**
 * Stands between a tester that knows nothing but the OpenAPI document and a Parley: gives each call real credentials of
 * whoever holds its permission, one after the other, and counts the answers by endpoint.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { signatureOf } from '@parley/integration/signature.ts'
import { KNOWN_HEADER, type KnownCalls } from './known-calls.ts'
import type { Owned } from './owned.ts'

/** Streams of events don't end: this much of them is passed on. */
const STREAM_MS = 200

export type SigningProxy = {
  url: string
  /** Endpoint → status → how many answers. */
  answers: Map<string, Map<number, number>>
  stop(): Promise<void>
}

type Given = {
  target: string
  endpoints: Endpoint[]
  /** Whose ids the calls name. */
  first: Owned
  /** Under which the mail provider signs: `whsec_` and base64. */
  resendWebhookSecret: string
  /** Whose ids are put in their place: those of somebody who still has everything. */
  present(endpoint: Endpoint): Promise<Owned>
  /** Made by the owner, by endpoint. */
  known: KnownCalls
  /** Told of each call that was done. */
  done(endpoint: Endpoint): void
}

export async function startSigningProxy({
  target,
  endpoints,
  first,
  resendWebhookSecret,
  present,
  known,
  done,
}: Given): Promise<SigningProxy> {
  // Where two match, the one with fewer placeholders is meant.
  const patterns = endpoints
    .toSorted((one, other) => placeholdersIn(one) - placeholdersIn(other))
    .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))
  const answers: SigningProxy['answers'] = new Map()
  let turn = 0
  let calls = 0
  const { hostname, port } = new URL(target)

  const server = createServer({ maxHeaderSize: 1_000_000 }, (asked, answer) => {
    pass(asked, answer).catch((error) => {
      answer.writeHead(500).end(`The proxy failed: ${error}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${ownPort}`,
    answers,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk)
    const [pathOnly = ''] = (asked.url ?? '').split('?')
    const endpoint = patterns.find(
      ({ endpoint, pattern }) => endpoint.method === asked.method && pattern.test(pathOnly),
    )?.endpoint
    const isKnown = asked.headers[KNOWN_HEADER] !== undefined
    const owned = endpoint && !isKnown ? await present(endpoint) : first
    const path = renamed(asked.url ?? '', first, owned)
    const sent = Buffer.concat(chunks)
    const body =
      owned === first ? sent : Buffer.from(renamed(sent.toString('latin1'), first, owned), 'latin1')
    const {
      authorization: _,
      'content-length': __,
      'transfer-encoding': ___,
      connection: ____,
      ...headers
    } = asked.headers
    const credentials = endpoint
      ? credentialsFor(endpoint, owned, { path, body, method: asked.method ?? '', isKnown })
      : {}
    const forwarded = request({
      ...{ hostname, port, path, method: asked.method },
      headers: {
        ...headers,
        ...credentials,
        'x-forwarded-for': ownAddress(),
        ...(body.length > 0 ? { 'content-length': body.length } : {}),
      },
      agent: false,
    })
    const got = await new Promise<IncomingMessage>((resolve, reject) => {
      forwarded.once('response', resolve).once('error', reject).end(body)
    })
    const { statusCode = 500 } = got
    if (endpoint) {
      const counts = answers.get(endpoint.name) ?? new Map<number, number>()
      counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
      answers.set(endpoint.name, counts)
      if (statusCode < 300) done(endpoint)
    }
    answer.writeHead(statusCode, got.headers)
    if (got.headers['content-type']?.startsWith('text/event-stream'))
      setTimeout(() => {
        answer.end()
        got.destroy()
      }, STREAM_MS)
    got.on('error', () => answer.end())
    got.pipe(answer)
  }

  function credentialsFor(
    endpoint: Endpoint,
    owned: Owned,
    call: { path: string; body: Buffer; method: string; isKnown: boolean },
  ): Record<string, string> {
    const example = known[endpoint.name]
    if (call.isKnown && endpoint.access === undefined) return bearer(owned.person.token)
    if (example?.appSecret !== undefined) return signedByMeta(example.appSecret, call.body)
    switch (endpoint.access) {
      case 'anyone':
        return {}
      case 'signed':
        return signed(endpoint, owned, call)
      case 'visitor':
        return bearer(owned.visitorToken)
      case 'client':
        return bearer(inTurn([owned.clientToken, owned.orgAdminToken]))
      case 'person':
        return bearer(owned.person.token)
      case undefined:
        // The owner may do most, so most of the calls are theirs.
        return bearer(
          inTurn([
            ...[owned.person.token, owned.clientToken, owned.person.token, owned.workspaceSecret],
            ...[owned.person.token, owned.agentKey, owned.person.token, owned.agencyAdminToken],
          ]),
        )
    }
  }

  function signed(
    { scheme }: Extract<Endpoint, { access: 'signed' }>,
    { word }: Owned,
    { path, body, method }: { path: string; body: Buffer; method: string },
  ): Record<string, string> {
    const timestamp = Math.floor(Date.now() / 1000)
    const idempotencyKey = randomUUID()
    if (scheme === 'parley') {
      const secret = `${word} and more of it`
      return {
        ...{ 'x-parley-timestamp': String(timestamp), 'idempotency-key': idempotencyKey },
        'x-parley-signature': signatureOf({ secret, timestamp, idempotencyKey, method, path, body }),
      }
    }
    const key = Buffer.from(resendWebhookSecret.replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', key)
      .update(`${idempotencyKey}.${timestamp}.`)
      .update(body)
      .digest('base64')
    return {
      ...{ 'svix-id': idempotencyKey, 'svix-timestamp': String(timestamp) },
      'svix-signature': `v1,${signature}`,
    }
  }

  function ownAddress(): string {
    calls++
    return `10.${64 + ((calls >> 16) & 63)}.${(calls >> 8) & 255}.${calls & 255}`
  }

  function inTurn(tokens: string[]): string {
    return tokens[turn++ % tokens.length] ?? ''
  }
}

function signedByMeta(secret: string, body: Buffer): Record<string, string> {
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

function placeholdersIn({ path }: Endpoint): number {
  return path.split('{').length
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]*')}$`)
}

/** Ids are long enough to be replaced wherever they stand. */
function renamed(text: string, from: Owned, to: Owned): string {
  if (from === to) return text
  let named = text.replaceAll(from.person.email, to.person.email)
  for (const [name, id] of Object.entries(from.named))
    if (id.length > 7) named = named.replaceAll(id, to.named[name] ?? id)
  return named
}
