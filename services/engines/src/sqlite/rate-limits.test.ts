import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type LimitPlace, rateLimitsConformance } from '@parley/kernel/limits/rate-limits.conformance.ts'
import { expect, test } from 'vitest'
import { openSqliteRateLimits } from './rate-limits.ts'

rateLimitsConformance('SQLite', onDisk)

test('several processes share one limit', async () => {
  const { file, remove } = await onDisk()
  const member = join(import.meta.dirname, 'rate-limits.test-member.ts')
  const members = Array.from({ length: 3 }, () => fork(member, [file, '200', '60']))
  const counts = await Promise.all(members.map(async (each) => Number((await once(each, 'message'))[0])))
  const taken = counts.reduce((sum, count) => sum + count, 0)
  expect(taken).toBeGreaterThanOrEqual(60)
  // Above the limit: what the seconds of the test refill, and what processes took at the same moment.
  expect(taken).toBeLessThan(120)
  await remove()
})

test('stores no network address', async () => {
  const { file, open, remove } = await onDisk()
  const limits = await open()
  await limits.take([{ key: 'address/203.0.113.77', limit: 5, windowSeconds: 60 }])
  await limits.close()
  for (const name of await readdir(dirname(file)))
    expect(await readFile(join(dirname(file), name), 'latin1')).not.toContain('203.0.113.77')
  await remove()
})

test('continues to count by itself while the shared state is unavailable, and reports it', async () => {
  const { file, open, remove } = await onDisk()
  const faults: unknown[] = []
  const limits = await open({ flushMs: 0, onFault: (error) => faults.push(error) })
  const breaking = new DatabaseSync(file)
  breaking.exec('ALTER TABLE usage RENAME TO gone')
  const one = { key: 'k', limit: 2, windowSeconds: 60 }
  const taken = [await limits.take([one]), await limits.take([one]), await limits.take([one])]
  expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, false])
  expect(faults.length).toBeGreaterThan(0)
  breaking.exec('ALTER TABLE gone RENAME TO usage')
  breaking.close()
  await limits.flush()
  const other = await open()
  expect(await other.take([one])).toMatchObject({ allowed: false })
  await Promise.all([limits.close(), other.close()])
  await remove()
})

test('explains what is wrong with a file of a newer version and with one that is not a database', async () => {
  const { file, open, remove } = await onDisk()
  await (await open()).close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 9')
  newer.close()
  await expect(open()).rejects.toThrow(/limits\.db: has layout 9 of a newer Parley/)
  await writeFile(file, 'no database at all, but long enough to have the header of one'.repeat(10))
  await expect(open()).rejects.toThrow(/limits\.db: .*not a database/)
  await remove()
})

async function onDisk(): Promise<LimitPlace & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-limits-'))
  const file = join(folder, 'folder', 'limits.db')
  return {
    file,
    open: (options) => openSqliteRateLimits({ file, secret: 'secret', ...options }),
    remove: () => rm(folder, { recursive: true }),
  }
}
