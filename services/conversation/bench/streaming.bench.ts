/**
 * Many concurrent replies from a model with the output speed of a real one: measures how long visitors wait for the
 * first text, and the server's CPU time and memory. Server, model and visitors share the machine's cores.
 * `node streaming.bench.ts` prints the results.
 */
import { cpuSeconds, residentMB } from '../../kernel/bench/process-usage.ts'
import type { BenchResult } from '../../kernel/bench/result.ts'
import { inGroups, type MeasuredTurn, percentile, setStage } from './stage.ts'

const CONVERSATIONS = [100, 500, 1_000]
/** A reply of eight seconds: 40 pieces, five per second. The first is sent after `DELAY_MS`, the model's own delay. */
const PIECES = 40
const DELAY_MS = 200
const TURNS_EACH = 2

export async function benchStreaming(): Promise<BenchResult[]> {
  const stage = await setStage({ pieces: PIECES, delayMs: DELAY_MS })
  try {
    const results: BenchResult[] = []
    for (const conversations of CONVERSATIONS) {
      const turns: MeasuredTurn[] = await inGroups(conversations, 20, stage.visit)
      const firstDeltaMs: number[] = []
      const late: number[] = []
      let mostMB = 0
      const watching = setInterval(async () => {
        mostMB = Math.max(mostMB, await residentMB(stage.server))
      }, 250)
      const cpuBefore = await cpuSeconds(stage.server)
      const startedAt = performance.now()
      await Promise.all(
        turns.map(async (turn, nth) => {
          // Spreads the visitors' messages over the duration of a reply.
          await pause((nth / conversations) * PIECES * DELAY_MS)
          for (let said = 0; said < TURNS_EACH; said++) {
            const took = await turn()
            firstDeltaMs.push(took.firstDeltaMs - DELAY_MS)
            late.push(took.turnMs - PIECES * DELAY_MS)
          }
        }),
      )
      clearInterval(watching)
      const seconds = (performance.now() - startedAt) / 1000
      const cores = ((await cpuSeconds(stage.server)) - cpuBefore) / seconds
      const at = `${conversations.toLocaleString('en')} streaming conversations`
      results.push(
        {
          name: `${at}: first delta p50, besides the model`,
          value: percentile(firstDeltaMs, 50),
          unit: 'ms',
        },
        {
          name: `${at}: first delta p99, besides the model`,
          value: percentile(firstDeltaMs, 99),
          unit: 'ms',
        },
        { name: `${at}: whole reply p99, besides the model`, value: percentile(late, 99), unit: 'ms' },
        { name: `${at}: memory at most`, value: Math.round(mostMB), unit: 'MB resident' },
        { name: `${at}: server`, value: Math.round(cores * 100) / 100, unit: 'cores' },
      )
    }
    return results
  } finally {
    await stage.strike()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

if (import.meta.main) console.table(await benchStreaming())
