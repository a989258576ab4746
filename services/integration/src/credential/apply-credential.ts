/** What a credential adds to a request, and what has to be hidden of it. Pure. */
import type { CredentialUse } from '@parley/contracts/integration/credential.ts'
import type { Outgoing } from '../tool-request.ts'

/**
 * Returns the request with the credential, which replaces what a field has put in the same place. `secret`: of a kind
 * with tokens, the access token; or what is shown in its place.
 */
export function withCredential(outgoing: Outgoing, use: CredentialUse, secret: string): Outgoing {
  const withHeader = (name: string, value: string): Outgoing => ({
    ...outgoing,
    headers: { ...outgoing.headers, [name]: value },
  })
  switch (use.kind) {
    case 'bearer':
    case 'oauth2-client-credentials':
      return withHeader('authorization', `Bearer ${secret}`)
    case 'header':
      return withHeader(use.headerName.toLowerCase(), secret)
    case 'basic':
      return withHeader('authorization', `Basic ${basicOf(use.username, secret)}`)
    case 'query': {
      const url = new URL(outgoing.url)
      url.searchParams.set(use.parameter, secret)
      return { ...outgoing, url: url.href }
    }
  }
}

/** The ways in which a server may repeat the secret in its answer, the longest first. */
export function formsOf(use: CredentialUse, secret: string): string[] {
  const forms = new Set([
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    ...(use.kind === 'basic' ? [basicOf(use.username, secret)] : []),
  ])
  return [...forms].sort((one, other) => other.length - one.length)
}

function basicOf(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`).toString('base64')
}
