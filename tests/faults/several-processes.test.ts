/**
 * Three api, two workers, two projections and two relays on the embedded engines, one of them killed every five
 * seconds. `SECONDS` is the duration (default 20; the full proof is `SECONDS=120 npx vitest run --project faults
 * several`).
 */
import { afterAll, beforeAll } from 'vitest'
import { theBusHasEverything } from '../src/everything-equal.ts'
import { runSeveralProcesses, type SeveralProcesses, severalProcessesHold } from '../src/several-processes.ts'

const SECONDS = Number(process.env.SECONDS ?? 20)

let ran: SeveralProcesses
beforeAll(
  async () => {
    ran = await runSeveralProcesses(SECONDS)
  },
  120_000 + SECONDS * 2_000,
)
afterAll(() => ran?.stop())

severalProcessesHold(() => ran)

theBusHasEverything(() => ran)
