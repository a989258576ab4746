import type { OneTimeCodeEvent } from '@parley/contracts/identity/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import {
  CODE_LIFETIME_MS,
  CODE_TRIES,
  type OneTimeCodeCommand,
  oneTimeCode,
} from './one-time-code.decider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

const asked = {
  requestId: 'r1',
  purpose: 'sign-in',
  codeHash: 'right',
  code: '123456',
  email: 'ada@example.com',
} as const
const requested: OneTimeCodeEvent = {
  type: 'OneTimeCodeRequested',
  data: { ...asked, expiresAt: NOW.getTime() + CODE_LIFETIME_MS },
}
const missed: OneTimeCodeEvent = { type: 'OneTimeCodeMissed', data: { requestId: 'r1' } }
const used: OneTimeCodeEvent = { type: 'OneTimeCodeUsed', data: { requestId: 'r1' } }
const use = (
  codeHash: string,
  purpose: 'sign-up' | 'sign-in' | 'password-reset' = 'sign-in',
): OneTimeCodeCommand => ({ type: 'UseCode', requestId: 'r1', purpose, codeHash })

test('a request is recorded once', () => {
  given(oneTimeCode)
    .when({ type: 'RequestCode', ...asked }, NOW)
    .then(requested)
  given(oneTimeCode, requested)
    .when({ type: 'RequestCode', ...asked }, NOW)
    .thenRejected('conflict')
})

test('a code works once, in time, for its purpose', () => {
  given(oneTimeCode, requested).when(use('right'), NOW).then(used)
  given(oneTimeCode, requested, used).when(use('right'), NOW).thenRejected('wrong-code')
  for (const other of ['password-reset', 'sign-up'] as const)
    given(oneTimeCode, requested).when(use('right', other), NOW).thenRejected('wrong-code')
  given(oneTimeCode, requested)
    .when(use('right'), later(CODE_LIFETIME_MS - 1))
    .then(used)
  given(oneTimeCode, requested).when(use('right'), later(CODE_LIFETIME_MS)).thenRejected('wrong-code')
  given(oneTimeCode).when(use('right'), NOW).thenRejected('wrong-code')
})

test('a code is invalid after five wrong attempts', () => {
  given(oneTimeCode, requested).when(use('wrong'), NOW).then(missed)
  const misses = (count: number) => Array.from({ length: count }, () => missed)
  given(oneTimeCode, requested, ...misses(CODE_TRIES - 1))
    .when(use('right'), NOW)
    .then(used)
  given(oneTimeCode, requested, ...misses(CODE_TRIES))
    .when(use('right'), NOW)
    .thenRejected('wrong-code')
})

test('the events of a request contain neither the person nor the code', () => {
  expect(given(oneTimeCode, requested).state).toEqual({
    purpose: 'sign-in',
    codeHash: 'right',
    expiresAt: NOW.getTime() + CODE_LIFETIME_MS,
    misses: 0,
    used: false,
  })
})
