import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderFileStore } from '@parley/engines/folder/file-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { createKeyring } from '@parley/kernel/sealing/sealing.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createKeptFiles } from './kept-files.ts'

test('uploads at the same time do not exceed the storage of a tenant together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-kept-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = await openFolderFileStore({ folder })
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  const files = createKeptFiles({ store, keyring, storageOf: async () => 1_000 })
  const bytes = Buffer.from('a'.repeat(400))
  const kept = await Promise.all(
    Array.from({ length: 5 }, (_, nth) =>
      files.keep({ tenant: 't1', owner: 'c1', id: `f${nth}` }, 'visitor', { name: 'note.txt', bytes }),
    ),
  )
  expect(kept.filter(({ ok }) => ok)).toHaveLength(2)
})
