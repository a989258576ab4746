import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { type Place, readStoreConformance } from '@parley/kernel/read-models/read-store.conformance.ts'
import type { Document } from '@parley/kernel/read-models/read-store.ts'
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

test('shows documents to SQL with the names of their tenants, and finds by the declared index', async () => {
  const { file, open, remove } = await onDisk()
  const store = await open()
  await store.declare({ name: 'people@2-1', indexes: { byCity: ['city', 'age'] } })
  const put = (tenant: string, id: string, document: Document | undefined) => ({
    collection: 'people@2-1',
    tenant,
    id,
    document,
    position: 1,
  })
  const writes = [
    put('acme', 'a', { city: 'Graz', age: 30, pets: [{ name: 'Rex' }], since: '2026-11-21T10:00:00.000Z' }),
    put('acme', 'b', { city: 'Wien', age: 40 }),
    put('other', 'c', { city: 'Graz', age: 50 }),
    put('other', 'd', undefined),
  ]
  await store.commit({ checkpoint: 'people', position: 1, writes })

  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare(`
      SELECT tenant, id, json_extract(document, '$.age') AS age, document ->> '$.pets[0].name' AS pet
      FROM "documents of people@2-1" WHERE json_extract(document, '$.city') = 'Graz' ORDER BY tenant`)
    .all()
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { tenant: 'acme', id: 'a', age: 30, pet: 'Rex' },
    { tenant: 'other', id: 'c', age: 50, pet: null },
  ])
  const year = `SELECT count(*) AS n FROM "documents of people@2-1" WHERE strftime('%Y', document ->> 'since') = '2026'`
  expect(database.prepare(year).get()?.n).toBe(1)
  database.close()
  await store.close()
  await remove()
})

test('keeps what is in a file of the layout before', async () => {
  const { file, open, remove } = await onDisk()
  await (await open()).close()
  const older = new DatabaseSync(file)
  older.exec(`
    DROP TABLE tenant;
    CREATE TABLE "c:people" (tenant TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, document TEXT,
      "f:age" TEXT, UNIQUE (tenant, id));
    CREATE INDEX "i:people:age" ON "c:people" (tenant, "f:age", id) WHERE "f:age" IS NOT NULL;
    INSERT INTO collection VALUES ('people', '{"name":"people","indexes":{"byAge":["age"]}}');
    INSERT INTO checkpoint VALUES ('people', 7), ('live:1', 9);
    INSERT INTO setting VALUES ('active:people', 'people');
    INSERT INTO "c:people" VALUES ('acme', 'a', 5, '{"age":40}', '1c044000000000000'),
      ('acme', 'b', 6, '{"age":5}', '1c014000000000000'), ('acme', 'gone', 7, NULL, NULL),
      ('other', 'a', 7, '{}', '0');
    PRAGMA user_version = 2`)
  older.close()

  const store = await open()
  expect(await store.checkpoint('people')).toBe(7)
  expect(await store.checkpoint('live:1')).toBe(9)
  expect(await store.getSetting('active:people')).toBe('people')
  expect((await store.find('people', 'acme', { index: 'byAge' })).items).toEqual([
    { id: 'b', document: { age: 5 }, position: 6 },
    { id: 'a', document: { age: 40 }, position: 5 },
  ])
  expect(await store.get('people', 'acme', 'gone')).toEqual({ document: undefined, position: 7 })
  expect(await store.count('people', 'other', { index: 'byAge' })).toBe(1)
  const write = { collection: 'people', tenant: 'acme', id: 'a', document: { age: 41 }, position: 6 }
  await store.commit({ checkpoint: 'people', position: 8, writes: [write] })
  expect(await store.count('people', 'acme', { index: 'byAge', where: { age: 41 } })).toBe(1)
  await store.close()
  const tables = new DatabaseSync(file, { readOnly: true })
  expect(tables.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'former%'").all()).toEqual([])
  tables.close()
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
