import { expect, test } from 'vitest'
import { codeAt, fromBase32, newTotpSecret, stepOfCode, totpUri } from './totp.ts'

// RFC 6238, appendix B: the secret is these ASCII letters, the codes have eight digits.
const key = Buffer.from('12345678901234567890')
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('gives the code of the standard at %i s', (seconds, code) => {
  expect(codeAt(key, Math.floor(seconds / 30), 8)).toBe(code)
  expect(stepOfCode(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a secret has 160 random bits in base32', () => {
  expect(fromBase32(secret)).toEqual(key)
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(fromBase32(newTotpSecret())).toHaveLength(20)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

test('a code is valid for its own step and its neighbours, and no step up to the one that was used', () => {
  const at = 1_000_000
  const now = at * 30_000 + 10_000
  for (const near of [-1, 0, 1]) expect(stepOfCode(secret, codeAt(key, at + near), now)).toBe(at + near)
  for (const far of [-2, 2]) expect(stepOfCode(secret, codeAt(key, at + far), now)).toBeUndefined()
  expect(stepOfCode(secret, codeAt(key, at), now, at)).toBeUndefined()
  expect(stepOfCode(secret, codeAt(key, at - 1), now, at)).toBeUndefined()
  expect(stepOfCode(secret, codeAt(key, at + 1), now, at)).toBe(at + 1)
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (text) => {
  expect(stepOfCode(secret, text, 59_000)).toBeUndefined()
})

test('the address for the app escapes what people type', () => {
  expect(totpUri({ secret, issuer: 'Ada & Co', account: 'a?b:c@example.com' })).toBe(
    `otpauth://totp/Ada%20%26%20Co:a%3Fb%3Ac%40example.com?secret=${secret}&issuer=Ada%20%26%20Co`,
  )
})
