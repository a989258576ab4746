import { expect, it } from 'vitest'
import { isSecureAddress } from './secure-address.ts'

it.each([
  ['https://api.example.com/', [], true],
  ['http://api.example.com/', [], false],
  ['http://127.0.0.1:4123/', [], false],
  ['http://127.0.0.1:4123/', ['127.0.0.1:4123'], true],
  ['http://127.0.0.1:4124/', ['127.0.0.1:4123'], false],
  ['http://crm.internal/', ['crm.internal:80'], true],
  ['http://localhost:4123/', true, true],
  ['http://[::1]:4123/', true, true],
  ['http://10.0.0.7/', true, true],
  ['http://8.8.8.8/', true, false],
  ['http://api.example.com/', true, false],
] as const)('a credential is sent to %s where %j is allowed: %s', (url, allowed, expected) => {
  expect(isSecureAddress(new URL(url), allowed)).toBe(expected)
})
