import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { Find, ReadStore, Write } from '../src/read-models/read-store.ts'
import type { BenchResult } from './result.ts'

const COLLECTION = {
  name: 'agents',
  indexes: { byStatus: ['status', 'updatedAt'], byUpdated: ['updatedAt'] },
} as const
const WRITES = 60_000
const BATCH = 2_000
const PAGES = 2_000
const ROUNDS = 3

type Rates = { commit: number; get: number; find: number }

/**
 * Measures the embedded read store, medians of three rounds: documents of about 450 bytes with two indexes, of 50
 * tenants, committed in batches with their checkpoint as by a projection that catches up, then read one by one and in
 * pages. The baseline is node:sqlite on the caller's thread: plain inserts of the same texts into the same table, and
 * plain selects.
 */
export async function benchReadStore(): Promise<BenchResult[]> {
  const batches = Array.from({ length: WRITES / BATCH }, (_, batch) =>
    Array.from({ length: BATCH }, (_, n) => writeOf(batch * BATCH + n)),
  )
  const plain: Rates[] = []
  const ours: Rates[] = []
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await inFolder((file) => usePlainly(file, batches)))
    ours.push(await inFolder((file) => useStore(file, batches)))
  }
  return [
    resultOf(`read store: writes committed in batches of ${BATCH}`, 'writes/s', 'commit', 50_000),
    resultOf('read store: get', 'documents/s', 'get', 50_000),
    resultOf('read store: find, pages of 50', 'pages/s', 'find', 2_500),
  ]

  function resultOf(name: string, unit: string, rate: keyof Rates, target: number): BenchResult {
    const value = median(ours.map((rates) => rates[rate]))
    const baseline = median(plain.map((rates) => rates[rate]))
    return {
      name,
      unit,
      value: Math.round(value),
      baseline: Math.round(baseline),
      ratio: Number((value / baseline).toFixed(2)),
      target: `${target.toLocaleString('en')} ${unit}, or on a slower machine 0.7 of plain node:sqlite`,
      ok: value >= target || value >= 0.7 * baseline,
    }
  }
}

async function useStore(file: string, batches: Write[][]): Promise<Rates> {
  const store = await openSqliteReadStore({ file })
  await store.declare(COLLECTION)
  const commit = await rate(WRITES, async () => {
    let position = 0
    for (const writes of batches) await store.commit({ checkpoint: 'agents', position: position++, writes })
  })
  const rates = { commit, get: await getRate(store), find: await findRate(store) }
  await store.close()
  return rates
}

const getRate = (store: ReadStore) =>
  rate(WRITES, async () => {
    for (let n = 0; n < WRITES; n++) {
      const { tenant, id } = keyOf((n * 7919) % WRITES)
      if (!(await store.get(COLLECTION.name, tenant, id))?.document)
        throw new Error(`${tenant} ${id} is not there`)
    }
  })

const findRate = (store: ReadStore) =>
  rate(PAGES, async () => {
    const query: Find = { index: 'byStatus', where: { status: 'active' }, order: 'desc' }
    for (let n = 0; n < PAGES; n++) {
      const { items } = await store.find(COLLECTION.name, `tenant-${n % 50}`, query)
      if (items.length !== 50) throw new Error('a page is not full')
    }
  })

async function usePlainly(file: string, batches: Write[][]): Promise<Rates> {
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE agents (tenant TEXT, id TEXT, position INTEGER, document TEXT, status TEXT, updatedAt TEXT,
      UNIQUE (tenant, id));
    CREATE INDEX byStatus ON agents (tenant, status, updatedAt, id);
    CREATE INDEX byUpdated ON agents (tenant, updatedAt, id);
  `)
  const insert = database.prepare('INSERT INTO agents VALUES (?, ?, ?, ?, ?, ?)')
  const commit = await rate(WRITES, async () => {
    for (const writes of batches) {
      database.exec('BEGIN')
      for (const { tenant, id, position, document } of writes) {
        const { status, updatedAt } = document ?? {}
        insert.run(tenant, id, position, JSON.stringify(document), String(status), String(updatedAt))
      }
      database.exec('COMMIT')
    }
  })
  const one = database.prepare('SELECT position, document FROM agents WHERE tenant = ? AND id = ?')
  const get = await rate(WRITES, async () => {
    for (let n = 0; n < WRITES; n++) {
      const { tenant, id } = keyOf((n * 7919) % WRITES)
      JSON.parse(String(one.get(tenant, id)?.document))
    }
  })
  const page = database.prepare(
    'SELECT id, position, document FROM agents WHERE tenant = ? AND status = ? ORDER BY updatedAt DESC, id DESC LIMIT 50',
  )
  const find = await rate(PAGES, async () => {
    for (let n = 0; n < PAGES; n++) {
      for (const row of page.all(`tenant-${n % 50}`, 'active')) JSON.parse(String(row.document))
    }
  })
  database.close()
  return { commit, get, find }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (count / (performance.now() - start)) * 1000
}

async function inFolder<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    return await work(join(folder, 'read.db'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns ids without order, like random ones. */
const keyOf = (n: number) => ({
  tenant: `tenant-${n % 50}`,
  id: `agent-${((n * 2654435761) % 4294967296).toString(36)}`,
})

function writeOf(n: number): Write {
  const document = {
    name: `Agent ${n}`,
    status: n % 3 === 0 ? 'draft' : 'active',
    updatedAt: new Date(1_700_000_000_000 + n * 1000).toISOString(),
    description: 'An agent that answers questions about orders. '.repeat(5),
    conversations: n,
    channels: [
      { type: 'widget', enabled: true },
      { type: 'whatsapp', enabled: n % 2 === 0 },
    ],
  }
  return { collection: COLLECTION.name, ...keyOf(n), document, position: n }
}

if (import.meta.main) console.table(await benchReadStore())
