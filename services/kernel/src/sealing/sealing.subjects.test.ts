/** Each sealed text belongs to somebody: what an event says of several people is sealed under the key of each. */
import { randomBytes } from 'node:crypto'
import { defineEvents, ERASED, personal, tenantText } from '@parley/contracts/message.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createKeyring, sealData, subjectOf, unsealData } from './sealing.ts'

const person = z.object({ userId: z.string().optional(), name: personal({ of: 'userId' }) })
const events = defineEvents({
  Handed: {
    version: 1,
    data: z.object({
      note: personal(),
      label: tenantText(),
      userId: z.string(),
      name: personal({ of: 'userId' }).optional(),
      others: z.array(person),
    }),
  },
})
const data = {
  note: 'Wants a refund',
  label: 'urgent',
  userId: 'u1',
  name: 'Ada',
  others: [
    { userId: 'u2', name: 'Ben' },
    { userId: 'u1', name: 'Ada L.' },
  ],
}
const scope = { tenant: 'w1', subject: 'conversation-c1' }

async function opened() {
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  const seal = (given: object, at: { tenant: string; subject?: string } = scope) =>
    sealData(keyring, events, 'Handed', given, at) as Promise<typeof data>
  return { keyring, seal, unseal: (sealed: unknown) => unsealData(keyring, events, 'Handed', sealed, 'w1') }
}

test('seals each text under the key of whoever it belongs to', async () => {
  const { seal, unseal } = await opened()
  const sealed = await seal(data)
  const { note, label, name, others } = sealed
  expect([note, label, name, ...others.map((other) => other.name)].map(subjectOf)).toEqual([
    'conversation-c1',
    'tenant-w1',
    'user-u1',
    'user-u2',
    'user-u1',
  ])
  expect(await unseal(sealed)).toEqual(data)
})

test('erasing one person leaves what is said of the others', async () => {
  const { keyring, seal, unseal } = await opened()
  const sealed = await seal(data)
  await keyring.erase({ tenant: 'w1', subject: 'user-u1' })
  expect(await unseal(sealed)).toEqual({
    ...data,
    name: ERASED,
    others: [
      { userId: 'u2', name: 'Ben' },
      { userId: 'u1', name: ERASED },
    ],
  })
  await keyring.erase({ tenant: 'w1', subject: 'conversation-c1' })
  expect(await unseal(sealed)).toMatchObject({ note: ERASED, label: 'urgent', others: [{ name: 'Ben' }, {}] })
})

test('seals no personal text that nobody owns', async () => {
  const { seal } = await opened()
  await expect(seal(data, { tenant: 'w1' })).rejects.toThrow('Handed holds personal data at note')
  await expect(seal({ ...data, others: [{ name: 'Cid' }] })).rejects.toThrow('at others.*.name')
  const { name: _, ...nameless } = data
  expect(await seal({ ...nameless, others: [] })).not.toHaveProperty('name')
})

test('a workspace with any number of subjects leaves the keys of others in memory', async () => {
  const store = await openSqliteKeyStore({ file: ':memory:' })
  let reads = 0
  const counted: typeof store = {
    ...store,
    get: (name) => {
      reads++
      return store.get(name)
    },
  }
  const keyring = createKeyring(counted, randomBytes(32))
  await keyring.prepare('quiet', ['conversation-c1'])
  const subjects = Array.from({ length: 25_000 }, (_, nth) => `conversation-c${nth}`)
  await keyring.prepare('noisy', subjects)
  const before = reads
  await keyring.prepare('quiet', ['conversation-c1'])
  expect(reads).toBe(before)
  await keyring.prepare('noisy', ['conversation-c0'])
  expect(reads).toBe(before + 1)
})
