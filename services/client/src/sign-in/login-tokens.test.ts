import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { loginTokens } from './login-tokens.ts'
import { signInSecrets } from './sign-in-secrets.ts'

const masterKey = randomBytes(32)
const claims = {
  ...{ region: 'na' as const, agencyId: 'a1', clientId: 'c1', sessionId: 's1', passwordChanges: 2 },
}

test('a login token says whom it signs in, for a minute', () => {
  let now = Date.UTC(2026, 10, 27)
  const tokens = loginTokens(masterKey, () => now)
  const token = tokens.issue(claims)
  now += 59_000
  expect(tokens.verify(token)).toEqual(claims)
  now += 1_000
  expect(tokens.verify(token)).toBeUndefined()
})

test('neither is a login token what stands for a password, nor the other way round, nor that of another installation', () => {
  const [tokens, secrets] = [loginTokens(masterKey), signInSecrets(masterKey)]
  const secret = secrets.issue({ ...claims, method: 'login-token' })
  expect(secrets.verify(secret)).toEqual({ ...claims, method: 'login-token' })
  expect(tokens.verify(secret)).toBeUndefined()
  expect(tokens.verify(secret.replace('cs1.', 'cl1.'))).toBeUndefined()
  const token = tokens.issue(claims)
  expect(secrets.verify(token)).toBeUndefined()
  expect(secrets.verify(token.replace('cl1.', 'cs1.'))).toBeUndefined()
  expect(loginTokens(randomBytes(32)).verify(token)).toBeUndefined()
})
