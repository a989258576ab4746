/**
 * Measures the first command on a long stream after a start, such as the ledger of a busy workspace: folded from its
 * snapshot and from its first event. `node snapshots.bench.ts` prints the results.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteKeyStore } from '@parley/engines/sqlite/key-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { z } from 'zod'
import { createCommandHandler } from '../src/commands/command-handling.ts'
import { type Aggregate, accept } from '../src/commands/decider.ts'
import { createSnapshots } from '../src/commands/snapshots.ts'
import { createKeyring } from '../src/sealing/sealing.ts'
import type { BenchResult } from './result.ts'

const EVENTS = 200_000
const A_COMMAND = 10

const events = defineEvents({ Counted: { version: 1, data: z.object({ by: z.number(), id: z.string() }) } })
const tally: Aggregate<number, null, EventOf<typeof events>> = {
  category: 'tally',
  events,
  decider: {
    initialState: 0,
    evolve: (state, event) => state + event.data.by,
    decide: () => accept(...Array.from({ length: A_COMMAND }, counted)),
  },
  snapshot: { version: 1, save: (state) => state, restore: Number, guarded: ['Counted'] },
}
const counted = () => ({ type: 'Counted', data: { by: 1, id: randomUUID() } }) as const

export async function benchSnapshots(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-snapshots-'))
  const eventStore = await openSqliteEventStore({ file: join(folder, 'events.db') })
  const keys = await openSqliteKeyStore({ file: join(folder, 'keys.db') })
  const readStore = await openSqliteReadStore({ file: join(folder, 'read.db') })
  const keyring = createKeyring(keys, randomBytes(32))
  const faults: unknown[] = []
  const snapshots = createSnapshots(readStore, keyring, (error) => faults.push(error))
  const handlerOf = (kept: typeof snapshots | undefined) =>
    createCommandHandler({ eventStore, keyring, ...(kept ? { snapshots: kept } : {}) })
  const coldLoad = async (kept: typeof snapshots | undefined) => {
    const started = performance.now()
    const found = await handlerOf(kept).load(tally, '1')
    if (found?.state !== EVENTS) throw new Error(`${found?.state} events were counted, not ${EVENTS}`)
    return performance.now() - started
  }
  try {
    const { handle } = handlerOf(snapshots)
    for (let at = 0; at < EVENTS / A_COMMAND; at++) {
      const command = randomUUID()
      const cause = { via: 'policy', command, correlation: command } as const
      await handle(tally, '1', null, { tenant: 'w1', actor: { kind: 'system', id: 'bench' }, cause })
    }
    while ((await readStore.checkpoint('snapshots')) < EVENTS - 4_000) await pause(10)
    const whole = await coldLoad(undefined)
    const kept = await coldLoad(snapshots)
    if (faults.length > 0) throw faults[0]
    return [
      {
        name: `commands: a stream of ${EVENTS.toLocaleString('en')} events, first load after a start`,
        value: Math.round(kept),
        unit: 'ms from its snapshot',
        baseline: Math.round(whole),
        ratio: Math.round((kept / whole) * 1_000) / 1_000,
      },
    ]
  } finally {
    await Promise.all([eventStore.close(), keys.close(), readStore.close()])
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) console.table(await benchSnapshots())
