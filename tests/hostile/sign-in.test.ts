/** Guessing, under many names and addresses. */

import { afterAll, describe, expect, test, vi } from 'vitest'
import { startTestPlatform } from '../src/test-platform.ts'
import { startAttacked } from './attacker.ts'

// Tries that were used up come back with time: on a slow machine some of them while a test still counts.
vi.useFakeTimers({ toFake: ['Date'] })
const { parley, theirs, call } = await startAttacked()
afterAll(async () => {
  vi.useRealTimers()
  await parley.stop()
})

describe('sign-in', () => {
  test('somebody else’s wrong guesses, under many pretended addresses, lock nobody out', async () => {
    const other = await startTestPlatform({ TRUST_PROXY: 'true' })
    try {
      const victim = await other.signUp()
      let pretended = 1
      const signIn = async (password: string, address: string) => {
        const response = await fetch(`${other.url}/api/auth/sign-in`, {
          method: 'POST',
          // The proxy writes the last one; what stands before it is whatever the caller pretends.
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

  test('an address that nobody vouches for is not believed', async () => {
    const { email } = await parley.signUp()
    const statuses: number[] = []
    for (let nth = 0; nth < 11; nth++) {
      const body = { email, password: 'wrong wrong' }
      const headers = { 'x-forwarded-for': `203.0.113.${nth}` }
      statuses.push((await call('POST', '/api/auth/sign-in', { body, headers })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('gives a new session, whatever the browser brought, in a cookie that no script reads', async () => {
    const { email, password } = await parley.signUp()
    const headers = { cookie: `parley_session=${theirs.token}` }
    const answer = await call('POST', '/api/auth/sign-in', { body: { email, password }, headers })
    expect(answer.json.token).not.toBe(theirs.token)
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
  })
})
