import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTokenSigner } from './signed-token.ts'

const masterKey = randomBytes(32)
const DAY = 86_400
let now = Date.parse('2026-01-01T00:00:00Z')
const start = now

const signer = (more: { purpose?: string; lifetimeSeconds?: number; prefix?: string } = {}) =>
  createTokenSigner({
    masterKey,
    purpose: 'test',
    prefix: 'pt1.',
    lifetimeSeconds: DAY,
    read: (said) =>
      said && typeof said === 'object' && 'who' in said ? { who: String(said.who) } : undefined,
    now: () => now,
    ...more,
  })

test('a token verifies with its claims until it ends, across every change of the key', () => {
  for (let hour = 0; hour < 24 * 15; hour += 5) {
    now = start + hour * 3_600_000
    const token = signer().issue({ who: 'ada' })
    const proven = signer()
    now += (DAY - 1) * 1000
    expect(proven.verify(token)).toEqual({ who: 'ada' })
    expect(signer().verify(token)).toEqual({ who: 'ada' })
    expect(Math.round(proven.endsIn(token))).toBe(1)
    now += 1000
    expect(proven.verify(token)).toBeUndefined()
    expect(signer().verify(token)).toBeUndefined()
    expect(proven.endsIn(token)).toBe(0)
  }
})

test('each purpose and each week has a key of its own', () => {
  now = start
  const token = signer().issue({ who: 'ada' })
  expect(signer({ purpose: 'other' }).verify(token)).toBeUndefined()
  const [, payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const week = (weeks: number) => {
    now = start + weeks * 7 * DAY * 1000
    const [, other = '', signed = ''] = signer().issue({ who: 'ada' }).split('.')
    return { other, signed }
  }
  const later = week(1)
  now = start
  // A signature of one week's key is not valid in another week, even if the end is changed to match.
  const moved = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 7 * DAY })).toString('base64url')
  expect(moved).toBe(later.other)
  expect(later.signed).not.toBe(signature)
})

test('refuses a token signed with another key, or one that lasts longer than allowed', () => {
  now = start
  const endless = signer({ lifetimeSeconds: 400 * DAY }).issue({ who: 'ada' })
  expect(signer().verify(endless)).toBeUndefined()
  const forge = (claims: unknown, key = randomBytes(32)) => {
    const payload = Buffer.from(typeof claims === 'string' ? claims : JSON.stringify(claims)).toString(
      'base64url',
    )
    return `pt1.${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`
  }
  const exp = start / 1000 + 60
  for (const said of [{ who: 'ada', exp }, { who: 'ada', exp: '9' }, { who: 'ada' }, null, 'not json', []])
    expect(signer().verify(forge(said))).toBeUndefined()
  expect(signer().verify(forge({ who: 'ada', exp }, Buffer.alloc(0)))).toBeUndefined()
})
