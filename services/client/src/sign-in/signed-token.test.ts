import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { issuerOf, readSignedToken } from './signed-token.ts'

const secret = 'a secret of forty-three letters and digits.'
const now = Date.UTC(2026, 10, 27)
const seconds = now / 1000
const claims = {
  ...{ iss: 'a1', aud: 'client-login', sub: 'c1', email: 'cleo@example.com' },
  ...{ iat: seconds, exp: seconds + 60, jti: 'j1' },
}
const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const hmac = (text: string, key: string, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url')
function tokenOf(said: object = {}, header: object = { alg: 'HS256', typ: 'JWT' }, key = secret): string {
  const signed = `${encoded(header)}.${encoded({ ...claims, ...said })}`
  return `${signed}.${hmac(signed, key)}`
}
const read = (token: string, at = now) => readSignedToken(token, { secret, now: at })

test('a token that the agency signed says whom it signs in', async () => {
  expect(await read(tokenOf())).toEqual(claims)
  expect(await issuerOf(tokenOf())).toBe('a1')
  expect(await read(tokenOf({}, { alg: 'HS256' }))).toEqual(claims)
  expect(await read(tokenOf({ aud: ['elsewhere', 'client-login'] }))).toBeDefined()
  const { iat: _, ...withoutIat } = claims
  const signed = `${encoded({ alg: 'HS256' })}.${encoded(withoutIat)}`
  expect(await read(`${signed}.${hmac(signed, secret)}`)).toEqual(withoutIat)
})

test('a token of the library jose is read, as the docs show how to make one', async () => {
  const token = [
    'eyJhbGciOiJIUzI1NiJ9',
    'eyJlbWFpbCI6ImNsZW9AZXhhbXBsZS5jb20iLCJpc3MiOiJhMSIsImF1ZCI6ImNsaWVudC1sb2dpbiIsInN1YiI6ImMxIiwianRpIjoiajEiLCJleHAiOjE3OTU3Mzc2NjB9',
    'AemLVhxBniOddPkIba9gwNr0tlfmcPoj_nGwdCpzCk4',
  ].join('.')
  const { iat: _, ...withoutIat } = claims
  expect(await read(token)).toEqual(withoutIat)
})

describe('refused is a token', () => {
  test.each([
    ['that has expired', { exp: seconds - 6, iat: seconds - 50 }],
    ['that lasts longer than a minute', { exp: seconds + 90 }],
    ['that lasts longer than a minute, without saying since when', { exp: seconds + 90, iat: undefined }],
    ['that was made to last longer, late in its life', { iat: seconds - 50, exp: seconds + 20 }],
    ['of later', { iat: seconds + 30, exp: seconds + 60 }],
    ['that is not valid yet', { nbf: seconds + 30 }],
    ['without an end', { exp: undefined }],
    ['with an end that is no number', { exp: '9999999999' }],
    ['without a name of its own', { jti: undefined }],
    ['with an empty name', { jti: '' }],
    ['without a client', { sub: undefined }],
    ['without an address', { email: undefined }],
    ['for something else', { aud: 'elsewhere' }],
    ['for what only begins alike', { aud: 'client-login-2' }],
    ['for nothing', { aud: undefined }],
    ['for none of several', { aud: [] }],
  ])('%s', async (_, said) => {
    expect(await read(tokenOf(said))).toBeUndefined()
  })

  test('under another secret, or none', async () => {
    expect(await read(tokenOf({}, { alg: 'HS256' }, 'another secret'))).toBeUndefined()
    expect(await read(tokenOf({}, { alg: 'HS256' }, ''))).toBeUndefined()
  })

  test('of another algorithm, whatever it is signed with', async () => {
    for (const alg of ['none', 'None', 'hs256', 'HS384', 'HS512', 'RS256', '', undefined])
      expect(await read(tokenOf({}, { alg, typ: 'JWT' })), alg).toBeUndefined()
    const unsigned = `${encoded({ alg: 'none' })}.${encoded(claims)}`
    for (const token of [unsigned, `${unsigned}.`, `${unsigned}.x`]) expect(await read(token)).toBeUndefined()
    const longer = `${encoded({ alg: 'HS512' })}.${encoded(claims)}`
    expect(await read(`${longer}.${hmac(longer, secret, 'sha512')}`)).toBeUndefined()
    const { privateKey } = generateKeyPairSync('ed25519')
    const keyed = `${encoded({ alg: 'EdDSA' })}.${encoded(claims)}`
    const signature = sign(null, Buffer.from(keyed), privateKey).toString('base64url')
    expect(await read(`${keyed}.${signature}`)).toBeUndefined()
  })

  test('of another kind, or with what must be understood', async () => {
    expect(await read(tokenOf({}, { alg: 'HS256', typ: 'at+jwt' }))).toBeUndefined()
    expect(await read(tokenOf({}, { alg: 'HS256', crit: ['b64'], b64: false }))).toBeUndefined()
  })

  test('that was changed after it was signed', async () => {
    const [header, , signature] = tokenOf().split('.')
    expect(await read(`${header}.${encoded({ ...claims, sub: 'c2' })}.${signature}`)).toBeUndefined()
    const token = tokenOf()
    expect(await read(`${token}.x`)).toBeUndefined()
    expect(await read(token.slice(0, -4))).toBeUndefined()
  })

  test('that is none', async () => {
    for (const text of ['', '.', '..', 'x.y.z', `${encoded([])}.${encoded([])}.`, 'a'.repeat(5_000)]) {
      expect(await read(text), text).toBeUndefined()
      expect(await issuerOf(text), text).toBeUndefined()
    }
  })
})

test('clocks may be five seconds apart', async () => {
  expect(await read(tokenOf({ iat: seconds + 4, exp: seconds + 64 }))).toBeDefined()
  expect(await read(tokenOf(), now + 64_000)).toBeDefined()
  expect(await read(tokenOf(), now + 65_000)).toBeUndefined()
})
