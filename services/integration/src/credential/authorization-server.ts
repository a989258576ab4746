/**
 * What is asked of an authorization server of OAuth 2, by the official client of the Model Context Protocol: the authorization
 * code with PKCE, tokens for it, and others in their place; and for a server of the protocol, which authorization server it
 * has (RFC 9728, RFC 8414) and a registration there (RFC 7591). Nothing here throws, and nothing that an authorization server
 * says is repeated: it may have a token in it.
 */
import type {
  AuthorizationServerMetadata,
  FetchLike,
  OAuthClientInformationFull,
  OAuthTokens as ReceivedTokens,
} from '@modelcontextprotocol/client'
import type { ConnectedUse } from '@parley/contracts/integration/credential.ts'
import type { AllowedAddresses, SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { SHORTEST_SECRET } from './apply-credential.ts'
import { basicOfClient } from './client-authentication.ts'
import type { Tokens } from './credential.decider.ts'
import { clientMetadata, redirectUriAt } from './return-address.ts'
import { isSecureAddress } from './secure-address.ts'

export type AuthorizationClient = { use: ConnectedUse; secret: string }

/**
 * `refused`: the authorization server does not grant it, so that somebody has to connect again. `unavailable`: it can't be
 * reached or has a problem. `untrusted`: the answer is of another authorization server.
 */
export type AuthorizationFailed = {
  ok: false
  reason: 'refused' | 'unavailable' | 'untrusted'
  message: string
  timedOut: boolean
}
export type GotTokens = { ok: true; tokens: Tokens } | AuthorizationFailed

/** Where a server of the protocol says that its authorization server is named, and the scopes that it asks for. */
export type Challenge = { resourceMetadataUrl?: string; scope?: string }

/** Who asks for access, from which origin. `clientId`: the address of our document, where others can read it. */
export type Registration = {
  challenge: Challenge
  name: string
  origin: string
  clientId: string | undefined
}

export type AuthorizationServers = {
  /** The address to send a person to, and the verifier for the code that comes back. */
  start(
    client: AuthorizationClient,
    by: { redirectUri: string; state: string },
  ): Promise<{ ok: true; address: string; verifier: string } | AuthorizationFailed>
  /** Tokens for the code; `issuer`: how the answer with it named the authorization server. */
  exchange(
    client: AuthorizationClient,
    by: { code: string; issuer: string | undefined; verifier: string; redirectUri: string },
  ): Promise<GotTokens>
  refresh(client: AuthorizationClient, refreshToken: string): Promise<GotTokens>
  /** Revokes tokens where the authorization server says how (RFC 7009). A token that counts no more is revoked already. */
  revoke(
    client: AuthorizationClient,
    tokens: Tokens,
  ): Promise<{ ok: true; outcome: 'revoked' | 'unsupported' } | AuthorizationFailed>
  /**
   * Finds the authorization server of a server of the Model Context Protocol, and what we are there: where it reads documents of
   * its clients, that of `clientId`; elsewhere by a registration.
   */
  register(
    mcpUrl: string,
    by: Registration,
  ): Promise<{ ok: true; client: AuthorizationClient } | AuthorizationFailed>
}

const TIMEOUT_MS = 10_000
/** For finding an authorization server and registering there, which takes several requests. */
const REGISTERING_MS = 20_000
const MAX_ANSWER_BYTES = 200_000
const MOST_TOKEN_CHARACTERS = 16_000
/** Access that ends sooner is asked for again no sooner than this, in seconds. */
const SHORTEST_SECONDS = 30
const MOST_SECONDS = 10 * 365 * 86_400

export function createAuthorizationServers({
  safeFetch,
  allowPrivateAddresses = [],
  now = Date.now,
  timeoutMs = TIMEOUT_MS,
}: {
  safeFetch: SafeFetch
  allowPrivateAddresses?: AllowedAddresses
  now?: () => number
  timeoutMs?: number
}): AuthorizationServers {
  return {
    start: ({ use }, { redirectUri, state }) =>
      asking(timeoutMs, async (sdk) => {
        const started = await sdk.startAuthorization(use.authorizationUrl, {
          metadata: metadataOf(use),
          clientInformation: { client_id: use.application },
          redirectUrl: redirectUri,
          state,
          ...(use.scopes === '' ? {} : { scope: use.scopes }),
          ...(use.resource === undefined ? {} : { resource: use.resource }),
        })
        return { ok: true, address: started.authorizationUrl.href, verifier: started.codeVerifier }
      }),

    exchange: (client, { code, issuer, verifier, redirectUri }) =>
      asking(timeoutMs, async (sdk, fetchFn) => {
        const { use } = client
        if (isOfAnother(use, issuer)) return untrusted
        const askedAt = now()
        const received = await sdk.exchangeAuthorization(use.authorizationUrl, {
          ...{ ...tokenRequest(client), authorizationCode: code, codeVerifier: verifier, fetchFn },
          redirectUri,
          ...(use.issuer !== undefined && issuer !== undefined ? { iss: issuer } : {}),
        })
        return tokensIn(received, askedAt)
      }),

    refresh: (client, refreshToken) =>
      asking(timeoutMs, async (sdk, fetchFn) => {
        const askedAt = now()
        const request = { ...tokenRequest(client), refreshToken, fetchFn }
        return tokensIn(await sdk.refreshAuthorization(client.use.authorizationUrl, request), askedAt)
      }),

    revoke: (client, { accessToken, refreshToken }) =>
      asking(2 * timeoutMs, async (sdk, fetchFn) => {
        const { use } = client
        const endpoint = await revocationEndpoint(sdk, fetchFn, use)
        if (!endpoint || !isSecureAddress(endpoint, allowPrivateAddresses)) return unsupported
        const ask = (token: string, hint: string) => revokeOne(fetchFn, endpoint, client, token, hint)
        if (refreshToken === undefined) return ask(accessToken, 'access_token')
        const revoked = await ask(refreshToken, 'refresh_token')
        if (!revoked.ok) return revoked
        // Most servers end the whole grant by now, and some revoke no access tokens (RFC 7009 §2).
        const after = await ask(accessToken, 'access_token')
        return !after.ok && after.reason === 'unavailable' ? after : revoked
      }),

    register: (mcpUrl, { challenge, name, origin, clientId }) =>
      asking(REGISTERING_MS, async (sdk, fetchFn) => {
        const { resourceMetadataUrl, scope: asked } = challenge
        const found = await sdk.discoverOAuthServerInfo(mcpUrl, {
          fetchFn,
          ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
        })
        const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found
        if (!metadata) return refusedFor('The server does not say where access to it is granted.')
        const { issuer, authorization_endpoint, token_endpoint, registration_endpoint } = metadata
        if (!metadata.code_challenge_methods_supported?.includes('S256'))
          return refusedFor(
            'The authorization server does not support PKCE, without which it is not safe to use.',
          )
        const resource = resourceMetadata?.resource
        const requestedResource = sdk.resourceUrlFromServerUrl(mcpUrl)
        if (resource && !sdk.checkResourceAllowed({ requestedResource, configuredResource: resource }))
          return refusedFor('The server names another server for which access is granted.')
        const scope = scopeOf(asked ?? resourceMetadata?.scopes_supported?.join(' '), metadata)
        const useOf = (application: string, sendSecretIn: ConnectedUse['sendSecretIn']): ConnectedUse => ({
          kind: 'oauth2-authorization-code',
          ...{ authorizationUrl: authorization_endpoint, tokenUrl: token_endpoint },
          ...{ application, scopes: scope ?? '', mcpUrl, issuer, sendSecretIn },
          ...(metadata.authorization_response_iss_parameter_supported === true ? { sendsIssuer: true } : {}),
          ...{ resource: resource ?? requestedResource.href, redirectUri: redirectUriAt(origin) },
        })
        if (clientId !== undefined && readsDocuments(metadata))
          return { ok: true, client: { use: useOf(clientId, 'none'), secret: '' } }
        if (registration_endpoint === undefined)
          return refusedFor(
            'The authorization server registers no applications by itself. Register one there, and add it on the Credentials page as OAuth 2 authorization code.',
          )
        const method = methodIn(metadata)
        const registered = await sdk.registerClient(authorizationServerUrl, {
          ...{ metadata, fetchFn },
          clientMetadata: { ...clientMetadata(name, origin), token_endpoint_auth_method: method },
          ...(scope === undefined ? {} : { scope }),
        })
        const use = useOf(registered.client_id, sentIn(registered, method))
        const secret = use.sendSecretIn === 'none' ? '' : (registered.client_secret ?? '')
        return { ok: true, client: { use, secret } }
      }),
  }

  /** Calls the official client with a `fetch` that reaches public addresses alone, and says in words what went wrong. */
  async function asking<Got>(
    limitMs: number,
    ask: (sdk: Sdk, fetchFn: FetchLike) => Promise<Got | AuthorizationFailed>,
  ): Promise<Got | AuthorizationFailed> {
    const sdk = await import('@modelcontextprotocol/client')
    const deadline = AbortSignal.timeout(limitMs)
    let fault: AuthorizationFailed | undefined
    const fetchFn: FetchLike = async (address, init = {}) => {
      const { method, body } = init
      const fetched = await safeFetch(String(address), {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...Object.fromEntries(new Headers(init.headers)), 'user-agent': 'Parley' },
        ...(body === undefined || body === null ? {} : { body: String(body) }),
        ...{ maxBytes: MAX_ANSWER_BYTES, maxRedirects: 0, timeoutMs: limitMs, signal: deadline },
      })
      if (!fetched.ok) {
        const timedOut = fetched.code === 'timed-out' || fetched.code === 'cancelled'
        const why = timedOut ? 'It did not answer in time.' : fetched.message
        fault = unavailable(`The authorization server can’t be reached: ${why}`, timedOut)
        throw new TypeError('fetch failed')
      }
      fault = undefined
      const { status, headers } = fetched
      const isEmpty = status === 204 || status === 205 || status === 304
      return new Response(isEmpty ? null : new Uint8Array(fetched.body), { status, headers })
    }
    try {
      return await ask(sdk, fetchFn)
    } catch (error) {
      return fault ?? failureOf(sdk, error)
    }
  }

  function tokensIn(received: ReceivedTokens, askedAt: number): GotTokens {
    const { access_token: accessToken, refresh_token: refreshToken, token_type: type, expires_in } = received
    if (type.toLowerCase() !== 'bearer' || !isSendable(accessToken))
      return refusedFor('The authorization server answered with a token that can’t be sent.')
    const isKept = refreshToken !== undefined && refreshToken !== '' && isSendable(refreshToken)
    const isEnding = expires_in !== undefined && Number.isFinite(expires_in)
    const seconds = Math.min(Math.max(expires_in ?? 0, SHORTEST_SECONDS), MOST_SECONDS)
    const tokens = {
      accessToken,
      ...(isKept ? { refreshToken } : {}),
      ...(isEnding ? { endsAt: new Date(askedAt + seconds * 1000).toISOString() } : {}),
    }
    return { ok: true, tokens }
  }
}

const unsupported = { ok: true, outcome: 'unsupported' } as const

type Sdk = typeof import('@modelcontextprotocol/client')

/** What the official client has to know of an authorization server. */
function metadataOf({ authorizationUrl, tokenUrl, issuer, sendsIssuer }: ConnectedUse) {
  return {
    issuer: issuer ?? new URL(authorizationUrl).origin,
    ...{ authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl },
    ...{ response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] },
    ...(sendsIssuer ? { authorization_response_iss_parameter_supported: true } : {}),
  }
}

function tokenRequest({ use, secret }: AuthorizationClient) {
  const { application, sendSecretIn, resource } = use
  return {
    metadata: metadataOf(use),
    clientInformation: { client_id: application },
    ...(resource === undefined ? {} : { resource }),
    addClientAuthentication(headers: Headers, form: URLSearchParams) {
      if (sendSecretIn === 'header') headers.set('authorization', basicOfClient(application, secret))
      else form.set('client_id', application)
      if (sendSecretIn === 'body') form.set('client_secret', secret)
    },
  }
}

/**
 * Whether an answer is of another authorization server (RFC 9207). One whose name for itself is not known has to be where
 * its addresses are.
 */
function isOfAnother(
  { issuer: known, authorizationUrl, tokenUrl }: ConnectedUse,
  issuer: string | undefined,
) {
  // With a known name, the official client compares.
  if (known !== undefined || issuer === undefined) return false
  const origins = [authorizationUrl, tokenUrl].map((url) => new URL(url).origin)
  return !URL.canParse(issuer) || !origins.includes(new URL(issuer).origin)
}

/**
 * Where an authorization server revokes tokens. One whose name for itself is not known is looked up by the origins of its
 * addresses (RFC 8414 §3), and is the same if it has the same token endpoint. Nothing is sent to another origin than that
 * endpoint's, for which the secret was given.
 */
async function revocationEndpoint(sdk: Sdk, fetchFn: FetchLike, use: ConnectedUse): Promise<URL | undefined> {
  const { issuer, tokenUrl, authorizationUrl } = use
  const origins = [authorizationUrl, tokenUrl].map((url) => new URL(url).origin)
  for (const name of issuer === undefined ? new Set(origins) : [issuer]) {
    const metadata = await sdk.discoverAuthorizationServerMetadata(name, {
      fetchFn,
      skipIssuerValidation: issuer === undefined,
    })
    // Its type leaves it out for servers that OpenID Connect Discovery describes.
    const { revocation_endpoint: endpoint } = Object(metadata)
    if (metadata?.token_endpoint !== tokenUrl || typeof endpoint !== 'string' || !URL.canParse(endpoint))
      continue
    const url = new URL(endpoint)
    if (url.origin === new URL(tokenUrl).origin) return url
  }
  return undefined
}

/**
 * Whether we can be the client of our own document: it has no secret. A server that wants one from every client, and registers
 * them, is asked for a registration.
 */
function readsDocuments(metadata: AuthorizationServerMetadata): boolean {
  const { client_id_metadata_document_supported: isSupported, registration_endpoint } = metadata
  const methods = metadata.token_endpoint_auth_methods_supported
  const takesPublic = methods === undefined || methods.includes('none')
  return isSupported === true && (takesPublic || registration_endpoint === undefined)
}

async function revokeOne(
  fetchFn: FetchLike,
  endpoint: URL,
  client: AuthorizationClient,
  token: string,
  hint: string,
): Promise<{ ok: true; outcome: 'revoked' } | AuthorizationFailed> {
  const headers = new Headers({
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  })
  const form = new URLSearchParams({ token, token_type_hint: hint })
  tokenRequest(client).addClientAuthentication(headers, form)
  const { status } = await fetchFn(endpoint, { method: 'POST', headers, body: form.toString() })
  if (status >= 200 && status < 300) return { ok: true, outcome: 'revoked' }
  if (status >= 500 || status === 429 || status === 408)
    return unavailable('The authorization server has a problem. Try again later.')
  return refusedFor('The authorization server does not revoke the access.')
}

/** How the authorization server lets a client say who it is; without its word, by HTTP Basic (RFC 8414 §2). */
function methodIn({ token_endpoint_auth_methods_supported: methods }: AuthorizationServerMetadata): string {
  const known = ['client_secret_basic', 'client_secret_post', 'none']
  return known.find((method) => (methods ?? known).includes(method)) ?? 'none'
}

/** With access that lasts, where the authorization server knows that as a scope. */
function scopeOf(asked: string | undefined, { scopes_supported: known }: AuthorizationServerMetadata) {
  if (!asked || !known?.includes('offline_access') || asked.split(' ').includes('offline_access'))
    return asked || undefined
  return `${asked} offline_access`
}

/** The server may register the client otherwise than it asked for. */
function sentIn(
  { token_endpoint_auth_method: method, client_secret }: OAuthClientInformationFull,
  asked: string,
): ConnectedUse['sendSecretIn'] {
  if (!client_secret) return 'none'
  const used = method ?? asked
  return used === 'none' ? 'none' : used === 'client_secret_post' ? 'body' : 'header'
}

function isSendable(token: string): boolean {
  const { length } = token
  return length >= SHORTEST_SECRET && length <= MOST_TOKEN_CHARACTERS && /^[\x20-\x7e]+$/.test(token)
}

function failureOf(sdk: Sdk, error: unknown): AuthorizationFailed {
  if (sdk.IssuerMismatchError.isInstance(error)) return untrusted
  if (sdk.InsecureTokenEndpointError.isInstance(error))
    return refusedFor('The token URL has to begin with https://.')
  if (sdk.RegistrationRejectedError.isInstance(error))
    return error.status >= 500
      ? unavailable(`The authorization server has a problem (status ${error.status}). Try again later.`)
      : refusedFor(
          `The authorization server does not register this application (status ${error.status}). Register it there, and add it on the Credentials page as OAuth 2 authorization code.`,
        )
  if (error instanceof sdk.OAuthError) return wordsFor(error.code)
  return unavailable('The authorization server answered with something that is not understood.')
}

/** The codes of RFC 6749 §5.2 and RFC 8707 §2. */
function wordsFor(code: string): AuthorizationFailed {
  switch (code) {
    case 'invalid_grant':
      return refusedFor(
        'The authorization server does not accept the grant: it ended, was used or was revoked.',
      )
    case 'invalid_client':
    case 'unauthorized_client':
      return refusedFor('The authorization server does not accept the client ID or the client secret.')
    case 'invalid_scope':
      return refusedFor('The authorization server does not know the scopes or does not grant them.')
    case 'invalid_target':
      return refusedFor('The authorization server does not grant access to this server.')
    case 'invalid_request':
    case 'unsupported_grant_type':
      return refusedFor('The authorization server does not understand the request.')
    default:
      return unavailable('The authorization server has a problem. Try again later.')
  }
}

const untrusted: AuthorizationFailed = {
  ok: false,
  reason: 'untrusted',
  message: 'The answer is of another authorization server, and was not used.',
  timedOut: false,
}

function refusedFor(message: string): AuthorizationFailed {
  return { ok: false, reason: 'refused', message, timedOut: false }
}

function unavailable(message: string, timedOut = false): AuthorizationFailed {
  return { ok: false, reason: 'unavailable', message, timedOut }
}
