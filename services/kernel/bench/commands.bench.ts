/**
 * Measures whole commands on the embedded engines (decide, seal, chain, append durably) and the projections that follow
 * them. Baselines are measured in the same run, alternating with the commands where other load on the machine could
 * affect one and not the other.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineEvents, type EventOf, personal } from '@parley/contracts/message.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { z } from 'zod'
import { type CommandHandler, createCommandHandler } from '../src/commands/command-handling.ts'
import { type Aggregate, accept } from '../src/commands/decider.ts'
import { START } from '../src/log/event-store.ts'
import { tenantProjection } from '../src/read-models/projection.ts'
import { startProjections } from '../src/read-models/projection-runner.ts'
import { createKeyring, type Keyring } from '../src/sealing/sealing.ts'
import { openBareCommits } from './bare-commits.ts'
import { inTurns, median } from './in-turns.ts'
import type { BenchResult } from './result.ts'

const events = defineEvents({ Said: { version: 1, data: z.object({ text: personal(), words: z.number() }) } })
const talk: Aggregate<number, string, EventOf<typeof events>> = {
  category: 'talk',
  events,
  decider: {
    initialState: 0,
    evolve: (state) => state + 1,
    decide: (text) => accept({ type: 'Said', data: { text, words: text.length } }),
  },
}
type Tally = { said: number; words: number }
const tallies = tenantProjection<Tally>()({
  name: 'tallies',
  version: 1,
  events,
  indexes: { bySaid: ['said'] },
  identify: (event) => event.stream,
  project: (before, event) => ({
    said: (before?.said ?? 0) + 1,
    words: (before?.words ?? 0) + event.data.words,
  }),
})

const text = 'When does the parcel arrive that I ordered on Monday? '.repeat(3)

export async function benchCommands(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const eventStore = await openSqliteEventStore({ file: join(folder, 'events.db') })
  const keys = await openSqliteKeyStore({ file: join(folder, 'keys.db') })
  const keyring = createKeyring(keys, randomBytes(32))
  const { handle } = createCommandHandler({ eventStore, keyring, maxBytes: 1_000_000_000 })
  try {
    await fill(handle, 10_000)
    const { bare, one, share } = await oneWriter(handle, join(folder, 'bare.db'))
    const many = await manyWriters(handle, 64)
    await fill(handle, 200_000)
    const catchUp = await rebuild(eventStore, keyring, join(folder, 'read-1.db'))
    const lag = await visibleLag(eventStore, keyring, handle, join(folder, 'read-2.db'))
    return [
      {
        name: 'commands: sealed, chained and durable, 1 writer',
        value: Math.round(one),
        unit: 'commands/s',
        baseline: Math.round(bare),
        ratio: round(share),
        target: '≥ 0.65 of a bare synced commit off the event loop',
        ok: share >= 0.65,
      },
      {
        name: 'commands: sealed, chained and durable, 64 writers',
        value: Math.round(many),
        unit: 'commands/s',
        baseline: Math.round(one),
        ratio: round(many / one),
        target: '≥ 5 × one writer',
        ok: many / one >= 5,
      },
      {
        name: 'projection: catching up',
        value: Math.round(catchUp.rate),
        unit: 'events/s',
        target: '≥ 50,000',
        ok: catchUp.rate >= 50_000,
      },
      {
        name: 'projection: memory of the rebuild',
        value: round(catchUp.growthMB),
        unit: 'MB more at the end than at half',
        target: 'flat: ≤ 20',
        ok: catchUp.growthMB <= 20,
      },
      {
        name: 'projection: command answered to document readable at 50/s, p99',
        value: round(lag),
        unit: 'ms',
        target: '≤ 50',
        ok: lag <= 50,
      },
    ]
  } finally {
    await eventStore.close()
    await keys.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function oneWriter(
  handle: CommandHandler['handle'],
  file: string,
): Promise<{ bare: number; one: number; share: number }> {
  const commits = await openBareCommits(file)
  // About what the event of a command takes.
  const line = text.repeat(4)
  for (let at = 0; at < 4_000; at += 64)
    await Promise.all(Array.from({ length: 64 }, () => commits.commit(line)))
  let at = 0
  const [bare, one] = await inTurns(
    [
      () => commits.commit(line),
      () => {
        at += 1
        return say(handle, `one-${at % 50}`)
      },
    ],
    { rounds: 30, count: 60 },
  )
  await commits.close()
  return { bare: bare.rate, one: one.rate, share: one.share }
}

async function manyWriters(handle: CommandHandler['handle'], writers: number): Promise<number> {
  const rates: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const started = performance.now()
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let at = 0; at < 150; at++) await say(handle, `many-${turn}-${writer}`)
      }),
    )
    rates.push((writers * 150 * 1000) / (performance.now() - started))
  }
  return median(rates)
}

async function fill(handle: CommandHandler['handle'], count: number): Promise<void> {
  const streams = 500
  await Promise.all(
    Array.from({ length: streams }, async (_, stream) => {
      for (let at = 0; at < count / streams; at++) await say(handle, `fill-${stream}`)
    }),
  )
}

async function rebuild(
  eventStore: Parameters<typeof startProjections>[0]['eventStore'],
  keyring: Keyring,
  file: string,
) {
  const readStore = await openSqliteReadStore({ file })
  const total = (await countEvents(eventStore)).total
  const samples: number[] = []
  const sampler = setInterval(() => samples.push(process.memoryUsage().rss), 50)
  const started = performance.now()
  const runner = await startProjections({ eventStore, readStore, keyring, projections: [tallies] })
  await runner.ready()
  const seconds = (performance.now() - started) / 1000
  clearInterval(sampler)
  await runner.stop()
  await readStore.close()
  const half = samples[Math.floor(samples.length / 2)] ?? 0
  return { rate: total / seconds, growthMB: Math.max(0, ((samples.at(-1) ?? half) - half) / 1_048_576) }
}

async function visibleLag(
  eventStore: Parameters<typeof startProjections>[0]['eventStore'],
  keyring: Keyring,
  handle: CommandHandler['handle'],
  file: string,
): Promise<number> {
  const readStore = await openSqliteReadStore({ file })
  const runner = await startProjections({ eventStore, readStore, keyring, projections: [tallies] })
  await runner.ready()
  const lags: number[] = []
  const waits: Promise<void>[] = []
  for (let at = 0; at < 250; at++) {
    const next = new Promise((resolve) => setTimeout(resolve, 20))
    const position = await say(handle, `lag-${at % 10}`)
    const answered = performance.now()
    waits.push(runner.waitFor(position, 5_000).then(() => void lags.push(performance.now() - answered)))
    await next
  }
  await Promise.all(waits)
  await runner.stop()
  await readStore.close()
  return lags.toSorted((a, b) => a - b)[Math.floor(lags.length * 0.99)] ?? 0
}

async function countEvents(eventStore: {
  readAll(after: number, limit: number): Promise<{ position: number }[]>
}) {
  let total = 0
  let position = START
  for (;;) {
    const page = await eventStore.readAll(position, 1_000)
    const last = page.at(-1)
    if (!last) return { total }
    total += page.length
    position = last.position
  }
}

async function say(handle: CommandHandler['handle'], id: string): Promise<number> {
  const command = randomUUID()
  const handled = await handle(talk, id, text, {
    tenant: 'w1',
    actor: { kind: 'visitor', id: 'v1' },
    cause: { via: 'widget', command, correlation: command },
    subject: 'visitor-v1',
  })
  if (!handled.ok) throw new Error(handled.rejection.message)
  return handled.position
}

const round = (value: number): number => Math.round(value * 100) / 100

if (import.meta.main) console.table(await benchCommands())
