import type { TwoFactorEvent } from '@parley/contracts/identity/two-factor-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { codeAt, fromBase32 } from './totp.ts'
import { twoFactor } from './two-factor.decider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const STEP = NOW.getTime() / 30_000
const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const userId = 'u1'
const code = (step = STEP) => codeAt(fromBase32(totpSecret), step)

const started: TwoFactorEvent = {
  type: 'TwoFactorSetUpStarted',
  data: { userId, totpSecret, startedAt: NOW.getTime() },
}
const turnedOn: TwoFactorEvent = {
  type: 'TwoFactorTurnedOn',
  data: { userId, step: STEP - 1, recoveryHashes: ['a', 'b'], turnedOnAt: NOW.getTime() },
}
const turnOn = { type: 'TurnOn' as const, userId, recoveryHashes: ['a', 'b'] }

test('is turned on by a code of the secret that was set up, within half an hour', () => {
  given(twoFactor).when({ type: 'StartSetUp', userId, totpSecret }, NOW).then(started)
  given(twoFactor, started)
    .when({ ...turnOn, code: code(STEP - 1) }, NOW)
    .then(turnedOn)
  given(twoFactor, started)
    .when({ ...turnOn, code: '000000' }, NOW)
    .thenRejected('wrong-code')
  given(twoFactor)
    .when({ ...turnOn, code: code() }, NOW)
    .thenRejected('conflict')
  const later = new Date(NOW.getTime() + 30 * 60_000)
  given(twoFactor, started)
    .when({ ...turnOn, code: code(STEP + 60) }, later)
    .thenRejected('conflict')
})

test('a secret that was only set up asks for nothing, and none replaces the one in use', () => {
  expect(given(twoFactor, started).state?.on).toBeUndefined()
  given(twoFactor, started, turnedOn)
    .when({ type: 'StartSetUp', userId, totpSecret: 'another' })
    .thenRejected('conflict')
  given(twoFactor, started, turnedOn)
    .when({ ...turnOn, code: code() }, NOW)
    .thenRejected('conflict')
})

test('each time step counts once, that of turning on included', () => {
  const use = (step: number) => ({ type: 'UseCode', userId, code: code(step) }) as const
  const used: TwoFactorEvent = { type: 'TwoFactorCodeUsed', data: { userId, step: STEP } }
  given(twoFactor, started, turnedOn).when(use(STEP), NOW).then(used)
  given(twoFactor, started, turnedOn)
    .when(use(STEP - 1), NOW)
    .thenRejected('wrong-code')
  given(twoFactor, started, turnedOn, used).when(use(STEP), NOW).thenRejected('wrong-code')
  given(twoFactor, started).when(use(STEP), NOW).thenRejected('wrong-code')
  given(twoFactor).when(use(STEP), NOW).thenRejected('wrong-code')
})

test('a recovery code works once, until new ones replace it', () => {
  const use = (recoveryHash: string) => ({ type: 'UseRecoveryCode', userId, recoveryHash }) as const
  const used: TwoFactorEvent = {
    type: 'RecoveryCodeUsed',
    data: { userId, recoveryHash: 'a', left: 1 },
  }
  const renew = { type: 'RenewRecoveryCodes' as const, userId, recoveryHashes: ['c'] }
  const renewed: TwoFactorEvent = { type: 'RecoveryCodesRenewed', data: { userId, recoveryHashes: ['c'] } }
  given(twoFactor, started, turnedOn).when(use('a')).then(used)
  given(twoFactor, started, turnedOn, used).when(use('a')).thenRejected('wrong-code')
  given(twoFactor, started, turnedOn).when(renew).then(renewed)
  given(twoFactor, started, turnedOn, renewed).when(use('b')).thenRejected('wrong-code')
  given(twoFactor, started).when(renew).thenRejected('conflict')
})

test('turned off, it forgets the secret and its codes', () => {
  const off: TwoFactorEvent = { type: 'TwoFactorTurnedOff', data: { userId } }
  given(twoFactor, started, turnedOn).when({ type: 'TurnOff', userId }).then(off)
  expect(given(twoFactor, started, turnedOn, off).state).toBeUndefined()
  given(twoFactor).when({ type: 'TurnOff', userId }).thenNothing()
})
