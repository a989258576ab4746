/** Looks whether there is an OpenID provider at an address that somebody entered, and says in words what is wrong. */
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { OPENID_TIMEOUT_SECONDS } from './openid-flow.ts'

const LARGEST_ANSWER = 1_000_000

/** Returns what is wrong; undefined if people can be sent there to sign in. */
export async function examineIssuer(safeFetch: SafeFetch, issuer: string): Promise<string | undefined> {
  const place = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const described = await jsonAt(safeFetch, place)
  if ('problem' in described) return described.problem
  const said = described.json
  if (typeof said.issuer !== 'string') return `What is at ${place} describes no OpenID provider.`
  if (!URL.canParse(said.issuer) || new URL(said.issuer).href !== new URL(issuer).href)
    return `The provider names itself “${said.issuer}”. The issuer must be exactly that, and of your organization alone.`
  for (const [name, what] of [
    ['authorization_endpoint', 'where people sign in'],
    ['token_endpoint', 'where codes are exchanged'],
    ['jwks_uri', 'where its keys are'],
  ] as const) {
    const address = said[name]
    if (typeof address !== 'string' || !URL.canParse(address)) return `The provider does not say ${what}.`
    const { protocol } = new URL(address)
    if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
      return `The provider’s address “${address}” does not begin with https://.`
  }
  const { response_types_supported: types } = said
  if (Array.isArray(types) && !types.includes('code'))
    return 'The provider does not offer the authorization code flow.'
  const keys = await jsonAt(safeFetch, String(said.jwks_uri))
  if ('problem' in keys) return keys.problem
  if (!Array.isArray(keys.json.keys) || keys.json.keys.length === 0) return 'The provider has no keys.'
  return undefined
}

async function jsonAt(
  safeFetch: SafeFetch,
  address: string,
): Promise<{ json: Record<string, unknown> } | { problem: string }> {
  const fetched = await safeFetch(address, {
    ...{ headers: { accept: 'application/json' }, maxBytes: LARGEST_ANSWER, maxRedirects: 0 },
    timeoutMs: OPENID_TIMEOUT_SECONDS * 1_000,
  })
  if (!fetched.ok) return { problem: `${address} can’t be read: ${fetched.message}` }
  if (fetched.status !== 200)
    return { problem: `${address} answers with ${fetched.status}. Check the issuer.` }
  try {
    const json: unknown = JSON.parse(fetched.body.toString('utf8'))
    if (typeof json === 'object' && json !== null) return { json: { ...json } }
  } catch {
    // Said below.
  }
  return { problem: `What is at ${address} is not JSON.` }
}
