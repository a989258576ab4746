import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKnownDevices, DEVICE_LIFETIME_SECONDS } from './known-device.ts'

const keys = { masterKey: randomBytes(32), hashKey: randomBytes(32) }
const devices = createKnownDevices(keys)
const ada = 'ada@example.com'

test('a browser is recognised for the accounts that signed in with it, under one id', () => {
  const first = devices.remember(undefined, ada)
  const both = devices.remember(first, 'eve@example.com')
  const id = devices.find(first, ada)
  expect(id).toMatch(/^[0-9a-f]{24}$/)
  for (const email of [ada, 'eve@example.com']) expect(devices.find(both, email)).toBe(id)
  expect(devices.find(first, 'eve@example.com')).toBeUndefined()
  expect(devices.find(undefined, ada)).toBeUndefined()
  expect(devices.find(devices.remember(undefined, ada), ada)).not.toBe(id)
})

test('the last eight accounts are kept, and none is named', () => {
  let cookie = devices.remember(undefined, ada)
  for (let nth = 0; nth < 8; nth++) cookie = devices.remember(cookie, `other${nth}@example.com`)
  expect(devices.find(cookie, ada)).toBeUndefined()
  expect(devices.find(cookie, 'other0@example.com')).toBeDefined()
  expect(Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString()).not.toContain('example')
  expect(cookie.length).toBeLessThan(1_000)
})

test('a cookie that was changed, made elsewhere or is over a year old is not accepted', () => {
  const cookie = devices.remember(undefined, ada)
  const [prefix, , signature] = cookie.split('.')
  const forged = Buffer.from(JSON.stringify({ deviceId: 'x', accounts: [] })).toString('base64url')
  const elsewhere = createKnownDevices({ ...keys, masterKey: randomBytes(32) }).remember(undefined, ada)
  for (const other of [`${cookie}x`, `${prefix}.${forged}.${signature}`, elsewhere, '', 'pd1..'])
    expect(devices.find(other, ada), other).toBeUndefined()
  const later = createKnownDevices({ ...keys, now: () => Date.now() + (DEVICE_LIFETIME_SECONDS + 1) * 1000 })
  expect(later.find(cookie, ada)).toBeUndefined()
})
