import type { CredentialSettings } from '@parley/contracts/integration/credential.ts'
import type { CredentialEvent } from '@parley/contracts/integration/credential-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, it } from 'vitest'
import { type CredentialCommand, credential } from './credential.decider.ts'

const settings: CredentialSettings = {
  name: 'Shop API',
  use: { kind: 'bearer' },
  hosts: ['api.shop.example'],
}
const oauth = (tokenUrl: string): CredentialSettings => ({
  ...settings,
  use: {
    kind: 'oauth2-client-credentials',
    tokenUrl,
    application: 'parley',
    scopes: 'orders',
    sendSecretIn: 'header',
  },
})
const secret = 'sk-0123456789abcd'
const create: CredentialCommand = {
  type: 'CreateCredential',
  credentialId: 'c1',
  userId: 'u1',
  settings,
  secret,
  limit: { maxCredentials: 2, credentials: 1 },
}
const past = '2020-01-01T00:00:00.000Z'
const future = '2999-01-01T00:00:00.000Z'

const created = (from: CredentialSettings = settings): CredentialEvent => {
  const [event] = given(credential)
    .when({ ...create, settings: from })
    .events()
  return event!
}
const after = (...events: CredentialEvent[]) => given(credential, created(), ...events)
const live = (...events: CredentialEvent[]) => {
  const { state } = after(...events)
  if (state.status !== 'live') throw new Error('It is not live.')
  return state.credential
}

describe('a credential', () => {
  it('is created once, up to the limit of a workspace, with the end of a long secret alone', () => {
    expect(created().data).toMatchObject({ credentialId: 'c1', userId: 'u1', secret, hint: 'abcd' })
    const [short] = given(credential)
      .when({ ...create, secret: '12345678901' })
      .events()
    expect(short?.data).not.toHaveProperty('hint')
    after().when(create).thenNothing()
    given(credential)
      .when({ ...create, limit: { maxCredentials: 2, credentials: 2 } })
      .thenRejected('too-many-credentials')
  })

  it('has hosts in small letters, each once', () => {
    const hosts = ['B.example', 'a.example', 'b.example']
    expect(created({ ...settings, hosts }).data).toMatchObject({ hosts: ['a.example', 'b.example'] })
  })

  it('is not created with an expiry in the past, or with a secret that no header carries', () => {
    given(credential)
      .when({ ...create, settings: { ...settings, expiresAt: past } })
      .thenRejected('already-expired')
    given(credential)
      .when({ ...create, secret: 'geheim\r\nX-Evil: 1' })
      .thenRejected('invalid-input')
    given(credential)
      .when({
        ...create,
        settings: { ...settings, use: { kind: 'basic', username: 'ada' } },
        secret: 'größe',
      })
      .events()
  })

  it('keeps its secret while it is changed, but not to be sent elsewhere', () => {
    const change = (changed: CredentialSettings): CredentialCommand => ({
      type: 'ChangeCredential',
      userId: 'u2',
      settings: changed,
    })
    after().when(change(settings)).thenNothing()
    const [renamed] = after()
      .when(change({ ...settings, name: 'Shop' }))
      .events()
    expect(renamed?.data).not.toHaveProperty('secret')
    expect(live(renamed!)).toMatchObject({ name: 'Shop', secret, version: 2 })
    const evil = { ...settings, hosts: ['api.shop.example', 'evil.example'] }
    after().when(change(evil)).thenRejected('secret-needed')
    given(credential, created(evil)).when(change(settings)).events()
    given(credential, created(oauth('https://shop.example/token')))
      .when(change(oauth('https://evil.example/token')))
      .thenRejected('secret-needed')
    after()
      .when(change(oauth('https://shop.example/token')))
      .thenRejected('kind-fixed')
    const both = after()
      .when({ type: 'ChangeCredential', userId: 'u2', settings: evil, secret: 'sk-new' })
      .events()
    expect(both.map(({ type }) => type)).toEqual(['CredentialChanged', 'CredentialRotated'])
    expect(live(...both)).toMatchObject({ hosts: ['api.shop.example', 'evil.example'], secret: 'sk-new' })
  })

  it('loses its secret as a public client, so that no detour sends it elsewhere', () => {
    const connected = (tokenUrl: string, sendSecretIn: 'header' | 'none'): CredentialSettings => ({
      ...settings,
      use: {
        kind: 'oauth2-authorization-code',
        ...{ authorizationUrl: 'https://shop.example/authorize', tokenUrl },
        ...{ application: 'parley', scopes: '', sendSecretIn },
      },
    })
    const change = (changed: CredentialSettings): CredentialCommand => ({
      type: 'ChangeCredential',
      userId: 'u2',
      settings: changed,
    })
    const own = created(connected('https://shop.example/token', 'header'))
    const events = given(credential, own)
      .when(change(connected('https://evil.example/token', 'none')))
      .events()
    expect(events.map(({ type }) => type)).toEqual(['CredentialChanged', 'CredentialRotated'])
    const { state } = given(credential, own, ...events)
    expect(JSON.stringify(state)).not.toContain(secret)
    given(credential, own, ...events)
      .when(change(connected('https://evil.example/token', 'header')))
      .thenRejected('secret-needed')
    given(credential, own, ...events)
      .when(change(connected('https://evil.example/token', 'none')))
      .thenNothing()
  })

  it('may be changed while it is expired, but gets no other expiry in the past', () => {
    const expired: CredentialEvent = {
      type: 'CredentialChanged',
      data: { credentialId: 'c1', at: past, ...settings, expiresAt: past },
    }
    const change = (expiresAt: string): CredentialCommand => ({
      type: 'ChangeCredential',
      userId: 'u1',
      settings: { ...settings, name: 'Old', expiresAt },
    })
    after(expired).when(change(past)).events()
    after(expired).when(change('2020-01-02T00:00:00.000Z')).thenRejected('already-expired')
  })

  it('has the new secret alone once it is rotated, and the new expiry', () => {
    const rotate = { type: 'RotateCredential', userId: 'u2', secret: 'sk-new' } as const
    const [until] = after()
      .when({ ...rotate, expiresAt: future })
      .events()
    expect(live(until!)).toMatchObject({ secret: 'sk-new', expiresAt: future, version: 2 })
    const [endless] = after(until!).when(rotate).events()
    expect(live(until!, endless!)).not.toHaveProperty('expiresAt')
    after()
      .when({ ...rotate, expiresAt: past })
      .thenRejected('already-expired')
  })

  it('has its use recorded once a day, and once more after a rotation', () => {
    const [used] = after().when({ type: 'RecordUse' }).events()
    expect(used?.type).toBe('CredentialUsed')
    const at = '2026-11-20T12:00:00.001Z'
    const now: CredentialEvent = { type: 'CredentialUsed', data: { credentialId: 'c1', at } }
    after(now).when({ type: 'RecordUse' }).thenNothing()
    const [rotated] = after(now).when({ type: 'RotateCredential', userId: 'u1', secret: 'sk-new' }).events()
    expect(after(now, rotated!).when({ type: 'RecordUse' }).events()).toHaveLength(1)
    const old: CredentialEvent = {
      type: 'CredentialUsed',
      data: { credentialId: 'c1', at: '2026-11-20T12:00:00.000Z' },
    }
    expect(after(old).when({ type: 'RecordUse' }).events()).toHaveLength(1)
  })

  it('does not exist after it was deleted', () => {
    const [deleted] = after().when({ type: 'DeleteCredential' }).events()
    for (const command of [
      { type: 'DeleteCredential' },
      { type: 'RecordUse' },
      { type: 'RotateCredential', userId: 'u1', secret },
    ] satisfies CredentialCommand[])
      after(deleted!).when(command).thenRejected('not-found')
  })
})
