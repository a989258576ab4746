import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { EventStore } from '../log/event-store.ts'
import { type CommandContext, createCommandHandler } from './command-handling.ts'
import { type Aggregate, accept } from './decider.ts'
import { createSnapshots } from './snapshots.ts'

const events = defineEvents({
  Counted: { version: 1, data: z.object({ by: z.number() }) },
  Reset: { version: 1, data: z.object({}) },
})
type Count = { type: 'Count'; times: number } | { type: 'Reset' }

/** `factor` simulates a change of `evolve`. */
const tallyOf = (version = 1, factor = 1): Aggregate<number, Count, EventOf<typeof events>> => ({
  category: 'tally',
  events,
  decider: {
    initialState: 0,
    evolve: (state, event) => (event.type === 'Reset' ? 0 : state + event.data.by * factor),
    decide: (command) =>
      command.type === 'Reset'
        ? accept({ type: 'Reset', data: {} })
        : accept(
            ...Array.from({ length: command.times }, () => ({ type: 'Counted', data: { by: 1 } }) as const),
          ),
  },
  snapshot: {
    version,
    save: (state) => state,
    restore: (saved) => z.number().parse(saved),
    guarded: ['Counted'],
  },
})
const tally = tallyOf()

let region: TestRegion
beforeEach(async () => {
  region = await openTestRegion()
})
afterEach(() => region.close())

const context = (command: string): CommandContext => ({
  tenant: 'w1',
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command, correlation: 'r1' },
})
const count = (command: string, times = 1) =>
  region.handle(tally, '1', { type: 'Count', times }, context(command))
const saved = () => region.readStore.get('snapshots', 'w1', 'tally-1')

/** Reads the stream as a process that has just started; lists the revisions read and the state. */
async function cold(of = tally, store: EventStore = region.eventStore) {
  const read: number[] = []
  const faults: unknown[] = []
  const handler = createCommandHandler({
    eventStore: {
      ...store,
      async readStream(stream, options) {
        const page = await store.readStream(stream, options)
        read.push(page.length)
        return page
      },
    },
    keyring: region.keyring,
    snapshots: createSnapshots(region.readStore, region.keyring, (error) => faults.push(error)),
  })
  const found = await handler.load(of, '1', 'w1')
  return { handler, state: found?.state, read: read.reduce((sum, length) => sum + length, 0), faults }
}

/** Appends 2,010 events, of which a snapshot covers the first 2,005. */
async function fill() {
  await region.handle(tally, '1', { type: 'Reset' }, context('first'))
  await count('many', 2_004)
  await expect.poll(saved).toBeDefined()
  await count('more', 5)
}

test('a long stream is folded from its snapshot, after a look at its first events', async () => {
  await fill()
  expect(await cold()).toMatchObject({ state: 2_009, read: 106, faults: [] })
  expect((await saved())?.document).toMatchObject({ revision: 2_004, state: 2_004 })
})

test('a command from before the snapshot is not handled twice, for each kind of key', async () => {
  await fill()
  const { handler } = await cold()
  for (const [command, key] of [
    [{ type: 'Reset' }, 'first'],
    [{ type: 'Count', times: 2_004 }, 'many'],
    [{ type: 'Count', times: 5 }, 'more'],
  ] as const)
    expect(await handler.handle(tally, '1', command, context(key))).toMatchObject({
      ok: true,
      repeated: true,
    })
  expect(await region.eventStore.readStream('tally-1', { from: 2_010 })).toEqual([])
})

test('keeps only the newest keys of commands that the state guards, and all keys of other commands', async () => {
  await region.handle(tally, '1', { type: 'Reset' }, context('first'))
  for (let nth = 0; nth <= 5_000; nth++) await count(`c${nth}`)
  const repeated = async (key: string) => {
    const handled = await region.handle(tally, '1', { type: 'Reset' }, context(key))
    return handled.ok && handled.repeated
  }
  expect(await Promise.all([repeated('first'), repeated('c1'), repeated('c5000')])).toEqual([
    true,
    true,
    true,
  ])
  expect(await repeated('c0')).toBe(false)
})

test('a snapshot of an older version is not used', async () => {
  await fill()
  expect(await cold(tallyOf(2, 10))).toMatchObject({ state: 20_090, faults: [] })
})

test('a snapshot of another log is not used', async () => {
  await fill()
  const { readStream } = region.eventStore
  const other: EventStore = {
    ...region.eventStore,
    readStream: async (stream, options) =>
      (await readStream(stream, options)).map((event) => ({
        ...event,
        metadata: event.metadata.replace(/.{4}"\}$/, 'AAAA"}'),
      })),
  }
  expect((await cold(tally, other)).read).toBeGreaterThan(2_000)
})

test("a snapshot that can't be read is reported and not used", async () => {
  await fill()
  const { document, position = 0 } = (await saved()) ?? {}
  await region.readStore.commit({
    checkpoint: 'test',
    position: position + 1,
    writes: [
      {
        collection: 'snapshots',
        tenant: 'w1',
        id: 'tally-1',
        document: { ...document, state: 'torn' },
        position: position + 1,
      },
    ],
  })
  const { state, faults } = await cold()
  expect([state, faults.length]).toEqual([2_009, 1])
})

test('reads only the new events after another process appended to a long stream', async () => {
  await fill()
  const { handler } = await cold()
  const mine = await cold()
  await handler.handle(tally, '1', { type: 'Count', times: 2 }, context('theirs'))
  const [last] = await region.eventStore.readStream('tally-1', { from: 2_011 })
  mine.handler.invalidate([last!])
  expect((await mine.handler.load(tally, '1'))?.state).toBe(2_011)
  const handled = await mine.handler.handle(tally, '1', { type: 'Count', times: 1 }, context('mine'))
  expect(handled).toMatchObject({ ok: true, state: 2_012 })
  // Not invalidated yet: the append is refused, and the missing events are read.
  const late = await handler.handle(tally, '1', { type: 'Count', times: 1 }, context('late'))
  expect(late).toMatchObject({ ok: true, state: 2_013 })
})
