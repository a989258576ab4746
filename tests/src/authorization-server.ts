/**
 * A server of the Model Context Protocol on loopback that asks for OAuth 2, and its authorization server, on another port: as RFC
 * 6749, 7009, 7636, 7591, 8414, 8707, 9207 and 9728 have it. A code and a refresh token count once; one that comes twice revokes
 * the grant. It can be told to answer wrongly.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

type Grant = { client: string; revoked: boolean }
type Registered = { secret: string | undefined; redirectUris: string[]; method: string }
type TokenAnswer = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang'

export type AuthorizationServerDouble = Awaited<ReturnType<typeof startAuthorizationServer>>

export async function startAuthorizationServer() {
  const clients = new Map<string, Registered>()
  const codes = new Map<
    string,
    { grant: Grant; challenge: string; redirectUri: string; resource: string | null }
  >()
  const access = new Map<string, { grant: Grant; endsAt: number }>()
  const refreshing = new Map<string, Grant>()
  const used = new Map<string, Grant>()
  /** What came to the token endpoint, and to the registration. */
  const asked: Record<string, string>[] = []
  const registrations: Record<string, unknown>[] = []
  /** What came to the revocation endpoint. */
  const revocations: Record<string, string>[] = []
  /** The next answers of the token endpoint; when none is left, as documented. */
  const tokenAnswers: TokenAnswer[] = []
  /** What came to the server of the protocol, by its `Authorization`. */
  const bearers: (string | undefined)[] = []
  const how = {
    /** Added to the metadata of the authorization server; undefined takes a field out. */
    metadata: {} as Record<string, unknown>,
    /** Added to that of the server. */
    resource: {} as Record<string, unknown>,
    /** How long access lasts, in seconds. */
    lasts: 3600,
    /** Whether it gives refresh tokens. */
    refreshes: true,
    /** Waits for this before it answers at the token endpoint. */
    before: undefined as Promise<unknown> | undefined,
    /** What is named in place of the metadata of the server. */
    metadataUrl: undefined as string | undefined,
    registers: true,
    /** The status with which it answers to a revocation. */
    revoking: 200,
    /** Reads the document of a client whose ID is an address; without it, it knows registered ones alone. */
    readClient: undefined as ((clientId: string) => Promise<unknown>) | undefined,
    /** Whether it is described by OpenID Connect Discovery alone. */
    openId: false,
  }

  const authorization = createServer((request, response) => void authorize(request, response))
  const resource = createServer((request, response) => void protect(request, response))
  const [issuer, resourceOrigin] = await Promise.all([listening(authorization), listening(resource)])
  const mcpUrl = `${resourceOrigin}/mcp`

  const mcp = createMcpHandler(() => {
    const shop = new McpServer({ name: 'shop', version: '1', title: 'Lamp shop' })
    shop.registerTool(
      'find_order',
      {
        title: 'Find an order',
        description: 'Tells when it arrives.',
        inputSchema: z.object({ id: z.string() }),
      },
      ({ id }) => ({ content: [{ type: 'text', text: `Order ${id} arrives tomorrow.` }] }),
    )
    return shop
  })

  async function authorize(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '/', issuer)
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return how.openId ? json(response, 404, {}) : json(response, 200, metadata())
      case '/.well-known/openid-configuration':
        return how.openId ? json(response, 200, openIdMetadata()) : json(response, 404, {})
      case '/register':
        return register(JSON.parse(body), response)
      case '/authorize':
        await known(url.searchParams.get('client_id') ?? '')
        return consent(url.searchParams, response)
      case '/decide':
        return decide(new URLSearchParams(body), response)
      case '/token':
        return token(new URLSearchParams(body), request, response)
      case '/revoke':
        return revokeToken(new URLSearchParams(body), request, response)
      default:
        return json(response, 404, {})
    }
  }

  /** Learns of a client from its document (OAuth Client ID Metadata Document). */
  async function known(clientId: string): Promise<void> {
    if (!how.readClient || clients.has(clientId) || !clientId.startsWith('https://')) return
    const document: Record<string, unknown> = Object(await how.readClient(clientId))
    if (document.client_id !== clientId || document.token_endpoint_auth_method !== 'none') return
    const redirectUris = document.redirect_uris as string[]
    clients.set(clientId, { secret: undefined, redirectUris, method: 'none' })
  }

  function revokeToken(said: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    revocations.push(Object.fromEntries(said))
    const isKnown = clientOf(said, request) !== undefined
    const status = how.revoking !== 200 ? how.revoking : isKnown ? 200 : 401
    const text = said.get('token') ?? ''
    const grant = refreshing.get(text) ?? access.get(text)?.grant
    if (grant && status === 200) grant.revoked = true
    json(response, status, {})
  }

  const metadata = () => ({
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    ...{ registration_endpoint: `${issuer}/register`, response_types_supported: ['code'] },
    ...{ code_challenge_methods_supported: ['S256'], scopes_supported: ['orders', 'offline_access'] },
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
    authorization_response_iss_parameter_supported: true,
    revocation_endpoint: `${issuer}/revoke`,
    ...(how.readClient ? { client_id_metadata_document_supported: true } : {}),
    ...how.metadata,
  })

  const openIdMetadata = () => ({
    ...metadata(),
    ...{ jwks_uri: `${issuer}/keys`, subject_types_supported: ['public'] },
    id_token_signing_alg_values_supported: ['RS256'],
  })

  function register(asked: Record<string, unknown>, response: ServerResponse): void {
    registrations.push(asked)
    if (!how.registers) {
      json(response, 403, { error: 'access_denied' })
      return
    }
    const clientId = `client-${randomBytes(8).toString('hex')}`
    const method = String(asked.token_endpoint_auth_method)
    const secret = method === 'none' ? undefined : randomBytes(16).toString('hex')
    clients.set(clientId, { secret, redirectUris: asked.redirect_uris as string[], method })
    json(response, 201, { ...asked, client_id: clientId, ...(secret ? { client_secret: secret } : {}) })
  }

  /** Where a person grants or refuses. */
  function consent(said: URLSearchParams, response: ServerResponse): void {
    const problem = faultOf(said)
    if (problem) {
      json(response, 400, { error: 'invalid_request', error_description: problem })
      return
    }
    const fields = [...said].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><title>Consent</title><form method="post" action="/decide">${fields.join('')}
       <button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></form>`,
    )
  }

  function faultOf(said: URLSearchParams): string | undefined {
    const client = clients.get(said.get('client_id') ?? '')
    if (!client) return 'no such client'
    if (!client.redirectUris.includes(said.get('redirect_uri') ?? '')) return 'no such redirect_uri'
    if (said.get('response_type') !== 'code') return 'no code'
    if (said.get('code_challenge_method') !== 'S256' || !said.get('code_challenge')) return 'no PKCE'
    return undefined
  }

  function decide(said: URLSearchParams, response: ServerResponse): void {
    response.writeHead(303, { location: answerTo(said, said.get('decision') === 'allow') }).end()
  }

  /** The address that a person is sent back to. */
  function answerTo(said: URLSearchParams, allowed = true): string {
    const back = new URL(said.get('redirect_uri') ?? '')
    back.searchParams.set('state', said.get('state') ?? '')
    back.searchParams.set('iss', issuer)
    if (!allowed) {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = randomBytes(16).toString('hex')
    codes.set(code, {
      grant: { client: said.get('client_id') ?? '', revoked: false },
      ...{ challenge: said.get('code_challenge') ?? '', redirectUri: said.get('redirect_uri') ?? '' },
      resource: said.get('resource'),
    })
    back.searchParams.set('code', code)
    return back.href
  }

  async function token(
    said: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    asked.push(Object.fromEntries(said))
    await how.before
    const answer = tokenAnswers.shift()
    if (answer === 'hang') return
    if (answer) {
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      return void response.end(
        typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}),
      )
    }
    const id = clientOf(said, request)
    if (id === undefined) return json(response, 401, { error: 'invalid_client' })
    const grant = said.get('grant_type') === 'refresh_token' ? refreshed(said, id) : redeemed(said, id)
    if (!grant || grant.revoked) return json(response, 400, { error: 'invalid_grant' })
    const [accessToken, refreshToken] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
    access.set(accessToken, { grant, endsAt: Date.now() + how.lasts * 1000 })
    if (how.refreshes) refreshing.set(refreshToken, grant)
    json(response, 200, {
      ...{ access_token: accessToken, token_type: 'Bearer', expires_in: how.lasts },
      ...(how.refreshes ? { refresh_token: refreshToken } : {}),
    })
  }

  /** The client, if it proves who it is as it registered. */
  function clientOf(said: URLSearchParams, { headers }: IncomingMessage): string | undefined {
    const basic = headers.authorization?.replace(/^Basic /, '')
    const [id = '', secret] =
      basic === undefined
        ? [said.get('client_id') ?? '', said.get('client_secret') ?? undefined]
        : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    const client = clients.get(id)
    return client && client.secret === secret ? id : undefined
  }

  function redeemed(said: URLSearchParams, client: string): Grant | undefined {
    const key = said.get('code') ?? ''
    const repeated = used.get(key)
    if (repeated) repeated.revoked = true
    const code = codes.get(key)
    codes.delete(key)
    if (!code) return undefined
    used.set(key, code.grant)
    const challenge = createHash('sha256')
      .update(said.get('code_verifier') ?? '')
      .digest('base64url')
    const fits =
      challenge === code.challenge &&
      said.get('redirect_uri') === code.redirectUri &&
      said.get('resource') === code.resource &&
      client === code.grant.client
    return fits ? code.grant : undefined
  }

  function refreshed(said: URLSearchParams, client: string): Grant | undefined {
    const key = said.get('refresh_token') ?? ''
    const repeated = used.get(key)
    if (repeated) repeated.revoked = true
    const grant = refreshing.get(key)
    refreshing.delete(key)
    if (grant) used.set(key, grant)
    return grant?.client === client ? grant : undefined
  }

  async function protect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const { method = '', url: path = '', headers } = request
    const metadataAt = '/.well-known/oauth-protected-resource/mcp'
    if (path === metadataAt) {
      const own = { resource: mcpUrl, authorization_servers: [issuer], scopes_supported: ['orders'] }
      return json(response, 200, { ...own, ...how.resource })
    }
    bearers.push(headers.authorization)
    const known = access.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!known || known.grant.revoked || known.endsAt <= Date.now()) {
      const named = how.metadataUrl ?? `${resourceOrigin}${metadataAt}`
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${named}"` })
      return void response.end()
    }
    if (path === '/orders') return json(response, 200, { eta: 'Friday' })
    const init = { method, headers: headers as HeadersInit, ...(body === '' ? {} : { body }) }
    const answer = await mcp.fetch(new Request(mcpUrl, init))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  }

  return {
    ...{ issuer, mcpUrl, resourceOrigin, how, asked, registrations, revocations, tokenAnswers, bearers },
    hosts: [issuer, resourceOrigin].map((url) => new URL(url).host),
    /** Adds an application as its owner would at the authorization server. */
    addClient(redirectUri: string, { isPublic = false } = {}) {
      const application = `app-${randomBytes(4).toString('hex')}`
      const secret = isPublic ? undefined : randomBytes(16).toString('hex')
      clients.set(application, { secret, redirectUris: [redirectUri], method: '' })
      return { application, secret: secret ?? '' }
    },
    /** Reads the document of the client of this address, as a browser's request has it do. */
    read: (address: string) => known(new URL(address).searchParams.get('client_id') ?? ''),
    /** What a person at this address who grants access, or refuses it, comes back with: the query. */
    answer(address: string, allowed = true): string {
      const said = new URL(address).searchParams
      const problem = faultOf(said)
      if (problem) throw new Error(problem)
      return new URL(answerTo(said, allowed)).search.slice(1)
    },
    /** Takes back all access that is not renewed, or with `grants` all of it. */
    revoke({ grants = false } = {}) {
      if (grants) for (const grant of refreshing.values()) grant.revoked = true
      access.clear()
    },
    usual() {
      Object.assign(how, { metadata: {}, resource: {}, lasts: 3600, refreshes: true, registers: true })
      Object.assign(how, { before: undefined, metadataUrl: undefined, openId: false })
      Object.assign(how, { revoking: 200, readClient: undefined })
      for (const list of [asked, registrations, revocations, tokenAnswers, bearers]) list.length = 0
    },
    async stop() {
      for (const server of [authorization, resource]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
