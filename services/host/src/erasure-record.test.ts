import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordErasures, recordedErasures, repeatErasures } from './erasure-record.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-erasures-'))
  file = join(folder, 'elsewhere/erasures.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const subjects = ['w1/user-a', 'w1/user-b', 'w2/user-a', 'w2/user-b', 'w3/user-a']
async function keys() {
  const store = await openSqliteKeyStore({ file: ':memory:' })
  for (const subject of subjects) await store.getOrCreate(subject, () => `key of ${subject}`)
  return store
}

test('what was erased is erased again in an older copy of the keys, and nothing else', async () => {
  const store = recordErasures(await keys(), file, 'na')
  await store.erase('w1/user-a')
  // A second time, as a policy does after a crash, adds nothing.
  await store.erase('w1/user-a')
  await store.eraseStartingWith('w2/')
  const erasures = await recordedErasures(file)
  expect(erasures.map(({ subject, whole, region }) => [subject, whole, region])).toEqual([
    ['w1/user-a', true, 'na'],
    ['w2/', false, 'na'],
  ])

  const older = await keys()
  expect(await repeatErasures(older, 'eu', erasures)).toBe(0)
  expect(await older.get('w1/user-a')).toBe('key of w1/user-a')
  expect(await repeatErasures(older, 'na', erasures)).toBe(2)
  const left = await Promise.all(subjects.map((subject) => older.get(subject)))
  expect(left).toEqual(['erased', 'key of w1/user-b', 'erased', 'erased', 'key of w3/user-a'])
})

test('a line that a crash cut off spoils no other', async () => {
  const store = recordErasures(await keys(), file, 'na')
  await store.erase('w1/user-a')
  appendFileSync(file, '\n{"at":"2026-11-2')
  await store.erase('w1/user-b')
  expect((await recordedErasures(file)).map(({ subject }) => subject)).toEqual(['w1/user-a', 'w1/user-b'])
})

test('nothing is erased that can’t be recorded', async () => {
  const store = recordErasures(await keys(), folder, 'na')
  await expect(store.erase('w1/user-a')).rejects.toThrow(`ERASURES_FILE=${folder}`)
  expect(await store.get('w1/user-a')).toBe('key of w1/user-a')
})
