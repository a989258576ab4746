import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { eventStoreConformance } from '@parley/kernel/log/event-store.conformance.ts'
import { eventIdOf, START, StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { openSqliteEventStore } from './event-store.ts'

const folders: string[] = []
const newFile = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-event-store-'))
  folders.push(folder)
  return join(folder, 'new', 'events.sqlite')
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

eventStoreConformance('SQLite in memory', async () => {
  const store = await openSqliteEventStore({ file: ':memory:' })
  return { store, close: () => store.close() }
})

eventStoreConformance('SQLite in a file', async () => {
  const file = await newFile()
  let store = await openSqliteEventStore({ file })
  return {
    store,
    async reopen() {
      await store.close()
      store = await openSqliteEventStore({ file })
      return store
    },
    another: () => openSqliteEventStore({ file }),
    close: () => store.close(),
  }
})

const AT = '2026-11-25T03:45:39.537Z'
const HASHES = ['one', 'two'].map((text) => hash('sha256', text, 'base64url'))

/** An event with metadata as they are recorded. */
const recorded = (stream: string, data: string, previousHash = '', at = AT) => ({
  type: 'SomethingHappened',
  data,
  metadata: `{"tenant":"t","actor":{"kind":"user","id":"${stream}"},"at":"${at}","version":1,"previousHash":"${previousHash}","hash":"${HASHES[1]}"}`,
})

describe('SQLite', () => {
  const event = (name: string) => ({
    type: 'SomethingHappened',
    data: JSON.stringify({ name }),
    metadata: '{}',
  })

  test('refuses a file of a newer version and a file that is not an event log', async () => {
    const file = await newFile()
    await (await openSqliteEventStore({ file })).close()
    const newer = new DatabaseSync(file)
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    await expect(openSqliteEventStore({ file })).rejects.toThrow(
      /newer Parley \(schema 99, this one knows 3\)/,
    )
    const foreign = join(await newFile(), '..', '..', 'foreign.sqlite')
    const other = new DatabaseSync(foreign)
    other.exec('CREATE TABLE songs (title TEXT)')
    other.close()
    await expect(openSqliteEventStore({ file: foreign })).rejects.toThrow(/is not an event log of Parley/)
    await writeFile(foreign, 'no database at all, but long enough to be read as one'.repeat(100))
    await expect(openSqliteEventStore({ file: foreign })).rejects.toThrow(/not a database/)
  })

  test('stores once how the metadata of many events begin', async () => {
    const file = await newFile()
    const store = await openSqliteEventStore({ file })
    const metadata = (actor: string) =>
      `{"tenant":"t","actor":{"kind":"visitor","id":"${actor}"},"at":"noon"}`
    const long = `{"tenant":"${'t'.repeat(300)}","actor":{"kind":"visitor","id":"v"}}`
    const all = [metadata('one'), metadata('two'), '{}', long]
    await store.append(
      's-1',
      'none',
      all.map((text) => ({ ...event('a'), metadata: text })),
    )
    const db = new DatabaseSync(file, { readOnly: true })
    const stored = db.prepare('SELECT metadata FROM event').all()
    expect(stored.map((row) => row.metadata)).toEqual([
      'one"},"at":"noon"}',
      'two"},"at":"noon"}',
      '{}',
      long,
    ])
    expect(db.prepare('SELECT count(*) AS n FROM origin').get()?.n).toBe(2)
    db.close()
    expect((await store.readStream('s-1')).map((read) => read.metadata)).toEqual(all)
    await store.close()
  })

  test('takes over a file of the first layout as it is', async () => {
    const file = await newFile()
    await mkdir(dirname(file))
    const first = new DatabaseSync(file)
    first.exec(`CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL,
      id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision)) STRICT;
      PRAGMA application_id = ${0x70_61_72_6c}; PRAGMA user_version = 1`)
    const stored = ['{"n":1}', '{"n":2.50}', '{"text":"\\""}', 'no JSON "'].map((data, nth) => {
      const placed = { stream: `s-${nth % 2}`, revision: Math.floor(nth / 2) }
      const type = nth === 3 ? 'Other' : 'SomethingHappened'
      const id = eventIdOf(placed.stream, placed.revision, { type, data, metadata: '{}' })
      return { position: nth * 3 + 1, ...placed, id, type, data, metadata: '{}' }
    })
    const insert = first.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)')
    for (const row of stored) insert.run(...Object.values(row))
    first.close()
    const store = await openSqliteEventStore({ file })
    expect(await store.readAll(START, 10)).toEqual(stored)
    expect(await store.readStream('s-1')).toEqual(stored.filter(({ stream }) => stream === 's-1'))
    expect(await store.append('s-1', 1, [event('next')])).toMatchObject({ ok: true, revision: 2 })
    await store.close()
  })

  test('takes over a file of the second layout as it is', async () => {
    const file = await newFile()
    await mkdir(dirname(file))
    const second = new DatabaseSync(file)
    second.exec(`CREATE TABLE stream (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE type (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE origin (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE event (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL,
        id BLOB NOT NULL, type INTEGER NOT NULL, data TEXT NOT NULL, origin INTEGER NOT NULL, metadata TEXT NOT NULL,
        UNIQUE (stream, revision)) STRICT;
      INSERT INTO origin VALUES (0, '');
      INSERT INTO stream VALUES (1, 's-1');
      INSERT INTO type VALUES (1, 'SomethingHappened');
      INSERT INTO event VALUES (1, 1, 0, x'00112233445566778899aabbccddeeff', 1, '{"n":1}', 0, '{}');
      PRAGMA application_id = ${0x70_61_72_6c}; PRAGMA user_version = 2`)
    second.close()
    const store = await openSqliteEventStore({ file })
    const chained = recorded('s-1', '{"n":2}')
    expect(await store.append('s-1', 0, [chained])).toMatchObject({ ok: true, revision: 1 })
    const read = await store.readStream('s-1')
    expect(read.map(({ data, metadata }) => ({ data, metadata }))).toEqual([
      { data: '{"n":1}', metadata: '{}' },
      { data: chained.data, metadata: chained.metadata },
    ])
    expect(read[0]?.id).toBe('00112233-4455-6677-8899-aabbccddeeff')
    await store.close()
  })

  test('reads events that took less space as they were appended', async () => {
    const file = await newFile()
    const store = await openSqliteEventStore({ file })
    const text = `sealed.v1.s-$&1.${'x'.repeat(40)}`
    const data = JSON.stringify({ at: AT, text, other: text.replace('s-$&1', 's-2'), price: '$&' })
    const long = JSON.stringify({
      lines: Array.from({ length: 100 }, () => ({ at: AT, text, umlaut: 'ü€😀' })),
    })
    const all = [
      recorded('s-$&1', data),
      recorded('s-$&1', long, HASHES[0]),
      recorded('s-$&1', long.replaceAll(AT, '2026-02-30T12:00:00.000Z'), HASHES[1]),
      // None of these can be packed.
      { ...recorded('s-$&1', '{"raw":"\u0001 \u0002"}'), type: 'Raw' },
      { ...event('a'), metadata: recorded('s', '', HASHES[0], '1969-12-31T23:59:59.999Z').metadata },
      { ...event('a'), metadata: recorded('s', '', HASHES[0], '2026-02-31T12:00:00.000Z').metadata },
      { ...event('a'), metadata: recorded('s', '', `${'x'.repeat(42)}x`).metadata },
      { ...event('a'), metadata: recorded('s', '').metadata.replace('"version":1', '"version":256') },
      { ...event('a'), metadata: recorded('s', '').metadata.replace('"version":1', '"version":01') },
    ]
    await store.append('s-$&1', 'none', all)
    const again = await openSqliteEventStore({ file })
    const read = await again.readStream('s-$&1')
    expect(read.map(({ type, data, metadata }) => ({ type, data, metadata }))).toEqual(all)
    const db = new DatabaseSync(file, { readOnly: true })
    const rows = db
      .prepare('SELECT length(data) AS data, length(ending) AS ending, length(deflated) AS bytes FROM event')
      .all()
    expect(rows.map(({ ending }) => ending)).toEqual([39, 71, 71, null, null, null, null, null, null])
    expect(Number(rows[0]?.data)).toBeLessThan(data.length - 30)
    expect(Number(rows[1]?.bytes)).toBeLessThan(long.length / 10)
    db.close()
    await again.close()
    await store.close()
  })

  test('completes its appends when it closes, then refuses new ones', async () => {
    const file = await newFile()
    const store = await openSqliteEventStore({ file })
    const waiting = store.subscribe(START, { signal: new AbortController().signal })[Symbol.asyncIterator]()
    const first = waiting.next()
    const appending = Array.from({ length: 20 }, (_, at) => store.append(`s-${at}`, 'none', [event(`${at}`)]))
    await store.close()
    for (const appended of await Promise.all(appending)) expect(appended.ok).toBe(true)
    await first
    expect(await waiting.next()).toMatchObject({ done: true })
    await expect(store.append('s-1', 0, [event('x')])).rejects.toThrow(StoreUnavailable)
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    const reopened = await openSqliteEventStore({ file })
    expect(await reopened.readAll(START, 100)).toHaveLength(20)
    await reopened.close()
  })

  test('waits while another process locks the file', async () => {
    const file = await newFile()
    const store = await openSqliteEventStore({ file })
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const appending = store.append('s-1', 'none', [event('a')])
    other.exec(`INSERT INTO stream VALUES (1, 's-0'); INSERT INTO type VALUES (1, 'T');
      INSERT INTO event VALUES (1, 1, 0, x'00', 1, '{}', 0, '{}', NULL, NULL); COMMIT`)
    other.close()
    expect(await appending).toEqual({ ok: true, revision: 0, position: 2 })
    await store.close()
  })

  test("two processes write to one file without losing or doubling an event, and each reads the other's", async () => {
    const file = await newFile()
    const store = await openSqliteEventStore({ file })
    const ending = new AbortController()
    const seen: string[] = []
    const writers = [writer(file, 'a', 300), writer(file, 'b', 300)]
    for await (const batch of store.subscribe(START, { signal: ending.signal })) {
      seen.push(...batch.map(({ data }) => data))
      if (seen.length >= 600) ending.abort()
    }
    await Promise.all(writers.map(({ exited }) => exited))
    expect(new Set(seen).size).toBe(600)
    expect(seen).toHaveLength(600)
    expect(await store.readStream('writer-a')).toHaveLength(300)
    await store.close()
  })

  test('a process that is killed at any moment loses no acknowledged append', {
    timeout: 90_000,
  }, async () => {
    const file = await newFile()
    for (let kill = 0; kill < 10; kill += 1) {
      const victim = writer(file, `k${kill}`, 1_000_000)
      // Kills it during its work, a few appends later each time.
      for await (const _ of victim.lines) if (victim.acknowledged.length > kill * 7) break
      victim.child.kill('SIGKILL')
      await victim.exited
      expect(victim.acknowledged.length).toBeGreaterThan(kill * 7)
      const store = await openSqliteEventStore({ file })
      const stored = await store.readStream(`writer-k${kill}`)
      expect(stored.slice(0, victim.acknowledged.length).map(({ data }) => JSON.parse(data).name)).toEqual(
        victim.acknowledged,
      )
      expect(stored.map(({ revision }) => revision)).toEqual(stored.map((_, at) => at))
      await store.close()
    }
  })
})

/** Starts a process that appends one event after another and prints the name of each acknowledged one. */
function writer(file: string, name: string, count: number) {
  const engine = new URL('./event-store.ts', import.meta.url)
  const script = `
    import { writeSync } from 'node:fs'
    import { openSqliteEventStore } from ${JSON.stringify(engine)}
    const store = await openSqliteEventStore({ file: ${JSON.stringify(file)} })
    for (let at = 0; at < ${count}; at += 1) {
      const name = '${name}-' + at
      const event = { type: 'SomethingHappened', data: JSON.stringify({ name }), metadata: '{}' }
      const appended = await store.append('writer-${name}', at === 0 ? 'none' : at - 1, [event])
      if (!appended.ok) throw new Error('refused')
      writeSync(1, name + '\\n')
    }
    await store.close()`
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: string[] = []
  if (!child.stdout) throw new Error('the child has no output')
  const lines = createInterface(child.stdout)
  lines.on('line', (name) => acknowledged.push(name))
  return { child, lines, acknowledged, exited: once(child, 'close') }
}
