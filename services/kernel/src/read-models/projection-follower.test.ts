import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Aggregate, accept } from '../commands/decider.ts'
import type { StoredEvent } from '../log/event-store.ts'
import { createSupervision, type LoopFault } from '../running/supervised.ts'
import { tenantProjection } from './projection.ts'
import {
  followProjections,
  type ProjectionFollower,
  type ProjectionFollowerOptions,
} from './projection-follower.ts'
import type { Entry } from './read-store.ts'

const events = defineEvents({ Counted: { version: 1, data: z.object({}) } })
const counter: Aggregate<number, 'count', EventOf<typeof events>> = {
  category: 'counter',
  events,
  decider: {
    initialState: 0,
    evolve: (state) => state + 1,
    decide: () => accept({ type: 'Counted', data: {} }),
  },
}
const tallies = tenantProjection<{ times: number }>()({
  name: 'tallies',
  version: 1,
  events,
  indexes: {},
  identify: () => 'a',
  project: (document) => ({ times: (document?.times ?? 0) + 1 }),
})

let region: TestRegion
const followers: ProjectionFollower[] = []
beforeEach(async () => {
  region = await openTestRegion({ projections: [tallies] })
})
afterEach(async () => {
  for (const follower of followers.splice(0)) await follower.stop()
  await region.close()
})

async function count(times: number) {
  for (let nth = 0; nth < times; nth++) {
    const cause = { via: 'api' as const, command: crypto.randomUUID(), correlation: '' }
    await region.handle(counter, 'a', 'count', { tenant: 'w1', actor: { kind: 'user', id: 'u' }, cause })
  }
}

async function follow(more: Partial<ProjectionFollowerOptions> = {}) {
  const { eventStore, readStore } = region
  const follower = await followProjections({ eventStore, readStore, projections: [tallies], ...more })
  const told: StoredEvent[] = []
  follower.onBatch((batch) => told.push(...batch))
  followers.push(follower)
  return { follower, told }
}

test('begins at the position of the projections, without reporting earlier events', async () => {
  await count(5)
  await region.settled()
  const before = await region.eventStore.head()
  const { follower, told } = await follow()
  expect(follower.position()).toBe(before)
  await count(2)
  await expect.poll(() => told.length).toBe(2)
  expect(told.every(({ position }) => position > before)).toBe(true)
  expect(follower.position()).toBe(await region.eventStore.head())
})

test('reports an event once it can be read in the visible collection', async () => {
  const { follower, told } = await follow()
  const readable: Promise<Entry | undefined>[] = []
  follower.onBatch((batch) => {
    for (const _ of batch) readable.push(region.readStore.get(follower.collectionOf('tallies'), 'w1', 'a'))
  })
  await count(3)
  await expect.poll(() => told.length).toBe(3)
  for (const [nth, found] of (await Promise.all(readable)).entries())
    expect(found?.position).toBeGreaterThanOrEqual(told[nth]?.position ?? Number.POSITIVE_INFINITY)
  const entry = await region.readStore.get(follower.collectionOf('tallies'), 'w1', 'a')
  expect(entry?.document).toEqual({ times: 3 })
})

test('waits for a position no longer than its timeout', async () => {
  const { follower } = await follow()
  await count(1)
  expect(await follower.waitFor(await region.eventStore.head(), 60_000)).toBe(true)
  expect(await follower.waitFor((await region.eventStore.head()) + 1, 20)).toBe(false)
})

test('continues without a gap after the read store was unavailable', async () => {
  const faults: LoopFault[] = []
  const supervision = createSupervision({ backOffMs: 1, onFault: (fault) => faults.push(fault) })
  let away = false
  const { readStore } = region
  const { told } = await follow({
    supervision,
    readStore: {
      ...readStore,
      checkpoint: (name) =>
        away ? Promise.reject(new Error('the read store is away')) : readStore.checkpoint(name),
    },
  })
  await count(1)
  await expect.poll(() => told.length).toBe(1)
  away = true
  await count(2)
  await expect.poll(() => faults.length).toBeGreaterThan(2)
  expect(faults[0]?.name).toBe('following projections')
  away = false
  await expect.poll(() => [...new Set(told.map(({ revision }) => revision))]).toEqual([0, 1, 2])
})
