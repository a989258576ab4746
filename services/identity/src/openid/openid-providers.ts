/**
 * OpenID providers as the operator configured them, by the authorization code flow with PKCE. What a sign-in has to come
 * back with (state, nonce, verifier) is derived from its ticket, so that nothing is stored between the two calls.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { refuse } from '@parley/kernel/decider.ts'
import { derivedKey } from '@parley/kernel/derived-key.ts'
import { createTokenSigner, type TokenSigner } from '@parley/kernel/signed-token.ts'
import type { Configuration } from 'openid-client'
import type { Refused } from '../sign-in-limits.ts'

/** `name`: in addresses, such as `google`. `label`: on the button. */
export type OpenIdProvider = {
  name: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** What a provider says of the person. The address is one that it has proven. */
export type OpenIdPerson = { email: string; displayName: string }

export type OpenIdProviders = {
  /** Returns the address to send the person to, and the ticket of this sign-in. */
  start(name: string): Promise<{ ok: true; address: string; ticket: string } | Refused>
  /** Proves the answer with which the person came back. */
  finish(
    ticket: string,
    answer: string,
  ): Promise<{ ok: true; provider: OpenIdProvider; person: OpenIdPerson } | Refused>
}

type Claims = { provider: string; id: string }

const TICKET_LIFETIME_SECONDS = 600
const TIMEOUT_SECONDS = 10
/** The keys and addresses of a provider are read again after this time. */
const KEPT_MS = 3_600_000

export type OpenIdDeps = {
  providers: readonly OpenIdProvider[]
  masterKey: Buffer
  publicUrl: string
  /** Called with what operators have to know of a provider that could not be used. */
  onFault(message: string, details: object): void
}

export function openIdProviders({ providers, masterKey, publicUrl, onFault }: OpenIdDeps): OpenIdProviders {
  const secret = derivedKey(masterKey, 'openid sign-ins')
  const tickets: TokenSigner<Claims> = createTokenSigner({
    ...{ masterKey, purpose: 'openid sign-in', prefix: 'oi1.', lifetimeSeconds: TICKET_LIFETIME_SECONDS },
    read(said) {
      const { provider, id } = Object(said)
      return typeof provider === 'string' && typeof id === 'string' ? { provider, id } : undefined
    },
  })
  // bounded: an entry for each configured provider
  const known = new Map<string, { configuration: Promise<Configuration>; until: number }>()
  const derived = (id: string, what: string) =>
    createHmac('sha256', secret).update(`${what}/${id}`).digest('base64url')

  return {
    async start(name) {
      const provider = named(name)
      if (!provider) return unknownProvider
      try {
        const client = await import('openid-client')
        const configuration = await configurationOf(provider)
        const id = randomBytes(16).toString('base64url')
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: returnAddress(name),
          scope: 'openid email profile',
          state: derived(id, 'state'),
          nonce: derived(id, 'nonce'),
          code_challenge: await client.calculatePKCECodeChallenge(derived(id, 'verifier')),
          code_challenge_method: 'S256',
        })
        return { ok: true, address: address.href, ticket: tickets.issue({ provider: name, id }) }
      } catch (error) {
        onFault('a sign-in with an OpenID provider could not begin', {
          provider: name,
          reason: reasonOf(error),
        })
        return unavailable(provider)
      }
    },

    async finish(ticket, answer) {
      const claims = tickets.verify(ticket)
      const provider = claims && named(claims.provider)
      if (!claims || !provider) return expired
      const { id } = claims
      const client = await import('openid-client')
      try {
        const configuration = await configurationOf(provider)
        const came = new URL(`${returnAddress(provider.name)}?${answer}`)
        const tokens = await client.authorizationCodeGrant(configuration, came, {
          pkceCodeVerifier: derived(id, 'verifier'),
          expectedState: derived(id, 'state'),
          expectedNonce: derived(id, 'nonce'),
          idTokenExpected: true,
        })
        const said = tokens.claims()
        if (!said) return untrusted(provider)
        const about =
          typeof said.email === 'string' && typeof said.email_verified === 'boolean'
            ? said
            : { ...said, ...(await client.fetchUserInfo(configuration, tokens.access_token, said.sub)) }
        return personIn(provider, about)
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError) return refusedBy(provider, error.error)
        // Anybody can send an answer that can't be trusted; this concerns operators.
        const away = error instanceof client.ResponseBodyError ? error.status >= 500 : isUnreachable(error)
        const isOurs = error instanceof client.ResponseBodyError && error.error === 'invalid_client'
        if (away || isOurs)
          onFault('a sign-in with an OpenID provider failed', {
            provider: provider.name,
            reason: reasonOf(error),
          })
        return away || isOurs ? unavailable(provider) : untrusted(provider)
      }
    },
  }

  function named(name: string): OpenIdProvider | undefined {
    return providers.find((one) => one.name === name)
  }

  function returnAddress(name: string): string {
    return `${publicUrl}/login/openid/${name}`
  }

  /** Read from the provider once; after a failure by the next sign-in. */
  function configurationOf(provider: OpenIdProvider): Promise<Configuration> {
    const kept = known.get(provider.name)
    if (kept && kept.until > Date.now()) return kept.configuration
    const configuration = discover(provider)
    known.set(provider.name, { configuration, until: Date.now() + KEPT_MS })
    configuration.catch(() => known.delete(provider.name))
    return configuration
  }
}

async function discover({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<Configuration> {
  const client = await import('openid-client')
  const server = new URL(issuer)
  return client.discovery(server, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // The operator's own address; `config.ts` takes http for this machine alone.
    execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  })
}

function personIn(
  provider: OpenIdProvider,
  about: Record<string, unknown>,
): { ok: true; provider: OpenIdProvider; person: OpenIdPerson } | Refused {
  const { email, email_verified: verified, name } = about
  if (typeof email !== 'string' || verified !== true)
    return refuse(
      'email-not-verified',
      `${provider.label} has not confirmed your email address. Confirm it there, or sign in with a code by email.`,
    )
  const [local = ''] = email.split('@')
  const displayName = typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : local
  return { ok: true, provider, person: { email: email.trim().toLowerCase(), displayName } }
}

export const unknownProvider = refuse('not-found', 'This way to sign in is not offered here.')
const expired = refuse(
  'sign-in-expired',
  'This sign-in took too long or was started in another tab. Please try again.',
)

function refusedBy({ label }: OpenIdProvider, error: string): Refused {
  if (error === 'access_denied') return refuse('denied', `You cancelled signing in with ${label}.`)
  if (error === 'temporarily_unavailable' || error === 'server_error')
    return refuse('provider-unavailable', unavailableWords(label))
  return refuse('provider-refused', `${label} did not sign you in. Please try again.`)
}

const untrusted = ({ label }: OpenIdProvider): Refused =>
  refuse('provider-refused', `The answer of ${label} can’t be trusted. Please try again.`)

const unavailable = ({ label }: OpenIdProvider): Refused =>
  refuse('provider-unavailable', unavailableWords(label))

const unavailableWords = (label: string) =>
  `${label} can’t be reached at the moment. Please try again later, or sign in in another way.`

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
