/** OpenID providers as the operator configured them, with which people sign in at the product's own address. */
import { refuse } from '@parley/kernel/commands/decider.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { createTokenSigner, type TokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import type { Refused } from '../sign-in-limits.ts'
import { type OpenIdClaims, type OpenIdClient, type OpenIdFailure, openIdFlow } from './openid-flow.ts'

/** `name`: in addresses, such as `google`. `label`: on the button. */
export type OpenIdProvider = OpenIdClient & { name: string; label: string }

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

export type OpenIdDeps = {
  providers: readonly OpenIdProvider[]
  masterKey: Buffer
  publicUrl: string
  /** Called with what operators have to know of a provider that could not be used. */
  onFault(message: string, details: object): void
}

export function openIdProviders({ providers, masterKey, publicUrl, onFault }: OpenIdDeps): OpenIdProviders {
  const flow = openIdFlow({ secret: derivedKey(masterKey, 'openid sign-ins'), onFault })
  const tickets: TokenSigner<Claims> = createTokenSigner({
    ...{ masterKey, purpose: 'openid sign-in', prefix: 'oi1.', lifetimeSeconds: TICKET_LIFETIME_SECONDS },
    read(said) {
      const { provider, id } = Object(said)
      return typeof provider === 'string' && typeof id === 'string' ? { provider, id } : undefined
    },
  })

  return {
    async start(name) {
      const provider = named(name)
      if (!provider) return unknownProvider
      const started = await flow.start(provider, { returnAddress: returnAddress(name) })
      if (!started.ok) return refusedBy(provider, started.reason)
      const { address, id } = started
      return { ok: true, address, ticket: tickets.issue({ provider: name, id }) }
    },

    async finish(ticket, answer) {
      const claims = tickets.verify(ticket)
      const provider = claims && named(claims.provider)
      if (!claims || !provider) return expired
      const by = { returnAddress: returnAddress(provider.name), id: claims.id, answer }
      const finished = await flow.finish(provider, by)
      return finished.ok ? personIn(provider, finished.claims) : refusedBy(provider, finished.reason)
    },
  }

  function named(name: string): OpenIdProvider | undefined {
    return providers.find((one) => one.name === name)
  }

  function returnAddress(name: string): string {
    return `${publicUrl}/login/openid/${name}`
  }
}

function personIn(
  provider: OpenIdProvider,
  about: OpenIdClaims,
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

function refusedBy({ label }: OpenIdProvider, reason: OpenIdFailure): Refused {
  switch (reason) {
    case 'cancelled':
      return refuse('denied', `You cancelled signing in with ${label}.`)
    case 'refused':
      return refuse('provider-refused', `${label} did not sign you in. Please try again.`)
    case 'untrusted':
      return refuse('provider-refused', `The answer of ${label} can’t be trusted. Please try again.`)
    case 'unavailable':
      return refuse(
        'provider-unavailable',
        `${label} can’t be reached at the moment. Please try again later, or sign in in another way.`,
      )
  }
}
