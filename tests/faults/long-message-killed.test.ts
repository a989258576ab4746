/**
 * A process that sends messages in parts is killed with SIGKILL repeatedly, also between parts. `KILLS` is the number
 * of kills (default 15, a third of it in `npm test`).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../src/part-of-list.ts'
import { liveOnce } from './victim-life.ts'

const KILLS = Number(process.env.KILLS ?? runsOf(15))
const CONVERSATIONS = Array.from({ length: 10 }, (_, nth) => `x${nth}`)
const PARTS = ['long', 'long.2', 'long.3', 'long.4', 'long.5', 'short']
let dataDir: string
let eventStore: EventStore
let sent: string[]
let kills = 0

beforeAll(
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-long-message-'))
    const sentFile = join(dataDir, 'sent')
    const live = (killAfterMs?: number) =>
      liveOnce('long-message-victim.ts', [dataDir, sentFile], killAfterMs)
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

test('no part is lost, and parts and messages keep their order', () => {
  for (const conversationId of CONVERSATIONS) {
    const own = sent.flatMap((line) => {
      const [of, key = ''] = line.split(' ')
      return of === conversationId ? [key] : []
    })
    // A part in progress at a kill is sent again under its own key, never one before it.
    expect(own.filter((key, nth) => key !== own[nth - 1])).toEqual(PARTS)
  }
})

test('a part is sent again only if a kill came before its outcome was recorded', () => {
  const again = sent.length - CONVERSATIONS.length * PARTS.length
  console.info(`${again} parts of ${sent.length} were sent again in ${kills} kills`)
  expect(kills).toBeGreaterThan(3)
  // Each conversation has one part in progress.
  expect(again).toBeLessThanOrEqual(kills * CONVERSATIONS.length)
})

test('each part counts once, and each message is recorded once', async () => {
  const outcomes = [...Array.from({ length: 4 }, () => 'PartSent'), 'MessageSent', 'MessageSent']
  for (const conversationId of CONVERSATIONS) {
    const inputs = (await eventStore.readStream(`delivery-${conversationId}`)).map(
      ({ data }) => JSON.parse(data).input.type,
    )
    expect(inputs.filter((type) => type !== 'MessageWritten')).toEqual(outcomes)
  }
  const recorded = (await eventStore.readStream('notes-recorded')).map(
    ({ metadata }) => JSON.parse(metadata).cause.command,
  )
  expect(new Set(recorded).size).toBe(CONVERSATIONS.length * 2)
  expect(recorded).toHaveLength(CONVERSATIONS.length * 4)
})
