/** Authorization servers that lie: nothing throws, hangs, or reaches what is not public, and nothing that they say is repeated. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthorizationClient, createAuthorizationServers } from './authorization-server.ts'

const REDIRECT = 'https://parley.example/app/connected'
/** What the server answers by path; a function answers by itself. */
let answers: Record<string, unknown>
let asked: string[] = []
let origin = ''
const server = createServer(async (request, response) => {
  for await (const _ of request);
  const path = request.url ?? '/'
  asked.push(path)
  const answer = answers[path]
  if (typeof answer === 'function') return void answer(response)
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const METADATA = '/.well-known/oauth-authorization-server'
const metadata = (more: object = {}) => ({
  ...{ issuer: origin, authorization_endpoint: `${origin}/authorize`, token_endpoint: `${origin}/token` },
  ...{ registration_endpoint: `${origin}/register`, response_types_supported: ['code'] },
  code_challenge_methods_supported: ['S256'],
  ...more,
})
beforeEach(() => {
  asked = []
  answers = {
    '/.well-known/oauth-protected-resource/mcp': {
      ...{ resource: `${origin}/mcp`, authorization_servers: [origin] },
    },
    [METADATA]: metadata(),
    '/register': { client_id: 'c', client_secret: 'client-secret', redirect_uris: [REDIRECT] },
  }
})

const servers = () =>
  createAuthorizationServers({
    safeFetch: createSafeFetch({ allowPrivateAddresses: [new URL(origin).host] }),
    timeoutMs: 300,
  })
const register = () =>
  servers().register(`${origin}/mcp`, {
    challenge: { resourceMetadataUrl: `${origin}/.well-known/oauth-protected-resource/mcp` },
    redirectUri: REDIRECT,
  })
const client = (): AuthorizationClient => ({
  use: {
    kind: 'oauth2-authorization-code',
    ...{ authorizationUrl: `${origin}/authorize`, tokenUrl: `${origin}/token` },
    ...{ application: 'c', scopes: '', sendSecretIn: 'header' },
  },
  secret: 'client-secret',
})
const refresh = (answer: unknown) => {
  answers['/token'] = answer
  return servers().refresh(client(), 'refresh-token')
}
const deep = `${'['.repeat(90_000)}${']'.repeat(90_000)}`
const endless = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => response.write('"'.padEnd(60_000, 'SECRET')) && setImmediate(more)
  response.on('drain', more)
  response.on('error', () => undefined)
  more()
}
const redirecting = (to: string) => (response: ServerResponse) =>
  response.writeHead(307, { location: to }).end()

describe('tokens', () => {
  test.each([
    ['that are none', { access_token: 5, token_type: 'Bearer' }],
    ['that are lists', [[], []]],
    ['that are deep', deep],
    ['that are no JSON', '<html>SECRET'],
    ['without an end', endless],
    ['that never come', () => undefined],
    ['of a redirect', redirecting('http://169.254.169.254/latest')],
    ['with a line break', { access_token: 'SECRET\r\nX: y', token_type: 'Bearer' }],
    ['of another type', { access_token: 'SECRET', token_type: 'mac' }],
    ['of one character, which every answer has', { access_token: 'e', token_type: 'Bearer' }],
    ['of a megabyte', { access_token: 'SECRET'.repeat(20_000), token_type: 'Bearer' }],
  ])('%s are refused in words of ours', async (_what, answer) => {
    const got = await refresh(answer)
    expect(got).toMatchObject({ ok: false, message: expect.any(String) })
    expect(JSON.stringify(got)).not.toContain('SECRET')
    expect(asked).toEqual(['/token'])
  })

  test.each([
    ['a text', '"3600"'],
    ['the end of time', '1e999'],
    ['the past', '-5'],
    ['nothing', 'null'],
  ])('may end at %s', async (_what, seconds) => {
    const got = await refresh(`{"access_token":"access","token_type":"bearer","expires_in":${seconds}}`)
    if (got.ok && got.tokens.endsAt !== undefined)
      expect(Date.parse(got.tokens.endsAt)).toBeGreaterThan(Date.now() + 20_000)
    if (!got.ok) expect(got.message).toMatch(/^The authorization server/)
  })
})

describe('a registration', () => {
  test('is with the server that is found', async () => {
    expect(await register()).toMatchObject({ ok: true, client: { secret: 'client-secret' } })
  })

  test('without a secret, or with an empty one, is a public client', async () => {
    for (const client_secret of [undefined, '']) {
      answers['/register'] = { client_id: 'c', client_secret, redirect_uris: [REDIRECT] }
      expect(await register()).toMatchObject({
        ok: true,
        client: { use: { sendSecretIn: 'none' }, secret: '' },
      })
    }
  })

  test.each([
    ['metadata of another issuer', METADATA, () => metadata({ issuer: 'https://victim.example' })],
    ['a page that is a script', METADATA, () => metadata({ authorization_endpoint: 'javascript:alert(1)' })],
    ['metadata of the own network', METADATA, () => redirecting('http://169.254.169.254/latest')],
    [
      'a registration in the own network',
      METADATA,
      () => metadata({ registration_endpoint: 'http://169.254.169.254/register' }),
    ],
    ['deep metadata', METADATA, () => deep],
    ['endless metadata', METADATA, () => endless],
    ['metadata without PKCE', METADATA, () => metadata({ code_challenge_methods_supported: ['plain'] })],
    ['a client that is none', '/register', () => ({ client_id: 5 })],
    ['an endless client', '/register', () => endless],
    [
      'access to another server',
      '/.well-known/oauth-protected-resource/mcp',
      () => ({ resource: 'https://victim.example/mcp', authorization_servers: [origin] }),
    ],
    [
      'an authorization server in the own network',
      '/.well-known/oauth-protected-resource/mcp',
      () => ({ resource: `${origin}/mcp`, authorization_servers: ['http://10.0.0.1/'] }),
    ],
  ])('is refused with %s', async (_what, path, answer) => {
    answers[path] = answer()
    const got = await register()
    expect(got).toMatchObject({ ok: false, message: expect.any(String) })
    expect(JSON.stringify(got)).not.toContain('SECRET')
  })
})
