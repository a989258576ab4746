/** Pages of websites that are not on an agent's list, and callers without an origin. */
import { randomBytes } from 'node:crypto'
import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { createEmbedTickets } from '@parley/host/http/origins.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attacked, conversationsOf, inRegion, startAttacked } from './attacker.ts'

const shop = 'https://shop.example'
const evil = 'https://evil.example'

let attacked: Attacked
let restricted: string
let frame: string

beforeAll(async () => {
  attacked = await startAttacked()
  const { mine, newAgent } = attacked
  restricted = await newAgent()
  await restrict([shop, 'https://*.brand.example', 'http://localhost:3000'])
  await mine.client.call('public.agent', { params: { ...inRegion, agentId: attacked.agentId } })
  frame = `/widget/na/${restricted}/frame`
})
afterAll(() => attacked?.parley.stop())

async function restrict(allowedOrigins: string[]): Promise<void> {
  const params = { ...inRegion, agentId: restricted }
  await attacked.mine.client.call('agents.save', { params, body: { allowedOrigins } })
  await attacked.mine.client.call('agents.get', { params })
}

async function ticketOf(headers: Record<string, string>, agentId = restricted): Promise<string | undefined> {
  const { text } = await attacked.call('GET', `/widget/na/${agentId}/frame`, { headers })
  return /name="embed-ticket" content="([^"]+)"/.exec(text)?.[1]
}

describe('every public call of an agent that is limited to certain websites', () => {
  const publicCalls = Object.values(api as Record<string, Endpoint>).filter(
    ({ path }) => path.includes('/public/') && path.includes('{agentId}'),
  )

  test.each(publicCalls)('$name refuses other pages and callers without an origin', async (endpoint) => {
    const path = fillPath(endpoint.path, { ...inRegion, agentId: restricted, conversationId: 'c1' })
    const own = attacked.parley.url
    const tries = [
      evil,
      'null',
      undefined,
      own,
      'https://brand.example',
      'http://localhost:3001',
      `${shop}.evil.example`,
    ]
    for (const origin of tries) {
      const headers: Record<string, string> = origin === undefined ? {} : { origin }
      const answer = await attacked.call(endpoint.method, path, {
        headers,
        ...(endpoint.body ? { body: {} } : {}),
      })
      expect(answer.status, `${origin}`).toBe(403)
      expect(answer.json).toMatchObject({
        code: 'origin-not-allowed',
        message: expect.stringMatching(/website/),
      })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    for (const origin of [shop, 'https://a.b.brand.example', 'http://localhost:3000']) {
      const answer = await attacked.call(endpoint.method, path, {
        headers: { origin },
        ...(endpoint.body ? { body: {} } : {}),
      })
      expect(answer.status, `${origin}`).not.toBe(403)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('vary')).toContain('origin')
    }
  })

  test.each(publicCalls)('$name answers preflights of listed websites only', async (endpoint) => {
    const path = fillPath(endpoint.path, { ...inRegion, agentId: restricted, conversationId: 'c1' })
    const ask = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': endpoint.method }
      const answer = await attacked.call('OPTIONS', path, { headers })
      return answer.headers.get('access-control-allow-origin')
    }
    expect(await ask(shop)).toBe(shop)
    expect(await ask(evil)).toBeNull()
  })
})

test('an agent without a list is open to every page', async () => {
  const { agentId, statusOf, call } = attacked
  for (const origin of [evil, 'null', undefined]) {
    const headers: Record<string, string> = origin === undefined ? {} : { origin }
    expect(await statusOf('POST', conversationsOf(agentId), undefined, headers)).toBe(200)
  }
  const { headers } = await call('GET', `/widget/na/${agentId}/frame`, { headers: { referer: evil } })
  expect(headers.get('content-security-policy')).not.toContain('frame-ancestors')
})

describe('the frame', () => {
  test('is sent only to pages on the list, and no other page’s browser may show it', async () => {
    const { call } = attacked
    const given = await call('GET', frame, { headers: { referer: `${shop}/cart?x=1` } })
    expect(given.status).toBe(200)
    expect(given.headers.get('content-security-policy')).toContain(
      `frame-ancestors 'self' ${shop} https://*.brand.example http://localhost:3000`,
    )
    expect(given.headers.get('cache-control')).toBe('no-store')
    for (const headers of [
      {},
      { referer: evil },
      { referer: 'nonsense' },
      { referer: 'https://shop.example.evil.example/https://shop.example' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    ] as Record<string, string>[]) {
      const refused = await call('GET', frame, { headers })
      expect(refused.status, JSON.stringify(headers)).toBe(403)
      expect(refused.text).toMatch(/website/)
      expect(refused.text).not.toContain('embed-ticket')
    }
  })

  test('its ticket is accepted for the chat’s calls, which come from Parley’s own origin or without one', async () => {
    const { call, parley } = attacked
    const ticket = (await ticketOf({ referer: `${shop}/` })) ?? ''
    expect(ticket).toMatch(/^pe1\./)
    const embedded = { 'embed-ticket': ticket }
    const started = await call('POST', conversationsOf(restricted), {
      body: {},
      headers: { ...embedded, origin: parley.url },
    })
    expect(started.status).toBe(200)
    const { conversationId, visitorToken } = started.json
    const messages = `${conversationsOf(restricted)}/${conversationId}/messages`
    const read = (headers: Record<string, string>) => call('GET', messages, { token: visitorToken, headers })
    expect((await read(embedded)).status).toBe(200)
    // The visitor's own token proves who calls, not from where.
    expect((await read({})).status).toBe(403)
    expect((await read({ ...embedded, origin: evil })).status).toBe(403)
  })

  test('a ticket is for its agent, for its page as long as that is on the list, and can’t be forged', async () => {
    const { call, newAgent, mine } = attacked
    const status = async (ticket: string | undefined, agentId = restricted) =>
      (
        await call('POST', conversationsOf(agentId), {
          body: {},
          headers: ticket === undefined ? {} : { 'embed-ticket': ticket },
        })
      ).status
    const other = await newAgent()
    const params = { ...inRegion, agentId: other }
    await mine.client.call('agents.save', { params, body: { allowedOrigins: [evil] } })
    const foreign = await ticketOf({ referer: evil }, other)
    expect(await status(foreign, other)).toBe(200)
    expect(await status(foreign)).toBe(403)
    const claims = { region: 'na', agentId: restricted, origin: shop } as const
    expect(await status(createEmbedTickets(randomBytes(32)).issue(claims))).toBe(403)
    const brand = await ticketOf({ referer: 'https://www.brand.example/' })
    expect(await status(brand)).toBe(200)
    await restrict([shop])
    expect(await status(brand)).toBe(403)
    await restrict([shop, 'https://*.brand.example', 'http://localhost:3000'])
  })
})

test('the dashboard’s test panel reaches the agent from Parley’s own page', async () => {
  const { mine, call, parley } = attacked
  const params = { ...inRegion, agentId: restricted }
  const { conversationId, visitorToken } = await mine.client.call('conversations.test', { params, body: {} })
  const path = `${conversationsOf(restricted)}/${conversationId}/messages`
  const own = { origin: parley.url }
  const said = await call('POST', path, { token: visitorToken, body: { id: 'm1', text: 'hi' }, headers: own })
  expect(said.status).toBe(200)
  expect((await call('GET', path, { token: visitorToken })).status).toBe(200)
  const elsewhere = await call('GET', path, { token: visitorToken, headers: { origin: evil } })
  expect(elsewhere.status).toBe(403)
})

test('a test panel of another agent reaches only its own agent', async () => {
  const { mine, theirs, newAgent, call, parley } = attacked
  const started = { body: {}, headers: { origin: parley.url } }
  for (const person of [mine, theirs]) {
    const params = { ...inRegion, agentId: await newAgent(person) }
    const { visitorToken } = await person.client.call('conversations.test', { params, body: {} })
    const answer = await call('POST', conversationsOf(restricted), { ...started, token: visitorToken })
    expect(answer.status).toBe(403)
    expect(answer.json).toMatchObject({ code: 'origin-not-allowed' })
  }
  const params = { ...inRegion, agentId: restricted }
  const { visitorToken } = await mine.client.call('conversations.test', { params, body: {} })
  expect((await call('POST', conversationsOf(restricted), { ...started, token: visitorToken })).status).toBe(
    200,
  )
})

test('the list accepts websites and nothing else', async () => {
  const path = `/api/na/v2/agents/${restricted}`
  for (const entry of [
    '*',
    'https://*',
    'shop.example',
    `https://a.example; script-src *`,
    'https://a.example/x',
  ]) {
    const body = { allowedOrigins: [entry] }
    const { status, json } = await attacked.call('POST', path, { token: attacked.mine.token, body })
    expect(status, entry).toBe(400)
    expect(json.message).toMatch(/https:\/\/shop\.example/)
  }
})
