/**
 * A process with a process manager is killed with SIGKILL repeatedly, during effects, deadlines and commands. `KILLS`
 * is the number of kills (default 15, a third of it in `npm test`).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { type EventStore, START } from '@parley/kernel/log/event-store.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../src/part-of-list.ts'
import { requireWholeLog } from '../src/whole-log.ts'
import { liveOnce } from './victim-life.ts'

const KILLS = Number(process.env.KILLS ?? runsOf(15))
let dataDir: string
let eventStore: EventStore
let sent: string[]
let kills = 0

beforeAll(
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-delivery-'))
    const sentFile = join(dataDir, 'sent')
    const live = (killAfterMs?: number) => liveOnce('delivery-victim.ts', [dataDir, sentFile], killAfterMs)
    for (let life = 0; life < KILLS; life++) {
      if (await live(10 + ((life * 53) % 50))) break
      kills++
    }
    while (!(await live()));
    eventStore = await openSqliteEventStore({ file: join(dataDir, 'na', 'events.db') })
    sent = (await readFile(sentFile, 'utf8')).trim().split('\n')
  },
  60_000 + KILLS * 10_000,
)
afterAll(async () => {
  await eventStore?.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('every delivery was processed once: each input in order, each effect with one outcome', async () => {
  const refused = { type: 'Answered', ok: false }
  const retry = { type: 'DeadlinePassed', name: 'retry' }
  const way = [{ type: 'Asked', url: 'https://example.com' }, refused, retry, refused, retry]
  for (let nth = 0; nth < 20; nth++) {
    const events = await eventStore.readStream(`delivery-d${nth}`)
    expect(events.map(({ data }) => JSON.parse(data).input)).toEqual([...way, { type: 'Answered', ok: true }])
  }
})

test('each was concluded once', async () => {
  const events = await eventStore.readStream('notes-concluded')
  const keys = events.map(({ metadata }) => JSON.parse(metadata).cause.command)
  expect(keys).toHaveLength(40)
  expect(new Set(keys).size).toBe(20)
})

test('an effect is repeated only if its outcome was not recorded', () => {
  const times = Map.groupBy(sent, (key) => key)
  expect(times.size).toBe(60)
  const again = sent.length - times.size
  console.info(`${sent.length} sends of 60 in ${kills} kills`)
  expect(kills).toBeGreaterThan(3)
  // Eight are in progress at the same time.
  expect(again).toBeLessThanOrEqual(kills * 8)
})

test('nothing is left to do, and the log is consistent', async () => {
  const state = await openSqliteReadStore({ file: join(dataDir, 'na', 'state.db') })
  expect(await createDeadlines(state).next('delivery')).toBeUndefined()
  await state.close()
  expect(await requireWholeLog(eventStore)).toBeGreaterThan(START)
})
