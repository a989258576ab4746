import { expect, test } from 'vitest'
import { newSessionToken, readToken, sameHash, tokenHash, writeToken } from './session-token.ts'

test('a session token contains its region and 32 random bytes, and nothing else is parsed as one', () => {
  const token = newSessionToken('eu')
  expect(Buffer.from(token.secret, 'base64url')).toHaveLength(32)
  expect(readToken(writeToken(token))).toEqual(token)
  expect(newSessionToken('eu').secret).not.toBe(token.secret)
  for (const other of ['', 'eu', 'eu.a.b', `mars.${token.sessionId}.x`, `${writeToken(token)}.x`, 'ws_abc'])
    expect(readToken(other)).toBeUndefined()
})

test('hashes are compared whole', () => {
  expect(sameHash(tokenHash('a'), tokenHash('a'))).toBe(true)
  expect(sameHash(tokenHash('a'), tokenHash('b'))).toBe(false)
  expect(sameHash('a', 'ab')).toBe(false)
})
