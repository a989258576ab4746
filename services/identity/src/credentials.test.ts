import { hash, verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { codeHash, emailHash, hashPassword, isOutdated, newCode, verifyPassword } from './credentials.ts'

test('a password is stored as argon2id with OWASP’s parameters and differs from another', async () => {
  const kept = await hashPassword('correct horse')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(kept, 'correct horse')).toBe(true)
  expect(await verifyPassword(kept, 'correct horse')).toBe(true)
  expect(await verifyPassword(kept, 'correct hors')).toBe(false)
  expect(await verifyPassword(undefined, 'correct horse')).toBe(false)
  expect(await verifyPassword('not a hash', 'correct horse')).toBe(false)
})

test('a hash of weaker parameters is outdated', async () => {
  expect(isOutdated(await hashPassword('x'))).toBe(false)
  expect(isOutdated(await hash('x', { algorithm: 2, memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(
    true,
  )
})

test('codes have six digits; hashes are keyed and bound to request and address', () => {
  for (let i = 0; i < 200; i++) expect(newCode()).toMatch(/^\d{6}$/)
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const ada = 'ada@example.com'
  const hash = codeHash(key, 'r1', ada, '123456')
  expect(hash).toBe(codeHash(key, 'r1', ada, '123456'))
  expect(hash).not.toBe(codeHash(key, 'r2', ada, '123456'))
  expect(hash).not.toBe(codeHash(key, 'r1', 'eve@example.com', '123456'))
  expect(hash).not.toBe(codeHash(other, 'r1', ada, '123456'))
  expect(emailHash(key, 'ada@example.com')).toMatch(/^[0-9a-f]{40}$/)
  expect(emailHash(key, 'ada@example.com')).not.toBe(emailHash(other, 'ada@example.com'))
})
