import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { erasureOf } from '@parley/identity/account-deletion.ts'
import { accountsOf } from '@parley/identity/accounts.ts'
import { evictErased } from '@parley/identity/evict-erased.ts'
import { identityKey } from '@parley/identity/identity-key.ts'
import type { MailMessage } from '@parley/identity/mail/mailer.ts'
import { personIn, user } from '@parley/identity/user.decider.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openRegion } from '../region.ts'
import { accountDeletion } from './account-deletion.ts'

const email = 'ada@example.com'
const region = 'na' as const

let folder: string
let here: RegionEngines
let elsewhere: RegionEngines
const config = () => readConfig({ DATA_DIR: folder, NODE_ENV: 'test', REGIONS: region })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-deletion-'))
  here = await openRegion(config(), region)
  elsewhere = await openRegion(config(), region)
})
afterEach(async () => {
  await Promise.all([here.close(), elsewhere.close()])
  await rm(folder, { recursive: true, force: true })
})

const mailer = {
  send: async (_: MailMessage) => 'accepted' as const,
  close: async () => undefined,
}

function accounts() {
  const regions = new Map([[region, here.commands]])
  return accountsOf({ regions, directory: here.commands, hashKey: identityKey(config().masterKey) })
}

async function signUp(): Promise<string> {
  const cause = { via: 'api', command: `sign-up/${Math.random()}`, correlation: 'test' } as const
  const call = { context: { tenant: '', actor: { kind: 'system', id: 'test' }, cause } } as const
  const person = { email, password: 'correct horse', displayName: 'Ada', region }
  const created = await accounts().create(person, call as never)
  if (!created.ok || !created.isNew) throw new Error('The person could not sign up')
  return created.person.userId
}

const deleteBy = (engines: RegionEngines, mails: Parameters<typeof accountDeletion>[2] = mailer) =>
  accountDeletion(config(), new Map([[region, engines]]), mails)(email, 'test')
const typesOf = async (userId: string) =>
  (await here.eventStore.readStream(`user-${userId}`)).map(({ type }) => type)

test('a process that knew the person forgets them when it reads of the erasure', async () => {
  const userId = await signUp()
  const readHere = async () => (await here.commands.load(user, userId))?.state
  const sealed = (await here.eventStore.readStream(`user-${userId}`)).flatMap(
    ({ data }) => data.match(/sealed\.v1\.[^"]+/g) ?? [],
  )
  expect(personIn(await readHere())).toMatchObject({ email, displayName: 'Ada' })
  expect(await here.keyring.open(userId, sealed)).toContain('Ada')

  expect(await deleteBy(elsewhere)).toEqual({ ok: true, userId })
  expect(personIn(await readHere())?.displayName).toBe('Ada')
  evictErased([here], await here.eventStore.readStream(`user-${userId}`))
  expect(await readHere()).toEqual({ deleted: true, erased: true })
  expect(new Set(await here.keyring.open(userId, sealed))).toEqual(new Set(['[erased]']))
})

test('a deletion that was interrupted is completed by the next one, and gives the address back then', async () => {
  const userId = await signUp()
  const remove = async () => {
    throw new Error('The disk is full')
  }
  await expect(deleteBy(here, { ...mailer, remove })).rejects.toThrow('The disk is full')
  expect(await typesOf(userId)).toEqual(['UserSignedUp', 'AccountDeleted'])
  expect(await accounts().find(email)).toBeUndefined()
  await expect(signUp()).rejects.toThrow('could not sign up')

  expect(await deleteBy(here)).toEqual({ ok: true, userId })
  expect(await typesOf(userId)).toEqual(['UserSignedUp', 'AccountDeleted', 'PersonErased'])
  expect(await deleteBy(here)).toMatchObject({ ok: false, rejection: { code: 'not-found' } })
  expect(await signUp()).not.toBe(userId)
})

test('an erasure that was completed without its address gives the address to whoever proves it next', async () => {
  const userId = await signUp()
  const interrupted = {
    ...mailer,
    remove: async () => {
      throw new Error('The disk is full')
    },
  }
  await expect(deleteBy(here, interrupted)).rejects.toThrow('The disk is full')
  const deps = { commands: here.commands, keyring: here.keyring, endMembership: async () => undefined }
  const cause = { via: 'policy', command: 'erase-person/1', correlation: 'test' } as const
  const by = { actor: { kind: 'policy', id: 'erase-person' }, cause } as const
  await erasureOf({ ...deps, mailer: {}, otherRegions: () => [] })({ userId, email }, by as never)
  expect(await signUp()).not.toBe(userId)
  expect(await accounts().find(email)).toBeDefined()
})
