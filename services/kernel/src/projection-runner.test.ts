import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Aggregate, accept } from './decider.ts'
import { tenantProjection } from './projection.ts'
import { type ProjectionRunner, startProjections } from './projection-runner.ts'
import type { ReadStore } from './read-store.ts'
import { openTestRegion, type TestRegion } from './test-region.ts'

const events = defineEvents({ Counted: { version: 1, data: z.object({ name: z.string() }) } })
type Counted = EventOf<typeof events>
const counter: Aggregate<number, { name: string }, Counted> = {
  category: 'counter',
  events,
  decider: {
    initialState: 0,
    evolve: (state) => state + 1,
    decide: (command) => accept({ type: 'Counted', data: { name: command.name } }),
  },
}
type Tally = { name: string; times: number }
const tallies = (version: number, step = 1) =>
  tenantProjection<Tally>()({
    name: 'tallies',
    version,
    events,
    indexes: { byName: ['name'] },
    identify: (event) => event.data.name,
    project: (document, event) => ({ name: event.data.name, times: (document?.times ?? 0) + step }),
  })

let region: TestRegion
const runners: ProjectionRunner[] = []
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  await region.close()
})

async function count(times: number, name = 'a') {
  for (let index = 0; index < times; index++) {
    const cause = { via: 'api' as const, command: crypto.randomUUID(), correlation: '' }
    await region.handle(counter, name, { name }, { tenant: 'w1', actor: { kind: 'user', id: 'u' }, cause })
  }
}

async function run(projection: ReturnType<typeof tallies>, readStore: ReadStore = region.readStore) {
  const { eventStore, keyring } = region
  const runner = await startProjections({
    eventStore,
    readStore,
    keyring,
    projections: [projection],
    batchSize: 7,
  })
  runners.push(runner)
  return runner
}

test('reads the past, then follows, and lets a reader wait for its own write', async () => {
  region = await openTestRegion()
  await count(20)
  const runner = await run(tallies(1))
  await runner.ready()
  await count(5)
  expect(await runner.waitFor(await region.eventStore.head(), 5_000)).toBe(true)
  const entry = await region.readStore.get(runner.collectionOf('tallies'), 'w1', 'a')
  expect(entry?.document).toEqual({ name: 'a', times: 25 })
})

test('resumes at its checkpoint and counts nothing twice', async () => {
  region = await openTestRegion()
  await count(10)
  const first = await run(tallies(1))
  await first.ready()
  await first.stop()
  await count(3)
  const second = await run(tallies(1))
  await second.ready()
  const entry = await region.readStore.get(second.collectionOf('tallies'), 'w1', 'a')
  expect(entry?.document).toEqual({ name: 'a', times: 13 })
})

test('builds a new version beside the old one and shows only the finished', async () => {
  region = await openTestRegion()
  await count(30)
  const old = await run(tallies(1))
  await old.ready()
  await old.stop()
  const renewed = await run(tallies(2, 10))
  await renewed.ready()
  const entry = await region.readStore.get(renewed.collectionOf('tallies'), 'w1', 'a')
  expect(entry?.document).toEqual({ name: 'a', times: 300 })
  expect(renewed.collectionOf('tallies')).toBe('tallies@2-2')
  expect((await renewed.progress()).map((track) => track.state)).toEqual(['live'])
})

test('rebuilds under load: readers see the old collection, then the whole new one', async () => {
  region = await openTestRegion()
  await count(50)
  const runner = await run(tallies(1))
  await runner.ready()
  const before = runner.collectionOf('tallies')
  const load = count(60)
  await runner.rebuild('tallies')
  await load
  await runner.waitFor(await region.eventStore.head(), 5_000)
  const after = runner.collectionOf('tallies')
  expect(after).not.toBe(before)
  const entry = await region.readStore.get(after, 'w1', 'a')
  expect(entry?.document).toEqual({ name: 'a', times: 110 })
})

test('ten thousand events come through whole', async () => {
  region = await openTestRegion()
  await Promise.all(Array.from({ length: 100 }, (_, index) => count(100, `n${index}`)))
  const runner = await run(tallies(1))
  await runner.ready()
  const tally = await region.readStore.find(runner.collectionOf('tallies'), 'w1', {
    index: 'byName',
    limit: 1_000,
  })
  expect(tally.items.map((item) => item.document.times)).toEqual(Array.from({ length: 100 }, () => 100))
})
