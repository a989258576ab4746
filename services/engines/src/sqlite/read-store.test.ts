import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { StoreUnavailable } from '@parley/kernel/event-store.ts'
import { type Place, readStoreConformance } from '@parley/kernel/read-store.conformance.ts'
import { expect, test } from 'vitest'
import { openSqliteReadStore } from './read-store.ts'

readStoreConformance('SQLite', onDisk)
readStoreConformance(
  'SQLite in memory',
  async () => ({ open: () => openSqliteReadStore({ file: ':memory:' }), remove: async () => {} }),
  { lasting: false },
)

test('explains what to do about a file of a newer version, and about one that is not a database', async () => {
  const { file, open, remove } = await onDisk()
  await (await open()).close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 9')
  newer.close()
  await expect(open()).rejects.toThrow(/newer Parley.*Start the newer version/)
  await writeFile(file, 'no database at all, but long enough to have the header of one'.repeat(10))
  await expect(open()).rejects.toThrow(/not a database.*read\.db/)
  await remove()
})

test('leaves a single file when its last store is closed', async () => {
  const { file, open, remove } = await onDisk()
  const [first, second] = [await open(), await open()]
  await first.setSetting('a', 'b')
  await first.close()
  expect(await readdir(dirname(file))).toContain('read.db-wal')
  await second.close()
  expect(await readdir(dirname(file))).toEqual(['read.db'])
  // A late write would open the file again, and nobody would close it.
  await expect(second.setSetting('a', 'c')).rejects.toThrow(StoreUnavailable)
  await expect(second.declare({ name: 'late', indexes: {} })).rejects.toThrow()
  expect(await readdir(dirname(file))).toEqual(['read.db'])
  await remove()
})

test('drops the collections of an older layout with their checkpoints, so that they are rebuilt', async () => {
  const { file, open, remove } = await onDisk()
  const people = { name: 'people', indexes: { byName: ['name'] } }
  const write = { collection: 'people', tenant: 'acme', id: '1', document: { name: 'Ann' }, position: 5 }
  const before = await open()
  await before.declare(people)
  for (const checkpoint of ['people', 'a-policy'])
    await before.commit({ checkpoint, position: 5, writes: [write] })
  await before.setSetting('people', 'people')
  await before.close()
  const older = new DatabaseSync(file)
  older.exec('PRAGMA user_version = 1')
  older.close()

  const after = await open()
  expect(await after.checkpoint('people')).toBe(-1)
  expect(await after.checkpoint('a-policy')).toBe(5)
  expect(await after.getSetting('people')).toBe('people')
  await after.declare(people)
  expect(await after.get('people', 'acme', '1')).toBeUndefined()
  await after.close()
  await remove()
})

test('accepts batches of several processes at once', async () => {
  const { file, open, remove } = await onDisk()
  const writer = `
    import { openSqliteReadStore } from ${JSON.stringify(new URL('./read-store.ts', import.meta.url).href)}
    const store = await openSqliteReadStore({ file: process.argv[1] })
    await store.declare({ name: 'counts', indexes: { byOwner: ['owner'] } })
    const owner = process.argv[2]
    for (let position = 0; position < 50; position++) {
      const document = { owner }
      await store.commit({ checkpoint: owner, position, writes: [
        { collection: 'counts', tenant: 'acme', id: owner + position, document, position },
        { collection: 'counts', tenant: 'acme', id: 'newest', document: {}, position },
      ] })
    }
    await store.close()`
  const run = (owner: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', writer, file, owner])
  await Promise.all(['a', 'b', 'c'].map(run))
  const store = await open()
  for (const owner of ['a', 'b', 'c']) {
    expect(await store.count('counts', 'acme', { index: 'byOwner', where: { owner } })).toBe(50)
    expect(await store.checkpoint(owner)).toBe(49)
  }
  expect(await store.get('counts', 'acme', 'newest')).toEqual({ document: {}, position: 49 })
  await store.close()
  await remove()
})

async function onDisk(): Promise<Place & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-read-store-'))
  const file = join(folder, 'folder', 'read.db')
  return {
    file,
    open: () => openSqliteReadStore({ file }),
    remove: () => rm(folder, { recursive: true }),
  }
}
