import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Place, readStoreConformance } from './read-store.conformance.ts'
import { openSqliteReadStore } from './read-store.sqlite.ts'

readStoreConformance('SQLite', onDisk)
readStoreConformance(
  'SQLite in memory',
  async () => ({ open: () => openSqliteReadStore({ file: ':memory:' }), remove: async () => {} }),
  { lasting: false },
)

test('says what to do about a file of a newer Parley, and about one that is no database', async () => {
  const { file, open, remove } = await onDisk()
  await (await open()).close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 9')
  newer.close()
  await expect(open()).rejects.toThrow(/newer Parley.*move the file away/)
  await writeFile(file, 'no database at all, but long enough to have the header of one'.repeat(10))
  await expect(open()).rejects.toThrow(/not a database.*read\.db/)
  await remove()
})

test('takes batches of several processes at once', async () => {
  const { file, open, remove } = await onDisk()
  const writer = `
    import { openSqliteReadStore } from ${JSON.stringify(new URL('./read-store.sqlite.ts', import.meta.url).href)}
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
