import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSignUp, keepSignUp, pendingSignUp } from './pending-sign-up.ts'

const pending = { displayName: 'Ada', email: 'ada@lamps.example', region: 'eu', requestId: 'r1' } as const
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
})

test('a sign-up is pending as long as its code is valid, or until it is over', () => {
  expect(pendingSignUp(0)).toBeUndefined()
  keepSignUp(pending, 0)
  expect(pendingSignUp(599_999)).toEqual(pending)
  expect(pendingSignUp(600_000)).toBeUndefined()
  forgetSignUp()
  expect(pendingSignUp(1)).toBeUndefined()
})

test('what can’t be read is none', () => {
  kept.set('parley_pending_sign_up', '{')
  expect(pendingSignUp(0)).toBeUndefined()
})
