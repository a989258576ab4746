import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signatureOf } from './signature.ts'
import { type Delivery, type Scheme, schemes } from './webhook-schemes.ts'

const NOW = 1_764_000_000
const secret = 'whsec_test'
const raw = Buffer.from('{"id": "evt_1",  "text":"Grüße"}')
const hmac = (text: string | Buffer, key = secret) => createHmac('sha256', key).update(text).digest('hex')
const stripeV1 = (timestamp: number, key = secret, body = raw) =>
  hmac(Buffer.concat([Buffer.from(`${timestamp}.`), body]), key)
const parleySigned = (changes: { timestamp?: number; secret?: string; idempotencyKey?: string } = {}) => {
  const signed = {
    secret,
    timestamp: NOW,
    idempotencyKey: 'k.1',
    method: 'POST',
    path: '/hook?a=1',
    body: raw,
  }
  return signatureOf({ ...signed, ...changes })
}

function delivery(headers: Record<string, string>, changes: Partial<Delivery> = {}): Delivery {
  return { method: 'POST', path: '/hook?a=1', header: (name) => headers[name], raw, ...changes }
}

const parleyHeaders = (signature: string, timestamp = NOW, key = 'k.1') => ({
  'x-parley-signature': signature,
  'x-parley-timestamp': String(timestamp),
  'idempotency-key': key,
})
const svixSecret = `whsec_${Buffer.from('the key of svix').toString('base64')}`
const svixV1 = ({ id = 'msg_1', at = NOW, key = 'the key of svix' } = {}) =>
  `v1,${createHmac('sha256', key).update(`${id}.${at}.${raw}`).digest('base64')}`
const svixHeaders = (signature: string, { id = 'msg_1', at = NOW } = {}) => ({
  ...{ 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': signature },
})
const payloadOf = (said: object) => Buffer.from(JSON.stringify(said)).toString('base64url')
/** What is signed is about the person 7; `changed`: what is said instead. */
function requestOf({
  key = secret,
  changed = { user_id: '7' },
}: {
  key?: string
  changed?: object
} = {}): Buffer {
  const signature = createHmac('sha256', key)
    .update(payloadOf({ user_id: '7' }))
    .digest('base64url')
  return Buffer.from(`signed_request=${signature}.${payloadOf(changed)}`)
}
const changed = Buffer.concat([raw, Buffer.from(' ')])

type Case = [what: string, delivery: Delivery, taken: boolean]
const cases: Record<keyof typeof schemes, Case[]> = {
  stripe: [
    ['signed', delivery({ 'stripe-signature': `t=${NOW},v1=${stripeV1(NOW)}` }), true],
    [
      'signed under an old and a new secret',
      delivery({ 'stripe-signature': `t=${NOW},v1=${stripeV1(NOW, 'old')},v1=${stripeV1(NOW)},v0=ff` }),
      true,
    ],
    [
      'of five minutes ago',
      delivery({ 'stripe-signature': `t=${NOW - 300},v1=${stripeV1(NOW - 300)}` }),
      true,
    ],
    ['older', delivery({ 'stripe-signature': `t=${NOW - 301},v1=${stripeV1(NOW - 301)}` }), false],
    ['of the future', delivery({ 'stripe-signature': `t=${NOW + 301},v1=${stripeV1(NOW + 301)}` }), false],
    ['under another secret', delivery({ 'stripe-signature': `t=${NOW},v1=${stripeV1(NOW, 'x')}` }), false],
    ['by the test scheme alone', delivery({ 'stripe-signature': `t=${NOW},v0=${stripeV1(NOW)}` }), false],
    ['with another time', delivery({ 'stripe-signature': `t=${NOW - 1},v1=${stripeV1(NOW)}` }), false],
    ['without a time', delivery({ 'stripe-signature': `v1=${hmac(raw)}` }), false],
    [
      'with a changed body',
      delivery({ 'stripe-signature': `t=${NOW},v1=${stripeV1(NOW)}` }, { raw: changed }),
      false,
    ],
    ['without a signature', delivery({}), false],
  ],
  meta: [
    ['signed', delivery({ 'x-hub-signature-256': `sha256=${hmac(raw)}` }), true],
    ['under another secret', delivery({ 'x-hub-signature-256': `sha256=${hmac(raw, 'x')}` }), false],
    [
      'with a changed body',
      delivery({ 'x-hub-signature-256': `sha256=${hmac(raw)}` }, { raw: changed }),
      false,
    ],
    ['by the old scheme', delivery({ 'x-hub-signature': `sha1=${hmac(raw)}` }), false],
    ['without its prefix', delivery({ 'x-hub-signature-256': hmac(raw) }), false],
    ['without a signature', delivery({}), false],
  ],
  'meta-request': [
    ['signed', delivery({}, { raw: requestOf() }), true],
    ['with padding', delivery({}, { raw: Buffer.from(`${requestOf()}=`) }), false],
    ['under another secret', delivery({}, { raw: requestOf({ key: 'x' }) }), false],
    ['about somebody else', delivery({}, { raw: requestOf({ changed: { user_id: '8' } }) }), false],
    [
      'without a signature',
      delivery({}, { raw: Buffer.from(`signed_request=.${payloadOf({ user_id: '7' })}`) }),
      false,
    ],
    ['without a payload', delivery({}, { raw: Buffer.from('signed_request=abc.') }), false],
    ['as JSON', delivery({}), false],
  ],
  svix: [
    ['signed', delivery(svixHeaders(svixV1())), true],
    ['signed under an old and a new secret', delivery(svixHeaders(`v1,b2xk ${svixV1()} v1a,b2xk`)), true],
    ['of five minutes ago', delivery(svixHeaders(svixV1({ at: NOW - 300 }), { at: NOW - 300 })), true],
    ['older', delivery(svixHeaders(svixV1({ at: NOW - 301 }), { at: NOW - 301 })), false],
    ['of the future', delivery(svixHeaders(svixV1({ at: NOW + 301 }), { at: NOW + 301 })), false],
    ['under another secret', delivery(svixHeaders(svixV1({ key: 'x' }))), false],
    ['with another time', delivery(svixHeaders(svixV1({ at: NOW - 1 }))), false],
    ['with another id', delivery(svixHeaders(svixV1({ id: 'msg_2' }))), false],
    ['without an id', delivery(svixHeaders(svixV1({ id: '' }), { id: '' })), false],
    ['by another version', delivery(svixHeaders(svixV1().replace('v1,', 'v2,'))), false],
    ['with a changed body', delivery(svixHeaders(svixV1()), { raw: changed }), false],
    ['without a signature', delivery({}), false],
  ],
  telegram: [
    ['with its secret token', delivery({ 'x-telegram-bot-api-secret-token': secret }), true],
    ['with another token', delivery({ 'x-telegram-bot-api-secret-token': `${secret}x` }), false],
    ['with a part of the token', delivery({ 'x-telegram-bot-api-secret-token': secret.slice(1) }), false],
    ['with an empty token', delivery({ 'x-telegram-bot-api-secret-token': '' }), false],
    ['without a token', delivery({}), false],
  ],
  parley: [
    ['signed', delivery(parleyHeaders(parleySigned())), true],
    [
      'older than five minutes',
      delivery(parleyHeaders(parleySigned({ timestamp: NOW - 301 }), NOW - 301)),
      false,
    ],
    ['under another secret', delivery(parleyHeaders(parleySigned({ secret: 'x' }))), false],
    ['with a changed body', delivery(parleyHeaders(parleySigned()), { raw: changed }), false],
    ['to another path', delivery(parleyHeaders(parleySigned()), { path: '/hook?a=2' }), false],
    ['with another key', delivery(parleyHeaders(parleySigned(), NOW, 'k.2')), false],
    ['without a key', delivery(parleyHeaders(parleySigned({ idempotencyKey: '' }), NOW, '')), false],
    ['without a signature', delivery({}), false],
  ],
}

describe.each(Object.entries(cases))('a delivery by %s', (name, all) => {
  test.each(all)('%s', (_what, given, taken) => {
    const scheme: Scheme | undefined = Object.entries(schemes).find(([each]) => each === name)?.[1]
    expect(scheme?.isSigned(given, name === 'svix' ? svixSecret : secret, NOW)).toBe(taken)
  })
})

test('a repeated delivery is known by the event, the bytes or the key', () => {
  expect(schemes.stripe.idOf(delivery({}))).toBe('evt_1')
  expect(schemes.stripe.idOf(delivery({}, { raw: Buffer.from('{') }))).toMatch(/^[\w-]{43}$/)
  expect(schemes.meta.idOf(delivery({}))).toBe(schemes.meta.idOf(delivery({ other: 'x' })))
  expect(schemes.meta.idOf(delivery({}))).not.toBe(schemes.meta.idOf(delivery({}, { raw: changed })))
  const update = (text: string) => schemes.telegram.idOf(delivery({}, { raw: Buffer.from(text) }))
  expect(update('{"update_id":7,"message":{}}')).toBe('7')
  expect(update('{')).toMatch(/^[\w-]{43}$/)
  expect(schemes.svix.idOf(delivery(svixHeaders('v1,')))).toBe('msg_1')
  expect(schemes.parley.idOf(delivery({ 'idempotency-key': 'k.1' }))).toBe('k.1')
})
