import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reserveLog } from './log.ts'

const PAGES = 64
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-log-'))
  file = join(folder, 'words.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = ${PAGES}; CREATE TABLE IF NOT EXISTS word (text TEXT)`,
  )
  return database
}
const say = (database: DatabaseSync, text: string) =>
  database.prepare('INSERT INTO word VALUES (?)').run(text)
const said = (database: DatabaseSync) => database.prepare('SELECT text FROM word ORDER BY rowid').all()
const length = () => statSync(`${file}-wal`).size

test('a log has its full length before it is written, and keeps it', () => {
  const database = open()
  say(database, 'before')
  reserveLog(database, file, PAGES)
  const reserved = length()
  expect(reserved).toBeGreaterThanOrEqual(PAGES * 4096)
  const other = open()
  for (let nth = 0; nth < PAGES * 3; nth++) say(nth % 2 ? database : other, `${nth}`)
  expect(length()).toBe(reserved)
  reserveLog(other, file, PAGES)
  expect(length()).toBe(reserved)
  expect(said(other)).toHaveLength(PAGES * 3 + 1)
  database.close()
  other.close()
})

test('commits of a connection that was never closed are still there', () => {
  const killed = open()
  say(killed, 'before')
  reserveLog(killed, file, PAGES)
  say(killed, 'after')
  const next = open()
  say(next, 'later')
  expect(said(next).map(({ text }) => text)).toEqual(['before', 'after', 'later'])
  next.close()
  killed.close()
})

test('throws while another connection writes, and succeeds afterwards', () => {
  const writer = open()
  const other = open()
  writer.exec('BEGIN IMMEDIATE')
  expect(() => reserveLog(other, file, PAGES)).toThrow(/locked/)
  writer.exec('COMMIT')
  reserveLog(other, file, PAGES)
  expect(length()).toBeGreaterThanOrEqual(PAGES * 4096)
  writer.close()
  other.close()
})
