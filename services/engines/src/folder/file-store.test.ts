import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileStoreConformance } from '@parley/kernel/files/file-store.conformance.ts'
import { expect, test } from 'vitest'
import { openFolderFileStore } from './file-store.ts'

fileStoreConformance('folder', inFolder)

test('makes files readable only by their owner, and leaves no temporary file behind', async () => {
  const { folder, open, remove } = await inFolder()
  const store = await open()
  const key = { tenant: 't1', owner: 'c1', id: 'f1' }
  await Promise.all([1, 2, 3].map(() => store.put(key, { about: 'a', bytes: Buffer.from('b') })))
  expect(await readdir(join(folder, 't1', 'c1'))).toEqual(['f1'])
  expect(await readdir(join(folder, '.unfinished'))).toEqual([])
  for (const path of [folder, join(folder, 't1', 'c1'), join(folder, 't1', 'c1', 'f1')])
    expect((await stat(path)).mode & 0o077).toBe(0)
  await remove()
})

test('removes what a killed process left an hour ago, not what another one writes', async () => {
  const { folder, open, remove } = await inFolder()
  const store = await open()
  const [left, inProgress] = ['left', 'in-progress'].map((name) => join(folder, '.unfinished', name)) as [
    string,
    string,
  ]
  for (const file of [left, inProgress]) await writeFile(file, 'half')
  const anHourAgo = new Date(Date.now() - 3_601_000)
  await utimes(left, anHourAgo, anHourAgo)
  await store.put({ tenant: 't1', owner: 'c1', id: 'f1' }, { about: 'a', bytes: Buffer.from('b') })
  expect(await readdir(join(folder, '.unfinished'))).toEqual(['in-progress'])
  expect(await store.owners('')).toEqual([{ tenant: 't1', owner: 'c1' }])
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
