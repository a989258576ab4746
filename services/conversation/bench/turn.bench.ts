/**
 * Complete turns over HTTP with the real server: stores the visitor's message, calls a zero-delay model on loopback,
 * stores and streams the reply. Server, model and visitors are separate processes that share the machine's cores.
 * `node turn.bench.ts` prints the results.
 */
import { cpuSeconds } from '../../kernel/bench/process-usage.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { inGroups, type MeasuredTurn, percentile, type Stage, setBareStage, setStage } from './stage.ts'

const CONCURRENCIES = [1, 10, 100]
const TARGET = { concurrency: 10, perSecond: 600, p99Ms: 50 }
/** Below the limit of messages per conversation and minute. */
const TURNS_A_CONVERSATION = 15
const TURNS: Record<number, number> = { 1: 900, 10: 4_500, 100: 4_500 }
export const WARM_UP_TURNS = 1_500

export async function benchTurns(): Promise<BenchResult[]> {
  const bare = await bareTurns()
  const stage = await setStage()
  try {
    await run(stage, TARGET.concurrency, WARM_UP_TURNS)
    const results: BenchResult[] = []
    for (const concurrency of CONCURRENCIES) {
      const measured = await run(stage, concurrency, TURNS[concurrency] ?? 1_000)
      results.push(...resultsOf(concurrency, measured, bare))
      if (measured.cpuSeconds > 0) {
        const value = Math.round((measured.cpuSeconds / measured.turnMs.length) * 100_000) / 100
        results.push({ name: `server CPU per turn, ${concurrency} concurrent`, value, unit: 'ms' })
      }
    }
    return results
  } finally {
    await stage.strike()
  }
}

/** Returns the turns per second of the minimal server, at the target concurrency. */
async function bareTurns(): Promise<number> {
  const stage = await setBareStage()
  try {
    await run(stage, TARGET.concurrency, WARM_UP_TURNS)
    return rateOf(await run(stage, TARGET.concurrency, TURNS[TARGET.concurrency] ?? 1_000))
  } finally {
    await stage.strike()
  }
}

export const rateOf = ({ turnMs, seconds }: Measured): number => Math.round(turnMs.length / seconds)

type Measured = { seconds: number; cpuSeconds: number; turnMs: number[]; firstDeltaMs: number[] }

function resultsOf(concurrency: number, measured: Measured, bare: number): BenchResult[] {
  const at = `${concurrency} concurrent`
  const perSecond = rateOf(measured)
  const p99 = percentile(measured.turnMs, 99)
  const aimed = concurrency === TARGET.concurrency
  return [
    {
      name: `whole turns, ${at}`,
      value: perSecond,
      unit: '/s',
      ...(aimed
        ? {
            baseline: bare,
            ratio: Math.round((perSecond / bare) * 100) / 100,
            target: `≥ ${TARGET.perSecond}/s`,
            ok: perSecond >= TARGET.perSecond,
          }
        : {}),
    },
    { name: `whole turn p50, ${at}`, value: percentile(measured.turnMs, 50), unit: 'ms' },
    {
      name: `whole turn p99, ${at}`,
      value: p99,
      unit: 'ms',
      ...(aimed ? { target: `≤ ${TARGET.p99Ms} ms`, ok: p99 <= TARGET.p99Ms } : {}),
    },
    { name: `first delta p50, ${at}`, value: percentile(measured.firstDeltaMs, 50), unit: 'ms' },
    { name: `first delta p99, ${at}`, value: percentile(measured.firstDeltaMs, 99), unit: 'ms' },
  ]
}

/** Runs turns with `concurrency` visitors, each of which sends its next message after the last reply. */
export async function run(stage: Stage, concurrency: number, turns: number): Promise<Measured> {
  const conversations = Math.ceil(turns / TURNS_A_CONVERSATION)
  const ready: MeasuredTurn[] = await inGroups(conversations, 20, stage.visit)
  const turnMs: number[] = []
  const firstDeltaMs: number[] = []
  const cpuBefore = await cpuSeconds(stage.server)
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: Math.min(concurrency, ready.length) }, async () => {
      for (let turn = ready.pop(); turn; turn = ready.pop()) {
        for (let nth = 0; nth < TURNS_A_CONVERSATION; nth++) {
          const took = await turn()
          turnMs.push(took.turnMs)
          firstDeltaMs.push(took.firstDeltaMs)
        }
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, cpuSeconds: (await cpuSeconds(stage.server)) - cpuBefore, turnMs, firstDeltaMs }
}

if (import.meta.main) console.table(await benchTurns())
