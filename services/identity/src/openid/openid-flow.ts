/**
 * The authorization code flow with PKCE, for the providers of the operator and those of organisations. What a sign-in has to
 * come back with (state, nonce, verifier) is derived from its id, so that nothing is stored between the two calls.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { Configuration, CustomFetch } from 'openid-client'

/** What a provider knows this server by. */
export type OpenIdClient = { issuer: string; clientId: string; clientSecret: string }

/** What the provider says of the person: the claims of its ID token, with those of its answer about the person. */
export type OpenIdClaims = Record<string, unknown> & { sub: string }

/**
 * `cancelled`: by the person, at the provider. `refused`: the provider did not sign the person in. `untrusted`: an answer of
 * another sign-in, another provider or nobody. `unavailable`: the provider can't be reached or doesn't know this server.
 */
export type OpenIdFailure = 'cancelled' | 'refused' | 'untrusted' | 'unavailable'
type Failed = { ok: false; reason: OpenIdFailure }

export type OpenIdFlow = {
  /** Returns the address to send the person to, and the id of this sign-in. `email`: proposed to the provider. */
  start(
    at: OpenIdClient,
    by: { returnAddress: string; email?: string },
  ): Promise<{ ok: true; address: string; id: string } | Failed>
  /** Proves the answer, a query, with which the person came back. */
  finish(
    at: OpenIdClient,
    by: { returnAddress: string; id: string; answer: string },
  ): Promise<{ ok: true; claims: OpenIdClaims } | Failed>
}

export type OpenIdFlowDeps = {
  /** Of this server alone. */
  secret: Buffer
  /** For providers that others than the operator chose. With it, an issuer must be exactly the provider's name for itself. */
  safeFetch?: SafeFetch
  /** Called with what operators have to know of a provider that could not be used. */
  onFault(message: string, details: object): void
}

export const OPENID_TIMEOUT_SECONDS = 10
/** The keys and addresses of a provider are read again after this time. */
const KEPT_MS = 3_600_000
/** Memory for what was read of providers: of usual ones, some 500. */
const KEPT_BYTES = 10_000_000
const BYTES_OF_ONE = 20_000
const LARGEST_ANSWER = 1_000_000

export function openIdFlow({ secret, safeFetch, onFault }: OpenIdFlowDeps): OpenIdFlow {
  const known = createByteCache<{ configuration: Promise<Configuration>; until: number }>({
    maxBytes: KEPT_BYTES,
    sizeOf: () => BYTES_OF_ONE,
  })
  const derived = (id: string, what: string) =>
    createHmac('sha256', secret).update(`${what}/${id}`).digest('base64url')

  return {
    async start(at, { returnAddress, email }) {
      try {
        const client = await import('openid-client')
        const configuration = await configurationOf(at)
        const id = randomBytes(16).toString('base64url')
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: returnAddress,
          scope: 'openid email profile',
          state: derived(id, 'state'),
          nonce: derived(id, 'nonce'),
          code_challenge: await client.calculatePKCECodeChallenge(derived(id, 'verifier')),
          code_challenge_method: 'S256',
          ...(email !== undefined && { login_hint: email }),
        })
        return { ok: true, address: address.href, id }
      } catch (error) {
        onFault('a sign-in with an OpenID provider could not begin', {
          issuer: at.issuer,
          reason: reasonOf(error),
        })
        return { ok: false, reason: 'unavailable' }
      }
    },

    async finish(at, { returnAddress, id, answer }) {
      const client = await import('openid-client')
      try {
        const configuration = await configurationOf(at)
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(`${returnAddress}?${answer}`),
          {
            pkceCodeVerifier: derived(id, 'verifier'),
            expectedState: derived(id, 'state'),
            expectedNonce: derived(id, 'nonce'),
            idTokenExpected: true,
          },
        )
        const said = tokens.claims()
        if (!said) return { ok: false, reason: 'untrusted' }
        const isWhole = typeof said.email === 'string' && typeof said.email_verified === 'boolean'
        const tellsMore = configuration.serverMetadata().userinfo_endpoint !== undefined
        if (isWhole || !tellsMore) return { ok: true, claims: said }
        const more = await client.fetchUserInfo(configuration, tokens.access_token, said.sub)
        return { ok: true, claims: { ...said, ...more } }
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError)
          return { ok: false, reason: failureIn(error.error) }
        // Anybody can send an answer that can't be trusted; this concerns operators.
        const away = error instanceof client.ResponseBodyError ? error.status >= 500 : isUnreachable(error)
        const isOurs = error instanceof client.ResponseBodyError && error.error === 'invalid_client'
        if (away || isOurs)
          onFault('a sign-in with an OpenID provider failed', {
            issuer: at.issuer,
            reason: reasonOf(error),
          })
        return { ok: false, reason: away || isOurs ? 'unavailable' : 'untrusted' }
      }
    },
  }

  /** Read from the provider once; after a failure by the next sign-in. */
  function configurationOf(at: OpenIdClient): Promise<Configuration> {
    const key = createHash('sha256')
      .update(JSON.stringify([at.issuer, at.clientId, at.clientSecret]))
      .digest('hex')
    const kept = known.get(key)
    if (kept && kept.until > Date.now()) return kept.configuration
    const configuration = discover(at, safeFetch)
    known.set(key, { configuration, until: Date.now() + KEPT_MS })
    configuration.catch(() => known.delete(key))
    return configuration
  }
}

async function discover(
  { issuer, clientId, clientSecret }: OpenIdClient,
  safeFetch: SafeFetch | undefined,
): Promise<Configuration> {
  const client = await import('openid-client')
  const server = new URL(issuer)
  const found = await client.discovery(server, clientId, clientSecret, undefined, {
    timeout: OPENID_TIMEOUT_SECONDS,
    // `config.ts` and the settings of organisations take http for this machine alone.
    execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
    ...(safeFetch && { [client.customFetch]: fetchBy(safeFetch) }),
  })
  // The signatures of its tokens are checked, not only the connection that they came by.
  client.enableNonRepudiationChecks(found)
  // Of a name for many issuers, such as that of all Entra tenants, anybody's own tenant could sign for any address.
  if (safeFetch && new URL(found.serverMetadata().issuer).href !== server.href)
    throw new Error('The provider names itself otherwise.')
  return found
}

function fetchBy(safeFetch: SafeFetch): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const fetched = await safeFetch(address, {
      ...{ method: method === 'POST' ? 'POST' : 'GET', headers, maxBytes: LARGEST_ANSWER, maxRedirects: 0 },
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal && { signal }),
    })
    if (!fetched.ok) throw new TypeError('fetch failed', { cause: new Error(fetched.message) })
    const { status } = fetched
    const hasBody = status !== 204 && status !== 304
    return new Response(hasBody ? new Uint8Array(fetched.body) : null, { status, headers: fetched.headers })
  }
}

function failureIn(error: string): OpenIdFailure {
  if (error === 'access_denied') return 'cancelled'
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'unavailable' : 'refused'
}

/** Without what the error holds besides: it may be what the provider says of a person. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** No connection, no answer in time, or an answer of a server that fails. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof Response) return error.status >= 500
  if (!(error instanceof Error)) return false
  if (Object(error).code === 'OAUTH_TIMEOUT') return true
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  return isUnreachable(error.cause)
}
