/** Guessing of passwords and codes, under many names and addresses. */

import { afterAll, describe, expect, test, vi } from 'vitest'
import { mailedCode, signUpAs } from '../src/sign-up.ts'
import { startTestPlatform } from '../src/test-platform.ts'
import { callAt, startAttacked } from './attacker.ts'

// The clock stands still, since limits refill with time: on a slow machine some of it during a test.
vi.useFakeTimers({ toFake: ['Date'] })
const { parley, theirs, call } = await startAttacked()
afterAll(async () => {
  vi.useRealTimers()
  await parley.stop()
})

describe('sign-in', () => {
  test('wrong guesses of others, under many forged addresses, lock nobody out', async () => {
    const other = await startTestPlatform({ TRUST_PROXY: 'true' })
    try {
      const victim = await other.signUp()
      let pretended = 1
      const signIn = async (password: string, address: string) => {
        const response = await fetch(`${other.url}/api/auth/sign-in`, {
          method: 'POST',
          // The proxy writes the last one; the caller writes those before it.
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `${pretended++}.0.0.1, ${address}`,
          },
          body: JSON.stringify({ email: victim.email, password }),
        })
        await response.arrayBuffer()
        return response.status
      }
      const guesses: number[] = []
      for (let nth = 0; nth < 12; nth++) guesses.push(await signIn('wrong wrong', '203.0.113.9'))
      expect(guesses.at(-1)).toBe(429)
      expect(await signIn(victim.password, '198.51.100.7')).toBe(200)
    } finally {
      await other.stop()
    }
  })

  test('a known device can sign in, whatever others tried', async () => {
    const other = await startTestPlatform({ TRUST_PROXY: '1' })
    try {
      const { email, password } = await other.signUp()
      const signIn = async (sent: object, address: string, headers = {}) => {
        const answer = await callAt(other.url, 'POST', '/api/auth/sign-in', {
          body: { email, password, ...sent },
          headers: { 'x-forwarded-for': address, ...headers },
        })
        return { status: answer.status, cookies: answer.headers.getSetCookie() }
      }
      const { cookies } = await signIn({}, '198.51.100.7')
      const kept = cookies.find((each) => each.startsWith('parley_device=')) ?? ''
      expect(kept).toMatch(/; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
      expect(decodeURIComponent(kept)).not.toContain(email)
      const [cookie = ''] = kept.split(';')
      const changed = cookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
      // As many networks as it takes to reach the limit of all unknown devices.
      for (let nth = 0; nth < 101; nth++) await signIn({ password: 'wrong wrong' }, `203.0.113.${nth}`)
      expect((await signIn({}, '198.51.100.7')).status).toBe(429)
      expect((await signIn({}, '198.51.100.7', { cookie: changed })).status).toBe(429)
      expect((await signIn({}, '198.51.100.7', { cookie })).status).toBe(200)
    } finally {
      await other.stop()
    }
  })

  test('others who request codes and guess at them invalidate none of the owner’s', async () => {
    const { email } = await parley.signUp()
    const own = await call('POST', '/api/auth/password-reset', { body: { email } })
    const code = await mailedCode(parley.url, email, 'password reset')
    const strangers = await call('POST', '/api/auth/password-reset', { body: { email } })
    const password = 'another horse battery'
    const confirm = (given: object) =>
      call('POST', '/api/auth/password-reset/confirm', { body: { email, password, ...given } })
    for (let nth = 0; nth < 6; nth++) {
      const { requestId } = strangers.json
      expect((await confirm({ requestId, code: '000000' })).status).toBe(401)
    }
    expect((await confirm({ requestId: strangers.json.requestId, code })).status).toBe(401)
    expect((await confirm({ requestId: own.json.requestId, code })).status).toBe(200)
  })

  test('an account can only be created by a reader of the address’s mail', async () => {
    const email = 'somebody.else@example.com'
    const body = { email, password: 'a password of mine', displayName: 'Eve', region: 'na' }
    const { json } = await call('POST', '/api/auth/sign-up/code', { body })
    const eves = { ...body, requestId: json.requestId, code: '000000' }
    const refused = await call('POST', '/api/auth/sign-up', { body: eves })
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([401, null])

    // Each request has a mail of its own, and the owner's is the later one.
    await mailedCode(parley.url, email)
    // The owner signs up on their own: nothing that the other person typed is kept.
    const owners = { ...body, password: 'a password of theirs', displayName: 'Owner' } as const
    const { user } = await signUpAs(parley.client(), parley.url, { ...owners, region: 'na' })
    expect(user.displayName).toBe('Owner')
    const signIn = (password: string) => call('POST', '/api/auth/sign-in', { body: { email, password } })
    expect((await signIn(body.password)).status).toBe(401)
    expect((await signIn(owners.password)).status).toBe(200)
  })

  test('a forwarded address is not trusted without a proxy', async () => {
    const { email } = await parley.signUp()
    const statuses: number[] = []
    for (let nth = 0; nth < 11; nth++) {
      const body = { email, password: 'wrong wrong' }
      const headers = { 'x-forwarded-for': `203.0.113.${nth}` }
      statuses.push((await call('POST', '/api/auth/sign-in', { body, headers })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('gives a new session, whatever cookie the browser sent, in a cookie that no script can read', async () => {
    const { email, password } = await parley.signUp()
    const headers = { cookie: `parley_session=${theirs.token}` }
    const answer = await call('POST', '/api/auth/sign-in', { body: { email, password }, headers })
    expect(answer.json.token).not.toBe(theirs.token)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^parley_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax/,
    )
  })
})
