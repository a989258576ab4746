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
    case 'oauth2-authorization-code':
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

/**
 * A secret, or a token, of fewer characters is none: what a server answers has such texts everywhere, and would be
 * many times as long with each of them hidden.
 */
export const SHORTEST_SECRET = 4

/** The ways in which a server may repeat the secret in its answer, the longest first. */
export function formsOf(use: CredentialUse, secret: string): string[] {
  if (secret === '') return []
  const forms = new Set([
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    ...otherEscapes(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`Bearer ${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
    ...(use.kind === 'basic' ? inAddress(basicOf(use.username, secret)) : []),
  ])
  return [...forms].sort((one, other) => other.length - one.length)
}

const inAddress = (text: string): string[] => [text, encodeURIComponent(text)]

/** As other languages write texts in JSON, in addresses and in pages. */
function otherEscapes(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const coded = (digits: (code: string) => string) =>
    secret.replace(/[^A-Za-z0-9 .,:;_=-]/g, (char) =>
      char === '/' ? char : `\\u${digits(char.charCodeAt(0).toString(16).padStart(4, '0'))}`,
    )
  const lower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return [
    json.replaceAll('/', '\\/'),
    coded((code) => code),
    coded((code) => code.toUpperCase()),
    lower(encodeURIComponent(secret)),
    lower(new URLSearchParams({ '': secret }).toString().slice(1)),
    secret.replace(/[&<>"']/g, (char) => entities[char] ?? char),
  ]
}

function basicOf(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`).toString('base64')
}
