import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, lastBackup } from './backup.ts'
import { damageOf, readManifest } from './backup-manifest.ts'

const regions: ['na'] = ['na']
const masterKey = Buffer.alloc(32, 7)
let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-backup-'))
  dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'na'), { recursive: true })
  const keys = new DatabaseSync(join(dataDir, 'na/keys.db'))
  keys.exec("CREATE TABLE key (subject TEXT PRIMARY KEY, wrapped TEXT); INSERT INTO key VALUES ('w/a', 'k')")
  keys.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const copied: string[] = []
const back = () => backUp({ dataDir, regions, masterKey }, join(folder, 'to'), (line) => copied.push(line))

test('is of the moment at which it began, while another process writes without a pause', async () => {
  const log = join(dataDir, 'na/events.db')
  new DatabaseSync(join(dataDir, 'na/state.db')).exec('CREATE TABLE t (x)')
  // Writes the same number to two tables, far apart in a file of 80 MB.
  const writer = spawn(process.execPath, ['-e', WRITER, log])
  try {
    await once(writer.stdout, 'data')
    const seen = new Map<string | undefined, number>()
    const made = await backUp({ dataDir, regions, masterKey }, join(folder, 'to'), (line) =>
      seen.set(/(\w+)\.db:/.exec(line)?.[1], written(log)[0]),
    )
    const [first, last] = written(join(made.folder, 'na/events.db'))
    expect(last).toBe(first)
    // The copy of the state ends just before that of the log begins.
    const [begin = 0, end = 0] = ['state', 'events'].map((name) => seen.get(name))
    expect(first).toBeGreaterThanOrEqual(begin)
    expect(first - begin).toBeLessThan(end - first)
    expect(made.bytes).toBeGreaterThan(80_000_000)
  } finally {
    writer.kill('SIGKILL')
    await once(writer, 'exit')
  }
})

function written(file: string): [first: number, last: number] {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('SELECT first.n AS first, last.n AS last FROM first, last').get()
  database.close()
  return [Number(row?.first), Number(row?.last)]
}

test('copies what follows the log before the log, and the keys at last', async () => {
  for (const name of ['events', 'state', 'bus'])
    new DatabaseSync(join(dataDir, `na/${name}.db`)).exec('CREATE TABLE t (x)')
  copied.length = 0
  await back()
  const order = copied.map((line) => /(\w+)(\.next)?\.db:/.exec(line)?.[1])
  expect(order).toEqual(['state', 'bus', 'events', 'keys'])
})

test('says what was saved, with hashes that find what was damaged or is missing', async () => {
  expect(await lastBackup(dataDir)).toBeUndefined()
  new DatabaseSync(join(dataDir, 'na/events.db')).exec('CREATE TABLE t (x)')
  const made = await back()
  expect(await lastBackup(dataDir)).toEqual(made)
  expect(readdirSync(join(folder, 'to')).toSorted()).toEqual([made.at.replaceAll(':', '-'), 'keys'])
  const manifest = await readManifest(made.folder)
  expect(manifest).toMatchObject({ at: made.at, keys: { na: 1 } })
  expect(Object.keys(manifest.files)).toEqual(['na/events.db'])
  expect(await damageOf(made.folder, manifest)).toBeUndefined()
  new DatabaseSync(join(made.folder, 'na/events.db')).exec('CREATE TABLE u (x)')
  expect(await damageOf(made.folder, manifest)).toBe('na/events.db is damaged')
  rmSync(join(made.folder, 'na/events.db'))
  expect(await damageOf(made.folder, manifest)).toBe('na/events.db is missing')
})

const WRITER = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(process.argv[1], { timeout: 15000 })
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE first (n); INSERT INTO first VALUES (0); CREATE TABLE large (x)')
database.exec('BEGIN')
const add = database.prepare('INSERT INTO large VALUES (zeroblob(40000))')
for (let nth = 0; nth < 2000; nth++) add.run()
database.exec('COMMIT; CREATE TABLE last (n); INSERT INTO last VALUES (0)')
let n = 0
const write = () => {
  n++
  database.exec('BEGIN; UPDATE first SET n = ' + n + '; UPDATE last SET n = ' + n + '; COMMIT')
  if (n === 1) console.log('writes')
  setImmediate(write)
}
write()
`
