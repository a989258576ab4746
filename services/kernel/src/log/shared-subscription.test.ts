import { getEventListeners } from 'node:events'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSupervision } from '../running/supervised.ts'
import { type EventStore, START } from './event-store.ts'
import {
  createSharedSubscription,
  type FollowOptions,
  type SharedSubscription,
} from './shared-subscription.ts'

let eventStore: EventStore
/** How the log was read. */
let subscriptions: number[]
/** Ends the latest of them. */
let signal: AbortSignal
let readAlone: { after: number; until: number; types: readonly string[] | undefined }[]
const ending = new AbortController()
const shared: SharedSubscription[] = []
beforeEach(async () => {
  const store = await openSqliteEventStore({ file: ':memory:' })
  subscriptions = []
  readAlone = []
  eventStore = {
    ...store,
    subscribe(after, options) {
      subscriptions.push(after)
      signal = options.signal
      return store.subscribe(after, options)
    },
    readUntil(until, options) {
      readAlone.push({ after: options.after, until, types: options.types })
      return store.readUntil(until, options)
    },
  }
})
afterEach(async () => {
  for (const each of shared.splice(0)) await each.stop()
  await eventStore.close()
})

function share(from: number, mostEvents?: number): SharedSubscription {
  const supervision = createSupervision({ backOffMs: 1 })
  const subscription = createSharedSubscription({
    eventStore,
    from,
    supervision,
    ...(mostEvents ? { mostEvents } : {}),
  })
  shared.push(subscription)
  return subscription
}

/** Appends events of a type; returns the position of the last. */
async function append(type: string, count = 1): Promise<number> {
  const events = Array.from({ length: count }, () => ({ type, data: '{}', metadata: '{}' }))
  await eventStore.append(`s-${crypto.randomUUID()}`, 'none', events)
  return eventStore.head()
}

/** A follower that takes one part at a time. */
function follower(subscription: SharedSubscription, after: number, options: Partial<FollowOptions> = {}) {
  const parts = subscription.follow(after, { signal: ending.signal, ...options })[Symbol.asyncIterator]()
  const seen: number[] = []
  return {
    seen,
    /** Takes parts until a position. */
    async until(position: number): Promise<void> {
      for (;;) {
        const { value, done } = await parts.next()
        if (done) throw new Error('it ended')
        seen.push(...value.events.map((event) => event.position))
        if (value.position >= position) return
      }
    },
    leave: () => parts.return?.(),
  }
}

it('reads the log once for all followers, and gives each the types it wants', async () => {
  const subscription = share(START)
  const all = follower(subscription, START)
  const some = follower(subscription, START, { types: ['B'] })
  await append('A', 3)
  await append('B', 2)
  const head = await append('A')
  await Promise.all([all.until(head), some.until(head)])
  expect([all.seen, some.seen]).toEqual([
    [1, 2, 3, 4, 5, 6],
    [4, 5],
  ])
  const next = await append('B')
  await Promise.all([all.until(next), some.until(next)])
  expect([all.seen.at(-1), some.seen]).toEqual([7, [4, 5, 7]])
  expect(subscriptions).toEqual([START])
  expect(readAlone).toEqual([])
})

it('lets a follower that begins earlier read what it lacks by itself, by type, and join the others', async () => {
  await append('A', 5)
  await append('B', 1)
  const head = await append('A', 5)
  const subscription = share(head)
  const late = follower(subscription, head)
  const early = follower(subscription, START, { types: ['B'] })
  await early.until(head)
  const next = await append('B')
  await Promise.all([late.until(next), early.until(next)])
  expect([late.seen, early.seen]).toEqual([[12], [6, 12]])
  expect(subscriptions).toEqual([head])
  expect(readAlone).toEqual([{ after: START, until: head, types: ['B'] }])
})

it('does not let a follower that is busy delay another, however many events there are, nor keep them all', async () => {
  const subscription = share(START, 10)
  const quick = follower(subscription, START)
  const busy = follower(subscription, START, { types: ['A'] })
  const first = await append('A')
  await Promise.all([quick.until(first), busy.until(first)])
  let head = first
  for (let nth = 0; nth < 50; nth++) {
    head = await append('A')
    await quick.until(head)
  }
  await busy.until(head)
  expect(busy.seen).toEqual(quick.seen)
  expect(readAlone).toEqual([{ after: first, until: head, types: ['A'] }])
  const next = await append('A')
  await Promise.all([quick.until(next), busy.until(next)])
  expect(readAlone).toHaveLength(1)
})

it('tells a follower of many batches that it does not want at once, how far they go', async () => {
  const subscription = share(START)
  const all = follower(subscription, START)
  const some = subscription.follow(START, { signal: ending.signal, types: ['B'] })[Symbol.asyncIterator]()
  const next = some.next()
  for (let nth = 0; nth < 3; nth++) await all.until(await append('A'))
  expect(await next).toMatchObject({ value: { events: [], position: 3 } })
})

it('does not read ahead of its followers', async () => {
  const subscription = share(START, 10)
  const only = follower(subscription, START)
  await only.until(await append('A'))
  for (let nth = 0; nth < 30; nth++) await append('A')
  await only.until(31)
  expect(only.seen).toHaveLength(31)
  expect(readAlone).toEqual([])
})

it('begins anew where the first follower begins after all had left', async () => {
  const subscription = share(START)
  const first = follower(subscription, START)
  await first.until(await append('A'))
  await first.leave()
  const head = await append('A', 100)
  const second = follower(subscription, head)
  await second.until(await append('A'))
  expect(second.seen).toEqual([head + 1])
  expect(subscriptions).toEqual([START, head])
})

it('goes on after a failure of the log where it was', async () => {
  const { subscribe } = eventStore
  let failing = true
  eventStore.subscribe = (after, options) => {
    if (failing) throw new Error('the log is away')
    return subscribe(after, options)
  }
  const subscription = share(START)
  const one = follower(subscription, START)
  const reading = one.until(await append('A'))
  failing = false
  await reading
  expect(one.seen).toEqual([1])
})

it('ends for every follower when it stops', async () => {
  const subscription = share(START)
  const waiting = subscription.follow(START, { signal: ending.signal })[Symbol.asyncIterator]().next()
  await subscription.stop()
  expect(await waiting).toEqual({ done: true, value: undefined })
})

it('listens as often for its end after many batches as after few', async () => {
  const { until } = follower(share(START), START)
  const listening: number[] = []
  for (let batch = 0; batch < 30; batch++) {
    await until(await append('A'))
    listening.push(getEventListeners(signal, 'abort').length)
  }
  expect(Math.max(...listening)).toBeLessThanOrEqual(3)
})
