import { randomBytes } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { isPushEndpoint } from './push-endpoint.ts'
import { vapidKeys, vapidSubject } from './vapid.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://web.push.apple.com:443/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://localhost/abc', false],
  ['https://push.localhost/abc', false],
  ['https://intranet/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://169.254.169.254/latest', false],
  ['https://user:pass@push.example.com/abc', false],
  ['not an address', false],
])('%s may be a push service: %s', (endpoint, expected) =>
  expect(isPushEndpoint(endpoint, [])).toBe(expected),
)

test('an address of the own network only where the operator allows it', () => {
  expect(isPushEndpoint('http://127.0.0.1:9000/abc', ['127.0.0.1:9000'])).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:9001/abc', ['127.0.0.1:9000'])).toBe(false)
})

describe('the key pair of the server', () => {
  it('is the same in every process with the same master key, and another with another', () => {
    const masterKey = randomBytes(32)
    expect(vapidKeys({ masterKey })).toEqual(vapidKeys({ masterKey: Buffer.from(masterKey) }))
    expect(vapidKeys({ masterKey })).not.toEqual(vapidKeys({ masterKey: randomBytes(32) }))
    expect(vapidKeys({ masterKey }).publicKey).toMatch(/^[A-Za-z0-9_-]{87}$/)
    expect(vapidKeys({ masterKey }).privateKey).not.toContain(masterKey.toString('base64url'))
  })

  it('is that of the configuration if there is one', () => {
    const given = vapidKeys({ masterKey: randomBytes(32) })
    const VAPID_PRIVATE_KEY = given.privateKey
    expect(vapidKeys({ masterKey: randomBytes(32), VAPID_PRIVATE_KEY })).toEqual(given)
  })

  it('names whom push services may write to', () => {
    const subject = (publicUrl: string, MAIL_FROM: string) => vapidSubject({ publicUrl, MAIL_FROM })
    expect(subject('https://parley.example', 'x@y.z')).toBe('https://parley.example')
    expect(subject('http://localhost:4000', 'Parley <mail@parley.example>')).toBe(
      'mailto:mail@parley.example',
    )
  })
})
