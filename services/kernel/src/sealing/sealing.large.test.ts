/** Texts too large for an event are sealed into files, read like any other, and erased with their key. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineEvents, ERASED, personal } from '@parley/contracts/message.ts'
import { openFolderFileStore } from '@parley/engines/folder/file-store.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createCommandHandler } from '../commands/command-handling.ts'
import { type Aggregate, accept } from '../commands/decider.ts'
import { MAX_APPEND_BYTES } from '../log/event-store.ts'
import { createKeyring, unsealData } from './sealing.ts'

const events = defineEvents({
  Said: { version: 1, data: z.object({ texts: z.array(personal()), topic: z.string() }) },
})
type Said = { type: 'Said'; data: { texts: string[]; topic: string } }
const talk: Aggregate<Said['data'][], Said['data'], Said> = {
  category: 'talk',
  events,
  decider: {
    initialState: [],
    evolve: (state, event) => [...state, event.data],
    decide: (data) => accept({ type: 'Said', data }),
  },
}
const context = (command: string) =>
  ({
    tenant: 'w1',
    subject: 'visitor-v 1/ö',
    actor: { kind: 'visitor', id: 'v1' },
    cause: { via: 'widget', command, correlation: 'c' },
  }) as const

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-large-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function opened() {
  const eventStore = await openSqliteEventStore({ file: ':memory:' })
  const keys = await openSqliteKeyStore({ file: ':memory:' })
  const masterKey = randomBytes(32)
  const files = await openFolderFileStore({ folder })
  const keyring = createKeyring(keys, masterKey, { files })
  const filesKept = async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name))
  }
  const another = () => createKeyring(keys, masterKey, { files })
  return {
    eventStore,
    keyring,
    another,
    files,
    filesKept,
    handler: createCommandHandler({ eventStore, keyring }),
  }
}

test('stores texts of any size, reads them in another process, and keeps no readable byte of them', async () => {
  const { eventStore, another, filesKept, handler } = await opened()
  const secret = 'nobody but us '
  const texts = ['short', secret.repeat(10_000), `${secret}€`.repeat(600_000)]
  const said = await handler.handle(talk, 't1', { texts, topic: 'size' }, context('c1'))
  expect(said).toMatchObject({ ok: true })

  const [stored] = await eventStore.readStream('talk-t1')
  expect(Buffer.byteLength(stored!.data)).toBeLessThan(1_000)
  const opening = await unsealData(another(), events, 'Said', JSON.parse(stored!.data), 'w1')
  expect(opening).toEqual({ texts, topic: 'size' })
  expect(await unsealData(another(), events, 'Said', JSON.parse(stored!.data), 'w2')).toMatchObject({
    texts: [ERASED, ERASED, ERASED],
  })
  for (const file of await filesKept()) expect((await readFile(file)).includes(secret)).toBe(false)
})

test('an erasure removes the files, also when it happened in another process', async () => {
  const { eventStore, keyring, another, filesKept, handler } = await opened()
  const texts = ['x'.repeat(100_000)]
  await handler.handle(talk, 't1', { texts, topic: 'size' }, context('c1'))
  const [stored] = await eventStore.readStream('talk-t1')
  const elsewhere = another()
  const read = () => unsealData(elsewhere, events, 'Said', JSON.parse(stored!.data), 'w1')
  expect(await read()).toMatchObject({ texts })
  expect(await filesKept()).toHaveLength(1)

  await keyring.erase({ tenant: 'w1', subject: context('').subject })
  expect(await filesKept()).toEqual([])
  expect(await read()).toMatchObject({ texts: [ERASED] })
})

test('a lost file is an error, not an erasure', async () => {
  const { eventStore, another, filesKept, handler } = await opened()
  await handler.handle(talk, 't1', { texts: ['x'.repeat(100_000)], topic: 'size' }, context('c1'))
  const [stored] = await eventStore.readStream('talk-t1')
  for (const file of await filesKept()) await rm(file)
  await expect(unsealData(another(), events, 'Said', JSON.parse(stored!.data), 'w1')).rejects.toThrow(
    'missing from the file store',
  )
})

test('refuses an unsealed text that is too large, and continues with the stream', async () => {
  const { handler } = await opened()
  const large = { texts: [], topic: 'x'.repeat(MAX_APPEND_BYTES) }
  expect(await handler.handle(talk, 't1', large, context('c1'))).toMatchObject({
    ok: false,
    rejection: { code: 'too-large' },
  })
  expect(await handler.handle(talk, 't1', { texts: [], topic: 'size' }, context('c2'))).toMatchObject({
    ok: true,
    revision: 0,
  })
})
