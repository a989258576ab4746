/**
 * What turns take on disk and in memory: ten visitors talk without pause for two minutes with the server as `npm start`
 * starts it, on the embedded engines. Bytes are those of database pages in use, with the write-ahead log, after all
 * read models and policies came to rest. `node footprint.bench.ts` also prints the bytes by table.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { residentMB } from '../../kernel/bench/process-usage.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { type Stage, setStage } from './stage.ts'

const VISITORS = 10
const TALK_MS = Number(process.env.BENCH_TALK_MS ?? 120_000)
const REST_MS = Number(process.env.BENCH_REST_MS ?? 60_000)
/** Two short messages each. */
const TURNS_A_CONVERSATION = 10
const LOOK_EVERY_MS = 500
const TARGET = { bytesATurn: 5_000, residentMB: 400 }

type Sizes = Map<string, Map<string, number>>

export async function benchFootprint(onTables: (rows: object[]) => void = () => {}): Promise<BenchResult[]> {
  const stage = await setStage()
  const folder = join(stage.folder, 'na')
  try {
    await talk(stage, performance.now() + 5_000)
    await settled(folder)
    const before = sizesIn(folder)
    let mostMB = 0
    const watching = setInterval(async () => {
      mostMB = Math.max(mostMB, await residentMB(stage.server))
    }, LOOK_EVERY_MS)
    const turns = await talk(stage, performance.now() + TALK_MS)
    clearInterval(watching)
    const endMB = await residentMB(stage.server)
    await pause(REST_MS)
    const restMB = await residentMB(stage.server)
    await settled(folder)
    const after = sizesIn(folder)
    onTables(tablesOf(before, after, turns))
    return resultsOf(before, after, turns, { mostMB, endMB, restMB })
  } finally {
    await stage.strike()
  }
}

function resultsOf(
  before: Sizes,
  after: Sizes,
  turns: number,
  { mostMB, endMB, restMB }: { mostMB: number; endMB: number; restMB: number },
): BenchResult[] {
  const files = [...after.keys()].map((file) => ({
    name: `disk per turn: ${file}`,
    value: Math.round((sumOf(after, file) - sumOf(before, file)) / turns),
    unit: 'bytes',
  }))
  const total = files.reduce((sum, { value }) => sum + value, 0)
  return [
    {
      name: `disk per turn of two short messages (${turns.toLocaleString('en')} turns)`,
      value: total,
      unit: 'bytes',
      target: `≤ ${TARGET.bytesATurn.toLocaleString('en')}`,
      ok: total <= TARGET.bytesATurn,
    },
    ...files.filter(({ value }) => value !== 0),
    {
      name: `memory at most, ${VISITORS} visitors for ${TALK_MS / 1000} s`,
      value: Math.round(mostMB),
      unit: 'MB resident',
      target: `≤ ${TARGET.residentMB}`,
      ok: mostMB <= TARGET.residentMB,
    },
    {
      name: `memory after ${REST_MS / 1000} s of rest`,
      value: Math.round(restMB),
      unit: 'MB resident',
      baseline: Math.round(endMB),
      ratio: Math.round((restMB / endMB) * 100) / 100,
    },
  ]
}

/** Returns the number of turns. */
async function talk(stage: Stage, until: number): Promise<number> {
  let turns = 0
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      while (performance.now() < until) {
        const turn = await stage.visit()
        for (let nth = 0; nth < TURNS_A_CONVERSATION; nth++) await turn()
        turns += TURNS_A_CONVERSATION
      }
    }),
  )
  return turns
}

/** Resolves when nothing more is written: read models, charges and returned reservations came after the turns. */
async function settled(folder: string): Promise<void> {
  let still = 0
  for (let last = ''; still < 16; ) {
    await pause(LOOK_EVERY_MS)
    const now = JSON.stringify([...sizesIn(folder)].map(([file, tables]) => [file, [...tables]]))
    still = now === last ? still + 1 : 0
    last = now
  }
}

/** Bytes by file and table or index. */
function sizesIn(folder: string): Sizes {
  const files = readdirSync(folder).filter((name) => name.endsWith('.db'))
  return new Map(files.sort().map((name) => [name, tablesIn(join(folder, name))]))
}

function tablesIn(file: string): Map<string, number> {
  if (!existsSync(file)) return new Map()
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    const rows = database.prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name').all()
    return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
  } finally {
    database.close()
  }
}

const sumOf = (sizes: Sizes, file: string): number =>
  [...(sizes.get(file)?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0)

function tablesOf(before: Sizes, after: Sizes, turns: number): object[] {
  return [...after]
    .flatMap(([file, tables]) =>
      [...tables].map(([table, bytes]) => ({
        file,
        table,
        perTurn: Math.round((bytes - (before.get(file)?.get(table) ?? 0)) / turns),
      })),
    )
    .filter(({ perTurn }) => perTurn > 4)
    .sort((a, b) => b.perTurn - a.perTurn)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

if (import.meta.main) console.table(await benchFootprint((rows) => console.table(rows)))
