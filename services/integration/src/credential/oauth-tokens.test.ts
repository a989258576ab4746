import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOAuthTokens, type OAuthClient } from './oauth-tokens.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang'

const answers: Answer[] = []
let asked = 0
let tokenUrl = ''
const server = createServer(async (request, response) => {
  for await (const _ of request);
  asked++
  const answer = answers.shift() ?? { body: { access_token: `token-${asked}`, token_type: 'Bearer' } }
  if (answer === 'hang') return
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {})
  response.writeHead(answer.status ?? 200, answer.headers).end(text)
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  answers.length = 0
  asked = 0
  time = 1_000_000
})

let time = 0
const tokensWith = (timeoutMs = 5_000) =>
  createOAuthTokens({
    safeFetch: createSafeFetch({ allowPrivateAddresses: [new URL(tokenUrl).host] }),
    now: () => time,
    timeoutMs,
  })
const clientWith = (more: Partial<OAuthClient> = {}): OAuthClient => ({
  ...{ tenant: 'w1', credentialId: 'c1', version: 1, secret: 'client-secret' },
  use: { kind: 'oauth2-client-credentials', tokenUrl, application: 'id', scopes: '', sendSecretIn: 'header' },
  ...more,
})

describe('a token', () => {
  it.each([
    [1_000, 939, 941],
    ['100', 89, 91],
    [undefined, 269, 271],
    ['soon', 269, 271],
    [-1, 269, 271],
    [10_000_000, 86_339, 86_341],
  ])('that ends after %s s is kept until shortly before', async (expires_in, kept, renewed) => {
    answers.push({ body: { access_token: 'first', token_type: 'bearer', expires_in } })
    const tokens = tokensWith()
    const began = time
    await tokens.get(clientWith())
    time = began + kept * 1000
    expect(await tokens.get(clientWith())).toEqual({ ok: true, token: 'first' })
    time = began + renewed * 1000
    expect(await tokens.get(clientWith())).toEqual({ ok: true, token: 'token-2' })
  })

  it('is fetched once for calls at the same time', async () => {
    const tokens = tokensWith()
    const got = await Promise.all([1, 2, 3].map(() => tokens.get(clientWith())))
    expect(got.map((each) => each.ok && each.token)).toEqual(['token-1', 'token-1', 'token-1'])
    expect(asked).toBe(1)
  })

  it('is that of one tenant, credential and version', async () => {
    const tokens = tokensWith()
    for (const more of [{}, { tenant: 'w2' }, { credentialId: 'c2' }, { version: 2 }])
      await tokens.get(clientWith(more))
    expect(asked).toBe(4)
  })

  it('is forgotten if it is still the one that was not accepted', async () => {
    const tokens = tokensWith()
    await tokens.get(clientWith())
    tokens.forget(clientWith(), 'another')
    expect(await tokens.get(clientWith())).toEqual({ ok: true, token: 'token-1' })
    tokens.forget(clientWith(), 'token-1')
    expect(await tokens.get(clientWith())).toEqual({ ok: true, token: 'token-2' })
  })
})

describe('an answer without a token', () => {
  const secretive = 'said-by-the-server'
  it.each<[string, Answer, string]>([
    ['text', { body: secretive }, 'has no access token'],
    ['another object', { body: { token: secretive } }, 'has no access token'],
    [
      'a token of one character, which every answer has',
      { body: { access_token: 'e', token_type: 'bearer' } },
      'has no access token',
    ],
    [
      'a token that starts a header',
      { body: { access_token: 'long\r\nb', token_type: 'bearer' } },
      'has no access token',
    ],
    ['another type', { body: { access_token: secretive, token_type: 'mac' } }, 'is no bearer token'],
    ['a wrong secret', { status: 401, body: { error: 'invalid_client' } }, 'rotate the credential'],
    ['a wrong scope', { status: 400, body: { error: 'invalid_scope' } }, 'does not know the scopes'],
    ['a client that may not', { status: 400, body: { error: 'unauthorized_client' } }, 'Allow it there.'],
    ['another request', { status: 400, body: { error: 'invalid_request' } }, 'the other way'],
    ['an unknown code', { status: 400, body: { error: secretive } }, 'answered with status 400'],
    ['no address', { status: 404, body: secretive }, 'Check the token URL'],
    ['a fault', { status: 503, body: secretive }, 'has a problem (status 503). Try again later.'],
    ['a redirect', { status: 307, headers: { location: 'https://evil.example/' } }, 'redirects'],
    ['no end', { body: 'x'.repeat(100_000) }, 'larger than 64,000 bytes'],
  ])('is an error in words: %s', async (_, answer, words) => {
    answers.push(answer)
    const got = await tokensWith().get(clientWith())
    expect(got).toMatchObject({ ok: false, timedOut: false, message: expect.stringContaining(words) })
    expect(JSON.stringify(got)).not.toContain(secretive)
    expect(asked).toBe(1)
  })

  it('is an error where the server is silent or cannot be reached, and is asked for again', async () => {
    answers.push('hang')
    const tokens = tokensWith(50)
    expect(await tokens.get(clientWith())).toMatchObject({
      ok: false,
      timedOut: true,
      message: expect.stringContaining('Try again later'),
    })
    const gone = { ...clientWith().use, tokenUrl: 'http://127.0.0.1:1/token' }
    expect(await tokens.get(clientWith({ use: gone }))).toMatchObject({ ok: false, timedOut: false })
    expect(await tokensWith().get(clientWith())).toMatchObject({ ok: true })
  })

  it('comes of an address in the own network', async () => {
    const tokens = createOAuthTokens({ safeFetch: createSafeFetch() })
    expect(await tokens.get(clientWith())).toMatchObject({
      ok: false,
      message: expect.stringContaining('is not an address on the public internet'),
    })
    expect(asked).toBe(0)
  })
})
