/**
 * Anchors a long log for the first time and then a day on top of it. The log is simulated, so that only the anchors are
 * measured: 10,000,000 events in 1,000,000 streams of 100 workspaces. `node anchors.bench.ts` prints the results.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import type { EventStore, ReadPart, StoredEvent } from '@parley/kernel/log/event-store.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { anchorYesterday } from '../src/anchors.ts'

const EVENTS = Number(process.env.ANCHORED_EVENTS ?? 10_000_000)
const A_DAY = 100_000
const EVENTS_A_STREAM = 10
const WORKSPACES = 100
/** Streams that change at the same time. */
const SIDE_BY_SIDE = 1_000
const PAGE = 1_000

export async function benchAnchors(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-anchors-'))
  const state = await openSqliteReadStore({ file: join(folder, 'state.db') })
  const resident: number[] = []
  const watching = setInterval(() => resident.push(process.memoryUsage().rss / 1_048_576), 100)
  try {
    const first = await anchorUpTo(EVENTS, '2026-11-20')
    const day = await anchorUpTo(EVENTS + A_DAY, '2026-11-21')
    const quarter = Math.floor(resident.length / 4)
    const growth = median(resident.slice(3 * quarter)) - median(resident.slice(quarter, 2 * quarter))
    const events = EVENTS.toLocaleString('en')
    return [
      { name: `anchors of ${events} events for the first time`, value: round(first), unit: 's' },
      {
        name: `anchors of a day of ${A_DAY.toLocaleString('en')} events on top of ${events}`,
        value: round(day),
        unit: 's',
        target: 'seconds: ≤ 10',
        ok: day <= 10,
      },
      {
        name: 'anchors: memory',
        value: round(Math.max(0, growth)),
        unit: 'MB more in the last quarter than in the second',
        target: 'flat: ≤ 20',
        ok: growth <= 20,
      },
    ]
  } finally {
    clearInterval(watching)
    await state.close()
    await rm(folder, { recursive: true, force: true })
  }

  /** Returns the seconds that it took. */
  async function anchorUpTo(head: number, day: string): Promise<number> {
    const started = performance.now()
    const now = () => new Date(Date.parse(`${day}T12:00:00.000Z`) + 86_400_000)
    await anchorYesterday({ eventStore: simulated(head, day), state, now })
    return (performance.now() - started) / 1_000
  }
}

/** A log of so many events, of which those not anchored yet are of one day. */
function simulated(head: number, day: string): EventStore {
  const unused = (): never => {
    throw new Error('not needed for anchors')
  }
  return {
    append: unused,
    readStream: unused,
    readAll: unused,
    subscribe: unused,
    close: unused,
    head: async () => head - 1,
    async *readUntil(until, { after }): AsyncGenerator<ReadPart> {
      for (let position = after; position < until; ) {
        const size = Math.min(PAGE, until - position)
        const from = position + 1
        const events = Array.from({ length: size }, (_, nth) => eventAt(from + nth, day))
        position += size
        yield { events, position }
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

function eventAt(position: number, day: string): StoredEvent {
  const round = Math.floor(position / SIDE_BY_SIDE)
  const nth = Math.floor(round / EVENTS_A_STREAM) * SIDE_BY_SIDE + (position % SIDE_BY_SIDE)
  const hash = `${position}`.padStart(43, 'h')
  const metadata = `{"tenant":"w${nth % WORKSPACES}","at":"${day}T08:00:00.000Z","hash":"${hash}"}`
  const stream = `conversation-${nth}`
  const revision = round % EVENTS_A_STREAM
  return { id: '', type: 'VisitorMessageReceived', data: '{}', metadata, stream, revision, position }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const round = (value: number): number => Math.round(value * 10) / 10

if (import.meta.main) console.table(await benchAnchors())
