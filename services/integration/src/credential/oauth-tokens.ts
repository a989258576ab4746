/**
 * Access tokens by OAuth 2.0 client credentials (RFC 6749 §4.4), kept in the memory of this process until shortly before
 * they end. What a token server answers is never repeated: its answer may have the token or the secret in it.
 */
import type { CredentialUse } from '@parley/contracts/integration/credential.ts'
import { createByteCache } from '@parley/kernel/limits/byte-cache.ts'
import type { SafeFetch, SafeFetched } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'
import { SHORTEST_SECRET } from './apply-credential.ts'
import { basicOfClient } from './client-authentication.ts'

export type OAuthClient = {
  tenant: string
  credentialId: string
  /** Tokens of another version are not used. */
  version: number
  use: Extract<CredentialUse, { kind: 'oauth2-client-credentials' }>
  secret: string
}

export type GotToken = { ok: true; token: string } | { ok: false; timedOut: boolean; message: string }

export type OAuthTokens = {
  /** Returns a token that is kept, or a new one. Several calls at a time share one request. */
  get(client: OAuthClient): Promise<GotToken>
  /** Forgets a token that a server did not accept. */
  forget(client: OAuthClient, token: string): void
}

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64_000
const MOST_BYTES = 4_000_000
const BYTES_OF_TENANT = 400_000
/** How long a token is kept whose server does not say when it ends, in seconds. */
const UNTOLD_SECONDS = 300
/** A token is kept no longer, since a server may take it back. */
const MOST_SECONDS = 86_400
/** A token is renewed so long before its end, in seconds; a short one after nine tenths of its time. */
const RENEWED_BEFORE_SECONDS = 60

const answerSchema = z.object({
  access_token: z
    .string()
    .min(SHORTEST_SECRET)
    .max(16_000)
    .regex(/^[\x20-\x7e]+$/),
  token_type: z.string().max(100),
  /** Some servers send a text. */
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})
const errorSchema = z.object({ error: z.string() })

export function createOAuthTokens({
  safeFetch,
  now = Date.now,
  timeoutMs = TIMEOUT_MS,
}: {
  safeFetch: SafeFetch
  now?: () => number
  timeoutMs?: number
}): OAuthTokens {
  const kept = createByteCache<{ token: string; until: number }>({
    maxBytes: MOST_BYTES,
    shareOf: () => BYTES_OF_TENANT,
    sizeOf: ({ token }, key) => 200 + 2 * (token.length + key.length),
  })
  // bounded: by the calls at a time, each with a time-out
  const asking = new Map<string, Promise<GotToken>>()
  const keyOf = ({ tenant, credentialId, version }: OAuthClient) => `${tenant}/${credentialId}/${version}`

  return {
    async get(client) {
      const key = keyOf(client)
      const known = kept.get(key)
      if (known && known.until > now()) return { ok: true, token: known.token }
      const pending = asking.get(key)
      if (pending) return pending
      const asked = ask(client, key).finally(() => asking.delete(key))
      asking.set(key, asked)
      return asked
    },

    forget(client, token) {
      const key = keyOf(client)
      if (kept.get(key)?.token === token) kept.delete(key)
    },
  }

  async function ask(client: OAuthClient, key: string): Promise<GotToken> {
    const askedAt = now()
    const read = tokenIn(await safeFetch(client.use.tokenUrl, { ...requestOf(client), timeoutMs }))
    if (!read.ok) return read
    const { token, seconds } = read
    const early = Math.min(RENEWED_BEFORE_SECONDS, seconds / 10)
    kept.set(key, { token, until: askedAt + (seconds - early) * 1000 }, client.tenant)
    return { ok: true, token }
  }
}

function requestOf({ use, secret }: OAuthClient) {
  const { application, scopes, sendSecretIn } = use
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scopes ? { scope: scopes } : {}) })
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Parley',
  }
  if (sendSecretIn === 'body') {
    form.set('client_id', application)
    form.set('client_secret', secret)
  } else {
    headers.authorization = basicOfClient(application, secret)
  }
  return {
    method: 'POST',
    headers,
    body: form.toString(),
    maxBytes: MAX_ANSWER_BYTES,
    maxRedirects: 0,
  } as const
}

function tokenIn(
  fetched: SafeFetched,
): { ok: true; token: string; seconds: number } | Extract<GotToken, { ok: false }> {
  if (!fetched.ok) {
    const timedOut = fetched.code === 'timed-out'
    const then = timedOut ? 'Try again later, or check the token URL' : 'Check the token URL'
    return failed(`No token was fetched: ${fetched.message} ${then} on the Credentials page.`, timedOut)
  }
  const { status, body } = fetched
  const answer = jsonIn(body.toString('utf8'))
  if (status >= 300 && status < 400)
    return failed(
      'The token URL redirects to another address. Enter that address on the Credentials page instead.',
    )
  if (status < 200 || status >= 300)
    return failed(wordsFor(status, errorSchema.safeParse(answer).data?.error))
  const read = answerSchema.safeParse(answer)
  if (!read.success)
    return failed(
      'The answer of the token server has no access token. Check the token URL on the Credentials page.',
    )
  const { access_token: token, token_type: type, expires_in: told = UNTOLD_SECONDS } = read.data
  if (type.toLowerCase() !== 'bearer')
    return failed('The token server answered with a token that is no bearer token, which can’t be used.')
  return { ok: true, token, seconds: Math.min(told, MOST_SECONDS) }
}

/** The codes of RFC 6749 §5.2. */
function wordsFor(status: number, code: string | undefined): string {
  switch (code) {
    case 'invalid_client':
      return 'The token server does not accept the client ID or the client secret. Check the client ID, or rotate the credential on the Credentials page.'
    case 'invalid_scope':
      return 'The token server does not know the scopes or does not grant them. Change them on the Credentials page.'
    case 'unauthorized_client':
    case 'unsupported_grant_type':
    case 'invalid_grant':
      return 'The token server does not let this client use client credentials. Allow it there.'
    case 'invalid_request':
      return 'The token server does not understand the request. Try sending the client secret the other way, on the Credentials page.'
    default:
      return status === 401 || status === 403
        ? `The token server refuses the client (status ${status}). Check the client ID, or rotate the credential on the Credentials page.`
        : status >= 500 || status === 429
          ? `The token server has a problem (status ${status}). Try again later.`
          : `The token server answered with status ${status}. Check the token URL on the Credentials page.`
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failed(message: string, timedOut = false): Extract<GotToken, { ok: false }> {
  return { ok: false, timedOut, message }
}
