/**
 * A double of a customer's server behind a webhook channel: delivers signed messages to Parley, and verifies and
 * collects what Parley sends. As documented, it takes each `Idempotency-Key` once.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedBy, signatureOf } from '@parley/integration/signature.ts'

export type Taken = {
  conversationId: string
  contact: { id: string }
  message: { id: string; role: string; blocks: { type: string; text?: string }[] }
}

/** How the double answers the next requests; when none is left, with 200. `hang`: not at all. */
export type Answer = number | 'hang' | 'cut' | { status: number; retryAfter: string }

export type ChannelDouble = Awaited<ReturnType<typeof startChannelDouble>>

export async function startChannelDouble(secret = 'a shared secret of the shop') {
  const answers: Answer[] = []
  /** By idempotency key, in the order in which they were first taken. */
  const taken = new Map<string, Taken>()
  const requests: { key: string; status: number | 'hang' | 'cut' }[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const key = String(request.headers['idempotency-key'])
    const signed = {
      secret,
      timestamp: Number(request.headers['x-parley-timestamp']),
      idempotencyKey: key,
      method: request.method ?? '',
      path: request.url ?? '',
      body,
    }
    const next = answers.shift() ?? 200
    const { status, retryAfter } = typeof next === 'object' ? next : { status: next, retryAfter: undefined }
    const isOurs = isSignedBy(String(request.headers['x-parley-signature']), signed)
    requests.push({ key, status: isOurs ? status : 401 })
    if (!isOurs) return response.writeHead(401).end()
    if (status === 'hang') return
    // A message is taken before the answer is lost.
    if (status === 'cut' || status === 200) if (!taken.has(key)) taken.set(key, JSON.parse(body))
    if (status === 'cut') return request.socket.destroy()
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/messages?shop=1`,
    secret,
    taken,
    requests,
    /** Answers the next requests in this way. */
    answer(...next: Answer[]) {
      answers.push(...next)
    },
    /** The texts that arrived, in order. */
    texts: () =>
      [...taken.values()].map(({ message }) => message.blocks.map(({ text = '' }) => text).join('\n')),
    /** Delivers to an address of Parley; returns the status of the answer. */
    async deliver(
      address: string,
      body: object,
      { id = randomUUID() as string, key = secret, at = Math.floor(Date.now() / 1000) } = {},
    ): Promise<number> {
      const text = JSON.stringify(body)
      const headers = deliveryHeaders(address, text, { id, secret: key, at })
      const answered = await fetch(address, { method: 'POST', headers, body: text })
      await answered.text()
      return answered.status
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The headers of a signed delivery to an address of Parley; `at` in seconds. */
export function deliveryHeaders(
  address: string,
  body: string,
  { id, secret, at }: { id: string; secret: string; at: number },
): Record<string, string> {
  const { pathname: path } = new URL(address)
  const about = { secret, timestamp: at, idempotencyKey: id, method: 'POST', path, body }
  return {
    'content-type': 'application/json',
    'idempotency-key': id,
    'x-parley-timestamp': String(at),
    'x-parley-signature': signatureOf(about),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
