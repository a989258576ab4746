import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { openEventStoreDb } from '../src/eventstoredb/event-store.ts'
import { startEventStoreServer } from './event-store-server.ts'

const ROUNDS = 6
const APPENDS = 300
const WRITERS = 64
/** What a batched append by the package's client took on a real server with a disk, where a single one took 0.97 ms. */
const REAL_MS = 0.7

type Append = (stream: string, revision: number) => Promise<unknown>

/**
 * Compares appends of 300 bytes with the client package's own, one call each and batched, in turns. The server is the
 * double, in a process of its own, which takes as long to write as makes the package's batches as fast as they were
 * measured on a real server: these are no figures of a real server.
 */
export async function benchEventStoreDb(): Promise<BenchResult[]> {
  const server = await startEventStoreServer()
  try {
    const { url } = server
    const store = await openEventStoreDb({ url })
    const batched = EventStoreDBClient.connectionString(url)
    const unary = EventStoreDBClient.connectionString(url)
    // biome-ignore lint/complexity/useLiteralKeys: it is protected
    unary['supports'] = async () => false
    const bare =
      (client: EventStoreDBClient): Append =>
      (stream, revision) =>
        client.appendToStream(stream, [jsonEvent({ type: 'Said', data, metadata: {} })], {
          expectedRevision: revision < 0 ? NO_STREAM : BigInt(revision),
        })
    const ours: Append = (stream, revision) =>
      store.append(stream, revision < 0 ? 'none' : revision, [
        { type: 'Said', data: JSON.stringify(data), metadata: '{}' },
      ])
    const [{ rate } = { rate: 0 }] = await inTurns([bare(batched)], 1)
    const writeMs = Math.max(0, REAL_MS - 1_000 / rate)
    server.writeIn(writeMs)
    const one = await inTurns([ours, bare(unary), bare(batched)], 1)
    const many = await inTurns([ours, bare(batched)], WRITERS)
    const rates = (measured: Measured[]) => measured.map(({ rate }) => rate)
    const costs = (measured: Measured[]) => measured.map(({ cpuMs }) => cpuMs)
    await store.close()
    await Promise.all([batched.dispose(), unary.dispose()])
    return [
      {
        name: 'EventStoreDB (double): time that it takes to write, beside that of a whole batched append',
        value: Number(writeMs.toFixed(2)),
        unit: 'ms',
        baseline: Number((1_000 / (one[2]?.rate ?? 1)).toFixed(2)),
      },
      resultOf('EventStoreDB (double): appends, 1 writer', rates(one), 1.2, 'the client’s single appends'),
      resultOf(
        'EventStoreDB (double): appends, 1 writer, beside batches',
        [one[0]?.rate ?? 0, one[2]?.rate ?? 1],
        0.95,
        'the client’s batches',
      ),
      resultOf(
        `EventStoreDB (double): appends, ${WRITERS} writers`,
        rates(many),
        0.95,
        'the client’s batches',
      ),
      costOf('1 writer', costs(one), 'the client’s single appends'),
      costOf(`${WRITERS} writers`, costs(many), 'the client’s batches'),
    ]
  } finally {
    server.stop()
  }
}

const data = { text: 'x'.repeat(280) }

/** Appends per second, and the client's processor time for one in ms. */
type Measured = { rate: number; cpuMs: number }

/** Returns the medians of several rounds in alternation. */
async function inTurns(ways: Append[], writers: number): Promise<Measured[]> {
  const rounds = ways.map((): Measured[] => [])
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [nth, append] of ways.entries()) {
      const measured = await measure(append, writers)
      if (round >= 0) rounds[nth]?.push(measured)
    }
  return rounds.map((each) => ({
    rate: median(each.map(({ rate }) => rate)),
    cpuMs: median(each.map(({ cpuMs }) => cpuMs)),
  }))
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(append: Append, writers: number): Promise<Measured> {
  const appends = writers === 1 ? APPENDS : APPENDS / 10
  const started = performance.now()
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const stream = `bench-${randomUUID()}`
      for (let revision = -1; revision < appends - 1; revision += 1) await append(stream, revision)
    }),
  )
  const { user, system } = process.cpuUsage(before)
  const count = writers * appends
  return { rate: count / ((performance.now() - started) / 1_000), cpuMs: (user + system) / 1_000 / count }
}

function costOf(who: string, [ours = 0, bare = 1]: number[], of: string): BenchResult {
  return {
    name: `EventStoreDB (double): processor time of an append, ${who}, beside ${of}`,
    value: Number(ours.toFixed(3)),
    unit: 'ms',
    baseline: Number(bare.toFixed(3)),
    ratio: Number((ours / bare).toFixed(2)),
  }
}

function resultOf(name: string, [ours = 0, bare = 1]: number[], most: number, of: string): BenchResult {
  const ratio = Number((ours / bare).toFixed(2))
  return {
    name,
    value: Math.round(ours),
    unit: 'appends/s',
    baseline: Math.round(bare),
    ratio,
    target: `≥ ${most} × ${of}`,
    ok: ratio >= most,
  }
}

if (import.meta.main) console.table(await benchEventStoreDb())
