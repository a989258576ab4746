import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type KeyPlace, keyStoreConformance } from '@parley/kernel/sealing/key-store.conformance.ts'
import { expect, test } from 'vitest'
import { openSqliteKeyStore } from './key-store.ts'

keyStoreConformance('SQLite', onDisk)

test('leaves nothing of an erased key on disk, while another key stays', async () => {
  const { file, open, remove } = await onDisk()
  const store = await open()
  const wrapped = (n: number) => `wrapped-${n}.`.repeat(10)
  for (let n = 0; n < 200; n++) await store.getOrCreate(`user-${n}`, () => wrapped(n))
  expect(await onDiskBytes(file)).toContain('wrapped-77.')
  await store.erase('user-77')
  expect(await onDiskBytes(file)).not.toContain('wrapped-77.')
  expect(await onDiskBytes(file)).toContain('wrapped-78.')
  await store.close()
  await remove()
})

test('makes the file and its log readable only by their owner', async () => {
  const { file, open, remove } = await onDisk()
  const store = await open()
  await store.getOrCreate('user-1', () => 'wrapped')
  for (const name of [file, `${file}-wal`]) expect((await stat(name)).mode & 0o077).toBe(0)
  await store.close()
  await remove()
})

test('explains what is wrong with a file of a newer version and with one that is not a database', async () => {
  const { file, open, remove } = await onDisk()
  await (await open()).close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 9')
  newer.close()
  await expect(open()).rejects.toThrow(/keys\.db: has layout 9 of a newer Parley/)
  await writeFile(file, 'no database at all, but long enough to have the header of one'.repeat(10))
  await expect(open()).rejects.toThrow(/keys\.db: .*not a database/)
  await remove()
})

async function onDisk(): Promise<KeyPlace & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-key-store-'))
  const file = join(folder, 'folder', 'keys.db')
  return { file, open: () => openSqliteKeyStore({ file }), remove: () => rm(folder, { recursive: true }) }
}

async function onDiskBytes(file: string): Promise<string> {
  const names = await readdir(dirname(file))
  const contents = await Promise.all(names.map((name) => readFile(join(dirname(file), name), 'latin1')))
  return contents.join('\n')
}
