import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileStoreConformance } from '@parley/kernel/file-store.conformance.ts'
import { expect, test } from 'vitest'
import { openFolderFileStore } from './file-store.ts'

fileStoreConformance('folder', inFolder)

test('makes files readable only by their owner, and leaves no temporary file behind', async () => {
  const { folder, open, remove } = await inFolder()
  const store = await open()
  const key = { tenant: 't1', owner: 'c1', id: 'f1' }
  await Promise.all([1, 2, 3].map(() => store.put(key, { about: 'a', bytes: Buffer.from('b') })))
  expect(await readdir(join(folder, 't1', 'c1'))).toEqual(['f1'])
  for (const path of [folder, join(folder, 't1', 'c1'), join(folder, 't1', 'c1', 'f1')])
    expect((await stat(path)).mode & 0o077).toBe(0)
  await remove()
})

async function inFolder() {
  const above = await mkdtemp(join(tmpdir(), 'parley-files-'))
  const folder = join(above, 'files')
  return {
    folder,
    open: () => openFolderFileStore({ folder }),
    remove: () => rm(above, { recursive: true, force: true }),
  }
}
