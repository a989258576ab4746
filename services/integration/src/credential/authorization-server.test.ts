/** Authorization servers that lie: nothing throws, hangs, or reaches what is not public, and nothing that they say is repeated. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AuthorizationClient,
  createAuthorizationServers,
  type Registration,
} from './authorization-server.ts'
import type { Tokens } from './credential.decider.ts'
import { clientIdAt } from './return-address.ts'

const REDIRECT = 'https://parley.example/app/connected'
const CLIENT_ID = 'https://parley.example/api/oauth-client'
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
    allowPrivateAddresses: [new URL(origin).host],
    timeoutMs: 300,
  })
const register = (more: Partial<Registration> = {}) =>
  servers().register(`${origin}/mcp`, {
    challenge: { resourceMetadataUrl: `${origin}/.well-known/oauth-protected-resource/mcp` },
    ...{ name: 'Lamps', origin: 'https://parley.example', clientId: CLIENT_ID },
    ...more,
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

describe('a client that is described by a document', () => {
  test('needs no registration, and has no secret', async () => {
    answers[METADATA] = metadata({ client_id_metadata_document_supported: true })
    expect(await register()).toMatchObject({
      ok: true,
      client: { secret: '', use: { application: CLIENT_ID, sendSecretIn: 'none', redirectUri: REDIRECT } },
    })
    expect(asked).not.toContain('/register')
  })

  test('is registered where the server wants a secret of every client, or can’t read the document', async () => {
    answers[METADATA] = metadata({
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    })
    expect(await register()).toMatchObject({ ok: true, client: { use: { application: 'c' } } })
    answers[METADATA] = metadata({ client_id_metadata_document_supported: true })
    expect(await register({ clientId: undefined })).toMatchObject({
      ok: true,
      client: { use: { application: 'c' } },
    })
  })

  test.each([
    ['https://parley.example', 'https://parley.example/api/oauth-client'],
    ['http://parley.example', undefined],
    ['https://localhost:4000', undefined],
    ['https://192.168.1.4', undefined],
    ['https://[::1]:4000', undefined],
  ])('is at %s: %s', (origin, clientId) => expect(clientIdAt(origin)).toBe(clientId))
})

describe('revoking', () => {
  const revoke = (more: Partial<AuthorizationClient['use']> = {}, tokens: Tokens = both) =>
    servers().revoke({ ...client(), use: { ...client().use, ...more } }, tokens)
  const both: Tokens = { accessToken: 'access-token', refreshToken: 'refresh-token' }
  beforeEach(() => {
    answers[METADATA] = metadata({ revocation_endpoint: `${origin}/revoke` })
    answers['/revoke'] = {}
  })

  test('sends the refresh token, then the access token', async () => {
    expect(await revoke({ issuer: origin })).toEqual({ ok: true, outcome: 'revoked' })
    expect(asked).toEqual([METADATA, '/revoke', '/revoke'])
  })

  test('finds a server whose name is not known by its token endpoint', async () => {
    expect(await revoke()).toEqual({ ok: true, outcome: 'revoked' })
    answers[METADATA] = metadata({
      revocation_endpoint: `${origin}/revoke`,
      token_endpoint: `${origin}/other`,
    })
    expect(await revoke()).toEqual({ ok: true, outcome: 'unsupported' })
  })

  test.each([
    ['none', undefined],
    ['one at another origin, which would learn the secret', 'https://evil.example/revoke'],
  ])('sends nothing where the endpoint is %s', async (_what, revocation_endpoint) => {
    answers[METADATA] = metadata({ revocation_endpoint })
    expect(await revoke()).toEqual({ ok: true, outcome: 'unsupported' })
    expect(asked.filter((path) => path.includes('revoke'))).toEqual([])
  })

  test.each([
    ['a failure', 503, 'unavailable'],
    ['too many requests', 429, 'unavailable'],
    ['a refusal', 401, 'refused'],
    ['a redirect', 307, 'refused'],
  ])('ends with %s as documented', async (_what, status, reason) => {
    answers['/revoke'] = (response: ServerResponse) =>
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end('SECRET')
    const got = await revoke()
    expect(got).toMatchObject({ ok: false, reason })
    expect(JSON.stringify(got)).not.toContain('SECRET')
  })

  test('is done where a server revokes refresh tokens alone', async () => {
    let calls = 0
    answers['/revoke'] = (response: ServerResponse) => response.writeHead(calls++ === 0 ? 200 : 400).end('{}')
    expect(await revoke()).toEqual({ ok: true, outcome: 'revoked' })
    expect(await revoke({}, { accessToken: 'access-token' })).toMatchObject({ ok: false, reason: 'refused' })
  })

  test('of a server that never answers is tried later', async () => {
    answers['/revoke'] = () => undefined
    expect(await revoke()).toMatchObject({ ok: false, reason: 'unavailable', timedOut: true })
  })
})
