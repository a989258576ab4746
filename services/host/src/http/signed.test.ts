import { createHmac } from 'node:crypto'
import { defineEndpoints, type Endpoint, receivedSchema } from '@parley/contracts/endpoint.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { signatureOf } from '@parley/integration/signature.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Reply, reply } from '@parley/kernel/commands/handler.ts'
import { createRateLimits, type RateLimits, type UsageStore } from '@parley/kernel/limits/rate-limits.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { leasesInMemory } from '@parley/kernel/running/leases.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '../metrics.ts'
import { createQuotas } from '../quotas/quotas.ts'
import { noTracing } from '../tracing.ts'
import { createDeliveries } from './deliveries.ts'
import { mountEndpoints } from './mount.ts'
import { createEmbedTickets } from './origins.ts'

const sample = {
  summary: 'Sample',
  method: 'POST',
  kind: 'command',
  access: 'signed',
  permission: 'webhook.deliver',
  params: z.object({ workspaceId: z.string() }),
  output: receivedSchema,
  maxBodyBytes: 1_000,
} as const
const endpoints: Record<string, Endpoint> = defineEndpoints({
  'sample.stripe': {
    ...sample,
    scheme: 'stripe',
    path: '/hooks/stripe/{workspaceId}',
    body: z.object({ id: z.string() }),
  },
  'sample.meta': { ...sample, scheme: 'meta', path: '/hooks/meta/{workspaceId}' },
  'sample.operator': {
    ...sample,
    params: z.object({}),
    scheme: 'stripe',
    path: '/hooks/stripe',
    body: z.object({ id: z.string() }),
  },
  'sample.parley': { ...sample, scheme: 'parley', path: '/hooks/parley/{workspaceId}' },
  'sample.ordinary': {
    ...sample,
    access: 'anyone',
    permission: 'account.sign-in',
    path: '/ordinary/{workspaceId}',
    body: z.object({ id: z.string() }),
    output: z.object({ id: z.string() }),
  },
})

const DAY_MS = 86_400_000
const secret = 'whsec_test'
let server: FastifyInstance
let state: ReadStore
let clock: number
let limits: RateLimits
let wrong: string[]
let handled: Call[]
let answer: (call: Call) => Promise<Reply<unknown>>

beforeEach(async () => {
  clock = Date.parse('2026-11-22T12:00:00Z')
  handled = []
  wrong = []
  limits = createRateLimits(unsharedUsage(), { now: () => clock })
  answer = async () => reply({ received: true })
  state = await openSqliteReadStore({ file: ':memory:' })
  server = await mounted(state)
})
afterEach(async () => {
  await server.close()
  await limits.close()
  await state.close()
})

const seconds = () => Math.floor(clock / 1000)
const hmac = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex')

function stripe(body: string, { of = 'w1', key = secret, at = seconds() } = {}) {
  const headers = { 'stripe-signature': `t=${at},v1=${hmac(`${at}.${body}`, key)}` }
  return post(`/hooks/stripe/${of}`, body, headers)
}

async function post(url: string, body: string, headers: Record<string, string>, remoteAddress = '192.0.2.1') {
  const given = { 'content-type': 'application/json', ...headers }
  const answered = await server.inject({ method: 'POST', url, payload: body, headers: given, remoteAddress })
  return { status: answered.statusCode, said: answered.json() }
}

const taken = { status: 200, said: { received: true } }
const refused = { status: 401, said: expect.objectContaining({ code: 'bad-signature' }) }

describe('a signed endpoint', () => {
  test('passes on the signed body and its raw bytes, for the tenant in the path', async () => {
    const body = ' {"id" : "evt_1",\n "text": "Gr\\u00fc\\u00dfe ü"}'
    expect(await stripe(body)).toEqual(taken)
    expect(handled).toMatchObject([
      {
        body: { id: 'evt_1' },
        tenant: 'w1',
        principal: { kind: 'provider', scheme: 'stripe' },
        context: { actor: { kind: 'system', id: 'stripe' }, cause: { via: 'channel', by: 'sample.stripe' } },
        request: { delivery: { id: 'evt_1' } },
      },
    ])
    expect(handled[0]?.request.delivery?.raw.toString()).toBe(body)
  })

  test('of no region, agent or workspace takes what is signed with the secret of the operator, once', async () => {
    const body = '{"id":"evt_1"}'
    const delivered = (key: string, at = seconds()) =>
      post('/hooks/stripe', body, { 'stripe-signature': `t=${at},v1=${hmac(`${at}.${body}`, key)}` })
    expect(await delivered('other')).toEqual(refused)
    expect(await delivered(secret, seconds() - 301)).toEqual(refused)
    expect([await delivered(secret), await delivered(secret)]).toEqual([taken, taken])
    expect(handled).toMatchObject([{ tenant: '', body: { id: 'evt_1' } }])
  })

  test('accepts Meta’s deliveries and our own, with any media type', async () => {
    const body = 'any=thing'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const signed = { ...type, 'x-hub-signature-256': `sha256=${hmac(body)}` }
    expect(await post('/hooks/meta/w1', body, signed)).toEqual(taken)
    const path = '/hooks/parley/w1?a=1'
    const ours = { secret, timestamp: seconds(), idempotencyKey: 'c1.m1', method: 'POST', path, body }
    const headers = {
      'x-parley-timestamp': String(ours.timestamp),
      'x-parley-signature': signatureOf(ours),
      'idempotency-key': 'c1.m1',
    }
    expect(await post(path, body, { ...type, ...headers })).toEqual(taken)
    expect(handled.map(({ request }) => request.delivery?.raw.toString())).toEqual([body, body])
  })

  test.each([
    ['without a signature', () => post('/hooks/stripe/w1', '{"id":"e"}', {})],
    ['under another secret', () => stripe('{"id":"e"}', { key: 'other' })],
    ['under no secret', () => stripe('{"id":"e"}', { key: '' })],
    ['too old', () => stripe('{"id":"e"}', { at: seconds() - 301 })],
    ['for whom there is no secret', () => stripe('{"id":"e"}', { of: 'w-none' })],
    ['for whom the secret is empty', () => stripe('{"id":"e"}', { of: 'w-empty', key: '' })],
    [
      'that was signed by another scheme',
      () => post('/hooks/stripe/w1', '{"id":"e"}', { 'x-hub-signature-256': `sha256=${hmac('{"id":"e"}')}` }),
    ],
    [
      'whose bytes were changed',
      () =>
        post('/hooks/stripe/w1', '{"id": "e"}', {
          'stripe-signature': `t=${seconds()},v1=${hmac(`${seconds()}.{"id":"e"}`)}`,
        }),
    ],
    ['with a bearer alone', () => post('/hooks/stripe/w1', '{"id":"e"}', { authorization: 'Bearer x' })],
  ])('refuses a delivery %s', async (_what, deliver) => {
    expect(await deliver()).toEqual(refused)
    expect(handled).toEqual([])
  })

  test('refuses every delivery if no secrets are configured', async () => {
    await server.close()
    server = await mounted(undefined)
    expect(await stripe('{"id":"e"}')).toEqual(refused)
  })

  test('refuses a body that is too large before reading it, and a signed body that is invalid', async () => {
    expect((await stripe(`{"id":"${'e'.repeat(1_000)}"}`)).status).toBe(413)
    expect((await stripe('{"id":1}')).status).toBe(400)
    expect((await stripe('{')).status).toBe(400)
    expect(handled).toEqual([])
  })

  test('does not change how other endpoints parse JSON', async () => {
    answer = async ({ body }) => reply(body)
    const answered = await post('/ordinary/w1', '{"id":"a"}', {})
    expect(answered).toEqual({ status: 200, said: { id: 'a' } })
    expect((await post('/ordinary/w1', 'id=a', { 'content-type': 'text/csv' })).status).toBe(415)
  })
})

describe('a delivery that is repeated', () => {
  test('gets the same response and is handled once, for as long as providers repeat', async () => {
    for (const days of [0, 0, 3, 27]) {
      clock += days * DAY_MS
      expect(await stripe('{"id":"evt_1"}')).toEqual(taken)
    }
    expect(handled).toHaveLength(1)
    expect(await stripe('{"id":"evt_2"}')).toEqual(taken)
    expect(handled).toHaveLength(2)
  })

  test('is forgotten after two periods of thirty days', async () => {
    const period = Math.floor(clock / (30 * DAY_MS))
    const kept = () => state.checkpoint(`webhook-deliveries@${period}`)
    await stripe('{"id":"evt_1"}')
    expect(await kept()).toBe(clock)
    clock += 60 * DAY_MS
    await stripe('{"id":"evt_1"}')
    expect(handled).toHaveLength(2)
    expect(await kept()).toBe(-1)
  })

  test('is handled separately for another workspace', async () => {
    await stripe('{"id":"evt_1"}')
    expect(await stripe('{"id":"evt_1"}', { of: 'w2' })).toEqual(taken)
    expect(handled.map(({ tenant }) => tenant)).toEqual(['w1', 'w2'])
  })

  test('is handled again if it failed, with the same idempotency key', async () => {
    answer = async () => refuse('conflict', 'Not now.')
    expect((await stripe('{"id":"evt_1"}')).status).toBe(409)
    answer = () => Promise.reject(new Error('away'))
    expect((await stripe('{"id":"evt_1"}')).status).toBe(500)
    answer = async () => reply({ received: true })
    expect(await stripe('{"id":"evt_1"}')).toEqual(taken)
    expect(await stripe('{"id":"evt_1"}')).toEqual(taken)
    expect(handled).toHaveLength(3)
    expect(new Set(handled.map(({ context }) => context.cause.command)).size).toBe(1)
  })

  test('concurrently is handled once, and the second request is refused to be repeated later', async () => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    answer = async () => {
      begun.resolve()
      await end.promise
      return reply({ received: true })
    }
    const first = stripe('{"id":"evt_1"}')
    await begun.promise
    expect((await stripe('{"id":"evt_1"}')).status).toBe(409)
    end.resolve()
    expect(await first).toEqual(taken)
    expect(await stripe('{"id":"evt_1"}')).toEqual(taken)
    expect(handled).toHaveLength(1)
  })
})

describe('deliveries with a wrong signature', () => {
  const from = (address: string, { of = 'w1', key = 'guessed', body = '{"id":"evt_1"}' } = {}) => {
    const headers = { 'stripe-signature': `t=${seconds()},v1=${hmac(`${seconds()}.${body}`, key)}` }
    return post(`/hooks/stripe/${of}`, body, headers, address)
  }
  const tooMany = { status: 429, said: expect.objectContaining({ code: 'too-many-requests' }) }

  test('are counted by where they were sent, and of nothing that is not there', async () => {
    for (const of of ['w1', 'w1', 'w2', 'nobody']) expect(await from('192.0.2.7', { of })).toEqual(refused)
    expect(wrong).toEqual(['w1 sample.stripe w1', 'w1 sample.stripe w1', 'w2 sample.stripe w2'])
  })

  test('end after thirty a minute of one address, while right ones from elsewhere get through', async () => {
    for (let nth = 0; nth < 30; nth++) expect(await from('192.0.2.7')).toEqual(refused)
    expect(await from('192.0.2.7')).toEqual(tooMany)
    expect(await from('192.0.2.7', { key: secret })).toEqual(tooMany)
    expect(wrong).toHaveLength(30)
    expect(await from('192.0.2.8', { key: secret })).toEqual(taken)
    expect(await from('192.0.2.7', { of: 'w2', key: secret, body: '{"id":"evt_2"}' })).toEqual(taken)
    clock += 3_000
    expect(await from('192.0.2.7', { key: secret, body: '{"id":"evt_3"}' })).toEqual(taken)
  })

  test('end after more of one address to channels that may not even be there', async () => {
    for (let nth = 0; nth < 120; nth++) expect(await from('192.0.2.7', { of: `no${nth}` })).toEqual(refused)
    expect(await from('192.0.2.7', { of: 'another' })).toEqual(tooMany)
  })
})

/** Counts for this process alone. */
function unsharedUsage(): UsageStore {
  const until = new Map<string, number>()
  return {
    read: async (keys) => keys.map((key) => until.get(key) ?? 0),
    add: async (uses, now) =>
      uses.map(({ key, costMs }) => {
        const next = Math.max(until.get(key) ?? 0, now) + costMs
        until.set(key, next)
        return next
      }),
    clean: async () => {},
    close: async () => {},
  }
}

/** Starts a server. `state` stores handled deliveries; without it, no webhooks are configured. */
async function mounted(state: ReadStore | undefined): Promise<FastifyInstance> {
  const leases = leasesInMemory()
  const made = fastify()
  const now = () => clock
  const deliveries = state && createDeliveries({ leases, state, now })
  const handler = (call: Call) => {
    handled.push(call)
    return answer(call)
  }
  const secrets: Record<string, string> = { w1: secret, w2: secret, 'w-empty': '' }
  mountEndpoints(
    made,
    {
      endpoints,
      handlersOf: () => Object.fromEntries(Object.keys(endpoints).map((name) => [name, handler])) as never,
      gatekeeper: {
        principalOf: async () => ({ kind: 'nobody' }),
        workspacesOf: async () => [],
        membershipOf: async () => undefined,
        standingOf: async () => 'open' as const,
        tenantOfAgent: async () => undefined,
      },
      waitFor: async () => undefined,
      seenIn: () => '',
      publicUrl: 'http://localhost',
      tracing: noTracing,
      origins: {
        tickets: createEmbedTickets(Buffer.alloc(32)),
        listOf: async () => [],
        isTestPanel: async () => false,
      },
      closing: new AbortController().signal,
      limitsOf: () => ({ limits, factor: 1 }) as never,
      quotas: createQuotas({ metrics: createMetrics() }),
      countryHeader: undefined,
      checkOutputs: true,
      ...(deliveries && {
        webhooks: {
          countWrong: (_, tenant, place) => wrong.push(`${tenant} ${place}`),
          secretOf: async (endpoint, { tenant, named }) =>
            endpoint === 'sample.operator' && Object.keys(named).length === 0 ? secret : secrets[tenant],
          deliveriesOf: () => deliveries,
          now,
        },
      }),
    },
    ['na'],
  )
  made.addHook('onClose', () => leases.close())
  await made.ready()
  return made
}
