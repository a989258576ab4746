/**
 * Replays a day of traffic into empty read models: all of them, as after an upgrade that changes every one. For
 * comparison, the same events are also only read and parsed, and replayed from EventStoreDB's double. Each is measured
 * in a fresh process with a server's flags and bounds of garbage. `node replay.bench.ts` prints the results.
 */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openEventStoreDb } from '@parley/engines/eventstoredb/event-store.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { type EventStore, START } from '@parley/kernel/log/event-store.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { createReader } from '@parley/kernel/read-models/reader.ts'
import { createKeyring } from '@parley/kernel/sealing/sealing.ts'
import { sumsOf } from '@parley/projections/analytics/measuring.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { serverFlags } from '../../kernel/bench/server-flags.ts'
import { boundGarbage } from '../src/garbage.ts'
import { merged } from '../src/modules/modules.ts'
import { agentsOfDay, type Day, writeDay } from './day.ts'

const MESSAGES = 100_000
const PAGE = 1_000
const day = { starts: '2026-11-20T00:00:00.000Z', ends: '2026-11-21T00:00:00.000Z' }

type Read = { events: number; seconds: number }
type Replayed = Read & { mostMB: number; growthMB: number; counted: Omit<Day, 'messages'> }

export async function benchReplay(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-replay-'))
  try {
    const masterKey = randomBytes(32)
    const written = await write(folder, masterKey)
    const read = await inProcess<Read>('read', folder, masterKey)
    const replayed = await inProcess<Replayed>('replay', folder, masterKey)
    const fromServer = await fromEventStoreDb(folder, masterKey)
    const { conversations, visitorMessages } = replayed.counted
    if (conversations !== written.conversations || visitorMessages !== written.visitorMessages)
      throw new Error(`Written ${JSON.stringify(written)}, but counted ${JSON.stringify(replayed.counted)}`)
    const raw = read.events / read.seconds
    const rate = replayed.events / replayed.seconds
    const serverRate = fromServer.events / fromServer.seconds
    const at = `a day of ${written.messages.toLocaleString('en')} messages`
    return [
      {
        name: `${at}: into all ${merged.projections.length} read models, fresh`,
        value: Math.round(rate),
        unit: 'events/s',
        baseline: Math.round(raw),
        ratio: Number((rate / raw).toFixed(3)),
        target: '≥ 20,000',
        ok: rate >= 20_000,
      },
      {
        name: `${at}: the same from EventStoreDB (its double in a process of its own)`,
        value: Math.round(serverRate),
        unit: 'events/s',
        target: '≥ 10,000',
        ok: serverRate >= 10_000,
      },
      {
        name: `${at}: ${replayed.events.toLocaleString('en')} events`,
        value: round(replayed.seconds),
        unit: 's',
      },
      { name: `${at}: memory at most`, value: Math.round(replayed.mostMB), unit: 'MB resident' },
      {
        name: `${at}: memory of the replay`,
        value: round(replayed.growthMB),
        unit: 'MB more in the last quarter than in the second',
        target: 'flat: ≤ 20',
        ok: replayed.growthMB <= 20,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function write(folder: string, masterKey: Buffer): Promise<Day> {
  const { eventStore, keyring, close } = await open(folder, masterKey)
  const written = await writeDay(eventStore, keyring, MESSAGES, Date.parse(day.starts))
  await close()
  return written
}

/** Reads and parses every event without projecting it. */
async function read(eventStore: EventStore): Promise<Read> {
  const started = performance.now()
  let events = 0
  for (let position = START; ; ) {
    const page = await eventStore.readAll(position, PAGE)
    for (const { data, metadata } of page) {
      JSON.parse(data)
      JSON.parse(metadata)
    }
    events += page.length
    const last = page.at(-1)
    if (!last) break
    position = last.position
  }
  return { events, seconds: (performance.now() - started) / 1_000 }
}

async function replay(
  folder: string,
  { eventStore, keyring, close }: Awaited<ReturnType<typeof open>>,
): Promise<Replayed> {
  const readStore = await openSqliteReadStore({ file: join(folder, `read-models-${process.pid}.db`) })
  const resident: number[] = []
  const watching = setInterval(() => resident.push(process.memoryUsage().rss / 1_048_576), 50)
  const started = performance.now()
  const faults: unknown[] = []
  const runner = await startProjections({
    eventStore,
    readStore,
    keyring,
    projections: merged.projections,
    onFault: ({ error }) => faults.push(error),
  })
  await runner.ready()
  const seconds = (performance.now() - started) / 1_000
  clearInterval(watching)
  if (faults.length > 0) throw faults[0]
  const reader = createReader(readStore, keyring, runner.collectionOf)
  const counted = { conversations: 0, visitorMessages: 0 }
  for (const agent of agentsOfDay) {
    const [sums] = await sumsOf({ reader, ...agent }, [day])
    counted.conversations += sums?.conversations ?? 0
    counted.visitorMessages += sums?.messages ?? 0
  }
  const { events } = await read(eventStore)
  await runner.stop()
  await readStore.close()
  await close()
  const quarter = Math.floor(resident.length / 4)
  const growthMB = median(resident.slice(3 * quarter)) - median(resident.slice(quarter, 2 * quarter))
  return { events, seconds, counted, mostMB: Math.max(...resident), growthMB: Math.max(0, growthMB) }
}

/** Replays from a server that holds the same events. */
async function fromEventStoreDb(folder: string, masterKey: Buffer): Promise<Replayed> {
  const server = spawn(
    process.execPath,
    [fileURLToPath(new URL('event-store-copy.ts', import.meta.url)), folder],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  try {
    for await (const url of createInterface({ input: server.stdout }))
      return await inProcess<Replayed>('replay', folder, masterKey, { REPLAY_FROM: url })
    throw new Error('The copy of the log did not start')
  } finally {
    server.kill()
  }
}

async function open(folder: string, masterKey: Buffer, url?: string) {
  const eventStore = url
    ? await openEventStoreDb({ url })
    : await openSqliteEventStore({ file: join(folder, 'events.db') })
  const keys = await openSqliteKeyStore({ file: join(folder, 'keys.db') })
  return {
    eventStore,
    keyring: createKeyring(keys, masterKey),
    async close() {
      await eventStore.close()
      await keys.close()
    },
  }
}

async function inProcess<Result>(
  what: 'read' | 'replay',
  folder: string,
  masterKey: Buffer,
  more: Record<string, string> = {},
): Promise<Result> {
  const own = fileURLToPath(import.meta.url)
  const key = masterKey.toString('hex')
  const env = { ...process.env, REPLAY: what, REPLAY_FOLDER: folder, REPLAY_KEY: key, ...more }
  const { stdout } = await promisify(execFile)(process.execPath, [...serverFlags(), own], { env })
  return JSON.parse(stdout)
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const round = (value: number): number => Math.round(value * 10) / 10

if (import.meta.main) {
  const { REPLAY, REPLAY_FOLDER = '', REPLAY_KEY = '', REPLAY_FROM } = process.env
  const masterKey = Buffer.from(REPLAY_KEY, 'hex')
  if (REPLAY === 'replay') {
    // As in a server.
    boundGarbage()
    const opened = await open(REPLAY_FOLDER, masterKey, REPLAY_FROM)
    console.log(JSON.stringify(await replay(REPLAY_FOLDER, opened)))
  } else if (REPLAY === 'read') {
    const { eventStore, close } = await open(REPLAY_FOLDER, masterKey)
    console.log(JSON.stringify(await read(eventStore)))
    await close()
  } else console.table(await benchReplay())
}
