import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Aggregate, accept } from '../commands/decider.ts'
import { createSupervision, type LoopFault } from '../running/supervised.ts'
import { tenantProjection } from './projection.ts'
import { type ProjectionRunner, type ProjectionRunnerOptions, startProjections } from './projection-runner.ts'
import type { ReadStore } from './read-store.ts'

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

async function run(
  projection: ReturnType<typeof tallies>,
  readStore: ReadStore = region.readStore,
  more: Partial<ProjectionRunnerOptions> = {},
) {
  const { eventStore, keyring } = region
  const runner = await startProjections({
    eventStore,
    readStore,
    keyring,
    projections: [projection],
    batchSize: 7,
    ...more,
  })
  runners.push(runner)
  return runner
}

test('reads past events, then follows, and lets a reader wait for its own write', async () => {
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

test('writes a document once in a batch, and not again while events leave it as it is', async () => {
  region = await openTestRegion()
  await count(3)
  await count(1, 'b')
  const names = { ...tallies(1), project: (_: unknown, { data }: Counted) => ({ name: data.name, times: 1 }) }
  const written: string[] = []
  const observed: ReadStore = {
    ...region.readStore,
    commit(batch) {
      written.push(...batch.writes.map(({ id }) => id))
      return region.readStore.commit(batch)
    },
  }
  const runner = await run(names, observed)
  await runner.ready()
  expect(written).toEqual(['a', 'b'])
  await count(2)
  await count(1, 'c')
  expect(await runner.waitFor(await region.eventStore.head(), 5_000)).toBe(true)
  expect(written).toEqual(['a', 'b', 'c'])
})

test('builds a new version beside the old one and shows it only when it is complete', async () => {
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

test('rebuilds under load: readers see the old collection, then the complete new one', async () => {
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

test('projects ten thousand events completely', async () => {
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

/** Returns a read store whose named function throws while `away` returns true. */
function failing(method: 'commit' | 'getMany' | 'checkpoint' | 'setSetting', away: () => boolean): ReadStore {
  const { readStore } = region
  const refuse = () => Promise.reject(new Error('the read store is away'))
  return {
    ...readStore,
    [method]: (...given: never[]) => (away() ? refuse() : Reflect.apply(readStore[method], readStore, given)),
  }
}

function supervised() {
  const faults: LoopFault[] = []
  const supervision = createSupervision({ backOffMs: 1, onFault: (fault) => faults.push(fault) })
  return { faults, supervision }
}

test.each(['commit', 'getMany'] as const)(
  'continues at its checkpoint after the read store was unavailable (%s), and counts nothing twice',
  async (method) => {
    region = await openTestRegion()
    await count(10)
    let away = false
    const { faults, supervision } = supervised()
    const runner = await run(
      tallies(1),
      failing(method, () => away),
      { supervision },
    )
    await runner.ready()
    away = true
    await count(10)
    await expect.poll(() => faults.length).toBeGreaterThan(2)
    expect(supervision.loops().filter(({ state }) => state === 'failing')).toMatchObject([
      { name: 'projections', error: 'Error: the read store is away' },
    ])
    away = false
    await count(5)
    expect(await runner.waitFor(await region.eventStore.head(), 60_000)).toBe(true)
    const entry = await region.readStore.get(runner.collectionOf('tallies'), 'w1', 'a')
    expect(entry?.document).toEqual({ name: 'a', times: 25 })
    expect(supervision.loops().map(({ state }) => state)).toEqual(['running', 'running'])
  },
)

test('does not go past an event of a version it has no upcaster for', async () => {
  region = await openTestRegion()
  await count(3)
  const { faults, supervision } = supervised()
  const old = tallies(1)
  const newer = defineEvents({ Counted: { version: 2, data: z.object({ name: z.string() }) } })
  const runner = await run({ ...old, events: newer } as never, region.readStore, { supervision })
  await expect.poll(() => faults.length).toBeGreaterThan(2)
  expect(runner.unbuilt()).toEqual(['tallies'])
  expect(String(faults[0]?.error)).toContain('no upcaster')
  expect(runner.position()).toBe(-1)
})

test.each(['commit', 'setSetting'] as const)(
  'a rebuild continues after the read store was unavailable (%s)',
  async (method) => {
    region = await openTestRegion()
    await count(20)
    let failures = 0
    const { supervision } = supervised()
    const runner = await run(
      tallies(1),
      failing(method, () => failures-- > 0),
      { supervision },
    )
    await runner.ready()
    failures = 3
    await runner.rebuild('tallies')
    expect(runner.collectionOf('tallies')).toBe('tallies@1-2')
    const entry = await region.readStore.get('tallies@1-2', 'w1', 'a')
    expect(entry?.document).toEqual({ name: 'a', times: 20 })
  },
)

test('projects again what a store lost that became unavailable', async () => {
  region = await openTestRegion()
  const { supervision } = supervised()
  const outcomes: ('lost' | 'failed')[] = []
  const forgetful: ReadStore = {
    ...region.readStore,
    async commit(batch) {
      const outcome = outcomes.shift()
      if (outcome === 'failed') throw new Error('the store is away')
      if (outcome !== 'lost') await region.readStore.commit(batch)
    },
  }
  const runner = await run(tallies(1), forgetful, { supervision })
  await runner.ready()
  const countAndWait = async (name: string) => {
    await count(1, name)
    expect(await runner.waitFor(await region.eventStore.head(), 60_000)).toBe(true)
  }
  await countAndWait('a')
  outcomes.push('lost', 'failed')
  await countAndWait('b')
  await countAndWait('a')
  const documents = await region.readStore.getMany(runner.collectionOf('tallies'), [
    { tenant: 'w1', id: 'a' },
    { tenant: 'w1', id: 'b' },
  ])
  expect(documents.map((entry) => entry?.document)).toEqual([
    { name: 'a', times: 2 },
    { name: 'b', times: 1 },
  ])
})

test('continues after the log failed, and after a listener threw', async () => {
  region = await openTestRegion()
  const { eventStore } = region
  let failures = 2
  const { faults, supervision } = supervised()
  const told: unknown[] = []
  const runner = await run(tallies(1), region.readStore, {
    supervision,
    onFault: ({ error }) => told.push(error),
    eventStore: {
      ...eventStore,
      subscribe(after, options) {
        if (failures-- > 0) throw new Error('the log is away')
        return eventStore.subscribe(after, options)
      },
    },
  })
  const heard: number[] = []
  runner.onBatch(() => {
    throw new Error('deaf')
  })
  runner.onBatch((batch) => heard.push(...batch.map(({ revision }) => revision)))
  await count(1)
  expect(await runner.waitFor(await region.eventStore.head(), 60_000)).toBe(true)
  await count(1)
  await expect.poll(() => heard).toEqual([0, 1])
  expect(faults.map(({ error }) => String(error))).toEqual([
    'Error: the log is away',
    'Error: the log is away',
  ])
  expect(told.map(String)).toEqual(['Error: deaf', 'Error: deaf'])
})

test('says which documents are not complete yet, and how many events it has read of how many', async () => {
  region = await openTestRegion()
  await count(60)
  const { eventStore } = region
  const reading = Promise.withResolvers<void>()
  const runner = await run(tallies(1), region.readStore, {
    batchSize: 5,
    eventStore: {
      ...eventStore,
      async *readUntil(until, { after, ...options }) {
        // These are written, since they are five batches.
        if (after < 25) {
          yield* eventStore.readUntil(25, { ...options, after })
          await reading.promise
        }
        yield* eventStore.readUntil(until, { ...options, after: Math.max(after, 25) })
      },
    },
  })
  try {
    expect(runner.unbuilt()).toEqual(['tallies'])
    await expect.poll(() => runner.progress()).toMatchObject([{ state: 'building', read: 25, left: 35 }])
  } finally {
    reading.resolve()
  }
  await runner.ready()
  expect(runner.unbuilt()).toEqual([])
  expect(await runner.progress()).toMatchObject([{ state: 'live', read: 60, left: 0 }])
})

test('can be read while it is built anew, even if that fails', async () => {
  region = await openTestRegion()
  await count(3)
  const first = await run(tallies(1), region.readStore)
  await first.ready()
  await first.stop()
  const failing = { ...tallies(2), indexes: { byName: ['name'] } as const }
  const { faults, supervision } = supervised()
  const second = await run(failing as never, region.readStore, {
    supervision,
    eventStore: {
      ...region.eventStore,
      readUntil() {
        throw new Error('the log is away')
      },
    },
  })
  await second.ready()
  expect(faults.length).toBeGreaterThan(0)
  expect([second.unbuilt(), second.collectionOf('tallies')]).toEqual([[], 'tallies@1-1'])
})
