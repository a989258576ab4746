import type { SafeFetch, SafeFetchOptions } from '@parley/kernel/outgoing/safe-fetch.ts'
import { beforeEach, expect, test } from 'vitest'
import { type OpenIdFlow, openIdFlow } from './openid-flow.ts'

/** The issuer that all tenants of Entra ID share; what it says of itself names none of them. */
const shared = 'https://login.microsoftonline.com/common/v2.0'
const own = 'https://login.acme.example'
const by = { returnAddress: 'https://app.studio.example/client/login/openid' }
const at = (issuer: string) => ({ issuer, clientId: 'parley', clientSecret: 'secret' })

let documents: Map<string, object>
let asked: { address: string; options: SafeFetchOptions | undefined }[]
let faults: string[]
let flow: OpenIdFlow

beforeEach(() => {
  documents = new Map()
  asked = []
  faults = []
  const safeFetch: SafeFetch = async (address, options) => {
    asked.push({ address, options })
    const document = documents.get(address)
    if (!document) return { ok: false, code: 'unreachable', message: 'It can’t be reached.' }
    const body = Buffer.from(JSON.stringify(document))
    const headers = { 'content-type': 'application/json' }
    return { ok: true, status: 200, headers, body, cut: false, url: address, redirects: [] }
  }
  flow = openIdFlow({
    ...{ secret: Buffer.alloc(32, 1), safeFetch },
    onFault: (_, details) => faults.push(String(Object(details).reason)),
  })
})

const describes = (issuer: string, said: { issuer?: string; signIn?: string } = {}) =>
  documents.set(`${issuer}/.well-known/openid-configuration`, {
    issuer: said.issuer ?? issuer,
    authorization_endpoint: said.signIn ?? `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
  })

test('reads what a provider says of itself once, and follows no redirect of it', async () => {
  describes(own)
  const started = await flow.start(at(own), { ...by, email: 'cleo@acme.example' })
  if (!started.ok) throw new Error(started.reason)
  const address = new URL(started.address)
  expect(address.origin + address.pathname).toBe(`${own}/authorize`)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ code_challenge_method: 'S256', login_hint: 'cleo@acme.example', redirect_uri: by.returnAddress },
  })
  await flow.start(at(own), by)
  expect(asked.map(({ options }) => options?.maxRedirects)).toEqual([0])
})

test('refuses the name that many issuers share, since any of them could sign for any address', async () => {
  describes(shared, { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' })
  expect(await flow.start(at(shared), by)).toEqual({ ok: false, reason: 'unavailable' })
  expect(faults).toEqual(['The provider names itself otherwise.'])
})

test('sends nobody to an address without https', async () => {
  describes(own, { signIn: 'http://login.acme.example/authorize' })
  expect(await flow.start(at(own), by)).toEqual({ ok: false, reason: 'unavailable' })
})

test('reads it again after a failure', async () => {
  expect(await flow.start(at(own), by)).toEqual({ ok: false, reason: 'unavailable' })
  describes(own)
  expect(await flow.start(at(own), by)).toMatchObject({ ok: true })
})
