/** A provider for tests, on the loopback interface: records calls of `setWebhook` and `deleteWebhook`. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { Channel } from '../channel.decider.ts'
import type { ProviderSetup, SetupResult } from '../channel-adapter.ts'

/** `hangs`: no response. `cut`: it does what was asked, and the connection breaks before the response. */
export type ProviderAnswer = 'ok' | 'hangs' | 'cut' | 'nonsense' | { status: number; retryAfter?: number }

export type TestProvider = {
  /** The method and the first word of the secret of each call, in order. */
  calls: string[]
  /** The first words of the secrets whose webhook is set. */
  set: Set<string>
  /** What the next calls get, in order; `ok` after that. */
  answer(...answers: ProviderAnswer[]): void
  provider: ProviderSetup
  stop(): Promise<void>
}

export async function startTestProvider(): Promise<TestProvider> {
  // bounded: of one test
  const calls: string[] = []
  const set = new Set<string>()
  const answers: ProviderAnswer[] = []

  const server = createServer((request, response) => {
    const [, secret = '', method = ''] = (request.url ?? '').split('/')
    const [token = ''] = secret.split('-')
    calls.push(`${method} ${token}`)
    const answer = answers.shift() ?? 'ok'
    const carriesOut = answer === 'ok' || answer === 'cut'
    if (carriesOut && method === 'setWebhook') set.add(token)
    if (carriesOut && method === 'deleteWebhook') set.delete(token)
    respond(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const safeFetch = createSafeFetch({ allowPrivateAddresses: [`127.0.0.1:${port}`] })

  async function call({ credentials }: Channel, method: string): Promise<SetupResult> {
    const fetched = await safeFetch(`http://127.0.0.1:${port}/${credentials.secret}/${method}`, {
      ...{ method: 'POST', maxBytes: 1_000, maxRedirects: 0 },
      timeoutMs: answers[0] === 'hangs' ? 500 : 10_000,
    })
    if (!fetched.ok) return { ok: false, final: false }
    const { status, headers, body } = fetched
    if (status === 401) return { ok: false, final: true, reason: 'credentials-refused' }
    const seconds = Number(headers['retry-after'])
    if (status === 429 && seconds > 0) return { ok: false, final: false, afterMs: seconds * 1_000 }
    return status === 200 && body.toString() === '{"ok":true}' ? { ok: true } : { ok: false, final: false }
  }

  return {
    calls,
    set,
    answer: (...next) => void answers.push(...next),
    provider: {
      setUp: (channel) => call(channel, 'setWebhook'),
      tearDown: (channel) => call(channel, 'deleteWebhook'),
      async check(channel) {
        const found = await call(channel, 'getWebhookInfo')
        if (found.ok) return { state: 'connected' }
        return { state: found.final ? 'credentials-refused' : 'unreachable' }
      },
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, answer: ProviderAnswer): void {
  if (answer === 'hangs') return
  if (answer === 'cut') response.destroy()
  else if (answer === 'ok') response.end('{"ok":true}')
  else if (answer === 'nonsense') response.end('<html>')
  else {
    const { status, retryAfter } = answer
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }).end()
  }
}
