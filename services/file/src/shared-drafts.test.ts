import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderFileStore } from '@parley/engines/folder/file-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { createKeyring } from '@parley/kernel/sealing/sealing.ts'
import { expect, onTestFinished, test } from 'vitest'
import { sweepTemporaryFiles } from './delete-files.policy.ts'
import { createSharedDrafts } from './shared-drafts.ts'

const DAY_MS = 86_400_000

test('a draft is readable by every process for at least a day, by no other workspace, and is sealed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-drafts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const store = await openFolderFileStore({ folder })
  const keyring = createKeyring(await openSqliteKeyStore({ file: ':memory:' }), randomBytes(32))
  let at = Date.parse('2026-11-22T23:59:00Z')
  const process = () => createSharedDrafts({ store, keyring, now: () => at })
  await process().put('w1', 'c1', '{"title":"A secret of the draft"}')
  const found = (tenant = 'w1') => process().get(tenant, 'c1')
  expect([await found(), await found('w2')]).toEqual(['{"title":"A secret of the draft"}', undefined])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(await readFile(join(entry.parentPath, entry.name), 'latin1')).not.toContain('secret')

  at += DAY_MS / 2
  await sweepTemporaryFiles(store, new Date(at))
  expect(await found()).toContain('secret')
  await keyring.erase({ tenant: 'w1', subject: 'conversation-c1' })
  expect(await found()).toBeUndefined()
  at += 2 * DAY_MS
  await sweepTemporaryFiles(store, new Date(at))
  expect(await store.owners('temporary-')).toEqual([])
})
