/**
 * Complete turns over HTTP with EventStoreDB's double, in a process of its own with a server's latency, beside what the
 * appends of a turn allow there: as many writers as visitors who append what a turn appends, and do nothing else.
 * `node turn-event-store-db.bench.ts` prints the results.
 */
import { randomUUID } from 'node:crypto'
import { openEventStoreDb } from '@parley/engines/eventstoredb/event-store.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { startEventStoreServer } from '../../engines/bench/event-store-server.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { percentile, setStage } from './stage.ts'
import { rateOf, run, WARM_UP_TURNS } from './turn.bench.ts'

/** What a real server takes to write, rounded up to what a timer can tell. */
const WRITE_MS = 1
/** A turn waits for two appends: the visitor's message, and the reply. */
const APPENDS = 2
const CONCURRENCY = 10
const TURNS = 3_000

export async function benchTurnsOnEventStoreDb(): Promise<BenchResult[]> {
  const server = await startEventStoreServer()
  server.writeIn(WRITE_MS)
  const stage = await setStage({}, { EVENT_STORE_URL: server.url })
  try {
    await run(stage, CONCURRENCY, WARM_UP_TURNS)
    const measured = await run(stage, CONCURRENCY, TURNS)
    const { allowed, events } = await appendsAllow(server.url, CONCURRENCY)
    const perSecond = rateOf(measured)
    const ratio = Math.round((perSecond / allowed) * 100) / 100
    const at = `EventStoreDB (double), ${CONCURRENCY} concurrent`
    return [
      {
        name: `whole turns, ${at}, beside what its ${events} events in ${APPENDS} appends allow`,
        value: perSecond,
        unit: '/s',
        baseline: allowed,
        ratio,
        target: '≥ 0.5',
        ok: ratio >= 0.5,
      },
      { name: `whole turn p50, ${at}`, value: percentile(measured.turnMs, 50), unit: 'ms' },
      { name: `whole turn p99, ${at}`, value: percentile(measured.turnMs, 99), unit: 'ms' },
      {
        name: `server CPU per turn, ${at}`,
        value: Math.round((measured.cpuSeconds / measured.turnMs.length) * 100_000) / 100,
        unit: 'ms',
      },
    ]
  } finally {
    await stage.strike()
    server.stop()
  }
}

/** How many turns a second the appends of a turn of the log allow. */
async function appendsAllow(url: string, writers: number) {
  const store = await openEventStoreDb({ url, prefix: 'parley-na-' })
  const log = await store.readAll(START, 20_000)
  const talk = log.filter(({ stream }) => stream.startsWith('conversation-'))
  const asked = talk.findLast(({ type }) => type === 'VisitorMessageReceived')
  if (!asked) throw new Error('no turn was measured')
  const turn = talk.filter((event) => event.stream === asked.stream && event.revision >= asked.revision)
  const halves = [turn.slice(0, 1), turn.slice(1)]
  const turns = 200
  const rounds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now()
    await Promise.all(
      Array.from({ length: writers }, async () => {
        const stream = `bench-${randomUUID()}`
        let revision = -1
        for (let nth = 0; nth < turns; nth += 1)
          for (const half of halves) {
            const given = half.map(({ type, data, metadata }) => ({ type, data, metadata }))
            await store.append(stream, revision < 0 ? 'none' : revision, given)
            revision += half.length
          }
      }),
    )
    rounds.push((writers * turns) / ((performance.now() - started) / 1_000))
  }
  await store.close()
  return { allowed: Math.round(percentile(rounds, 50)), events: turn.length }
}

if (import.meta.main) console.table(await benchTurnsOnEventStoreDb())
