/** What many events have alike and is about nobody is stored once, under the key of the tenant. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineEvents, ERASED, impersonalIf, personalJson } from '@parley/contracts/message.ts'
import { openFolderFileStore } from '@parley/engines/folder/file-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createKeyring, sealData, subjectOf, unsealData } from './sealing.ts'

const words = personalJson(z.array(z.string()), [ERASED])
const events = defineEvents({
  Greeted: {
    version: 1,
    data: z.object({ words: impersonalIf('impersonal', words), impersonal: z.boolean().optional() }),
  },
})
type Greeted = { words: string; impersonal?: boolean }
const greeting = { words: ['Welcome to the shop! '.repeat(800)], impersonal: true }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-shared-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function opened() {
  const keys = await openSqliteKeyStore({ file: ':memory:' })
  const masterKey = randomBytes(32)
  const files = await openFolderFileStore({ folder })
  const process = () => createKeyring(keys, masterKey, { files })
  const seal = (keyring: ReturnType<typeof process>, data: object, subject: string, tenant = 'w1') =>
    sealData(keyring, events, 'Greeted', data, { tenant, subject }) as Promise<Greeted>
  const unseal = (keyring: ReturnType<typeof process>, data: Greeted, tenant = 'w1') =>
    unsealData(keyring, events, 'Greeted', data, tenant)
  const filesKept = async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name))
  }
  return { process, seal, unseal, filesKept }
}

test('is one file for all events of a tenant and all processes, and a reference in each event', async () => {
  const { process, seal, unseal, filesKept } = await opened()
  const keyring = process()
  const first = await seal(keyring, greeting, 'conversation-c1')
  expect(await seal(keyring, greeting, 'conversation-c2')).toEqual(first)
  expect(await seal(process(), greeting, 'conversation-c3')).toEqual(first)
  expect(subjectOf(first.words)).toBe('tenant-w1')
  expect(first.words.length).toBeLessThan(100)
  const [file, ...others] = await filesKept()
  expect(others).toEqual([])
  expect((await readFile(file!)).includes('Welcome')).toBe(false)
  for (const reading of [keyring, process()]) expect(await unseal(reading, first)).toEqual(greeting)

  const elsewhere = await seal(keyring, greeting, 'conversation-c1', 'w2')
  expect(elsewhere.words.slice(-43)).not.toBe(first.words.slice(-43))
  expect(await unseal(keyring, first, 'w2')).toMatchObject({ words: [ERASED] })
})

test('whatever is about somebody, or short, is sealed for the subject in its event', async () => {
  const { process, seal, unseal, filesKept } = await opened()
  const keyring = process()
  const { impersonal: _, ...personal } = greeting
  for (const data of [personal, { ...greeting, impersonal: false }, { ...greeting, words: ['Hi'] }]) {
    const sealed = await seal(keyring, data, 'conversation-c1')
    expect(subjectOf(sealed.words)).toBe('conversation-c1')
    expect(await unseal(keyring, sealed)).toEqual(data)
  }
  expect(await filesKept()).toEqual([])
})

test('erasing a subject leaves it, and erasing the key of the tenant erases it everywhere', async () => {
  const { process, seal, unseal, filesKept } = await opened()
  const [keyring, other] = [process(), process()]
  const sealed = await seal(keyring, greeting, 'conversation-c1')
  await keyring.erase({ tenant: 'w1', subject: 'conversation-c1' })
  expect(await unseal(keyring, sealed)).toEqual(greeting)
  expect(await unseal(other, sealed)).toEqual(greeting)

  await keyring.erase({ tenant: 'w1', subject: 'tenant-w1' })
  other.forget('tenant-w1')
  expect(await filesKept()).toEqual([])
  for (const reading of [keyring, other, process()])
    expect(await unseal(reading, sealed)).toMatchObject({ words: [ERASED] })
})

test('a file that was changed reads as erased', async () => {
  const { process, seal, unseal, filesKept } = await opened()
  const sealed = await seal(process(), greeting, 'conversation-c1')
  const [file = ''] = await filesKept()
  const bytes = await readFile(file)
  bytes[bytes.length - 1]! ^= 1
  await writeFile(file, bytes)
  expect(await unseal(process(), sealed)).toMatchObject({ words: [ERASED] })
})

test('a lost file is an error, not an erasure', async () => {
  const { process, seal, unseal, filesKept } = await opened()
  const sealed = await seal(process(), greeting, 'conversation-c1')
  for (const file of await filesKept()) await rm(file)
  await expect(unseal(process(), sealed)).rejects.toThrow('missing from the file store')
})
