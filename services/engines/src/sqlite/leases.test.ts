import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { leasesConformance } from '@parley/kernel/running/leases.conformance.ts'
import { expect, test } from 'vitest'
import { openSqliteLeases } from './leases.ts'

leasesConformance('SQLite', async () => {
  const { file, remove } = await newFile()
  return { open: (options) => openSqliteLeases({ file, ...options }), remove }
})

test('explains what is wrong with a file of a newer version and with one that is not a database', async () => {
  const { file, remove } = await newFile()
  await (await openSqliteLeases({ file })).close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 9')
  newer.close()
  await expect(openSqliteLeases({ file })).rejects.toThrow(/leases\.db: has layout 9 of a newer Parley/)
  await writeFile(file, 'no database at all, but long enough to have the header of one'.repeat(10))
  await expect(openSqliteLeases({ file })).rejects.toThrow(/leases\.db: .*not a database/)
  await remove()
})

async function newFile() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-leases-'))
  return { file: join(folder, 'folder', 'leases.db'), remove: () => rm(folder, { recursive: true }) }
}
