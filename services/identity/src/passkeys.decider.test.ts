import type { PasskeyEvent } from '@parley/contracts/identity/passkey-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { MOST_PASSKEYS, passkeys } from './passkeys.decider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const userId = 'u1'
const phone = { passkeyId: 'p1', credentialId: 'c1', publicKey: 'k1', counter: 0, name: 'Phone' }
const added: PasskeyEvent = { type: 'PasskeyAdded', data: { userId, ...phone, addedAt: NOW.getTime() } }
const removed: PasskeyEvent = { type: 'PasskeyRemoved', data: { userId, passkeyId: 'p1' } }

test('a passkey is added once, renamed and removed', () => {
  given(passkeys)
    .when({ type: 'AddPasskey', userId, ...phone }, NOW)
    .then(added)
  given(passkeys, added)
    .when({ type: 'AddPasskey', userId, ...phone })
    .thenRejected('conflict')
  const rename = { type: 'RenamePasskey', userId, passkeyId: 'p1', name: 'Key' } as const
  const renamed: PasskeyEvent = { type: 'PasskeyRenamed', data: { userId, passkeyId: 'p1', name: 'Key' } }
  given(passkeys, added).when(rename).then(renamed)
  given(passkeys, added, renamed).when(rename).thenNothing()
  expect(given(passkeys, added, renamed).state).toMatchObject([{ name: 'Key', credentialId: 'c1' }])
  given(passkeys).when(rename).thenRejected('not-found')
  given(passkeys, added).when({ type: 'RemovePasskey', userId, passkeyId: 'p1' }).then(removed)
  expect(given(passkeys, added, removed).state).toEqual([])
  given(passkeys).when({ type: 'RemovePasskey', userId, passkeyId: 'p1' }).thenRejected('not-found')
})

test('each challenge is signed once, and none after the passkey was removed', () => {
  const use = { type: 'UsePasskey', userId, passkeyId: 'p1', counter: 1, challengeAt: 100 } as const
  const { type: _, ...data } = use
  const used: PasskeyEvent = { type: 'PasskeyUsed', data }
  given(passkeys, added).when(use).then(used)
  given(passkeys, added, used).when(use).thenRejected('wrong-passkey')
  given(passkeys, added, used)
    .when({ ...use, challengeAt: 99 })
    .thenRejected('wrong-passkey')
  given(passkeys, added, used)
    .when({ ...use, challengeAt: 101 })
    .then({ type: 'PasskeyUsed', data: { ...data, challengeAt: 101 } })
  given(passkeys, added, removed).when(use).thenRejected('wrong-passkey')
})

test('an account has a limited number of them', () => {
  const many = Array.from({ length: MOST_PASSKEYS }, (_, nth): PasskeyEvent => {
    const passkeyId = `many${nth}`
    return { type: 'PasskeyAdded', data: { userId, ...phone, passkeyId, addedAt: 0 } }
  })
  given(passkeys, ...many)
    .when({ type: 'AddPasskey', userId, ...phone })
    .thenRejected('too-many-passkeys')
})
