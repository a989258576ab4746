import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFairQueue, type FairQueue, type Lane } from './fair-queue.ts'

/** Runs work that continues until it is ended by name, and lists what has begun. */
function stage(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask(tenant: string, name: string, lane: Lane = 'small') {
      return queue.run({ tenant, lane }, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
      })
    },
    async end(name: string) {
      ends.get(name)?.()
      await nextTurn()
    },
  }
}

test('keeps one slot free for other tenants, however much work one tenant queues', async () => {
  const { ask, begun } = stage(createFairQueue({ slots: { small: 4, big: 1 } }))
  for (let nth = 0; nth < 9; nth++) void ask('noisy', `n${nth}`)
  void ask('quiet', 'q')
  await nextTurn()
  expect(begun).toEqual(['n0', 'n1', 'n2', 'q'])
})

test('serves waiting tenants in turn', async () => {
  const { ask, end, begun } = stage(createFairQueue({ slots: { small: 1, big: 1 } }))
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name.slice(0, 1), name)
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    await nextTurn()
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
})

test('starts small work without waiting for big work', async () => {
  const { ask, begun } = stage(createFairQueue({ slots: { small: 1, big: 1 } }))
  void ask('a', 'big one', 'big')
  void ask('b', 'another big one', 'big')
  void ask('b', 'small one')
  await nextTurn()
  expect(begun).toEqual(['big one', 'small one'])
})

test('frees the slot of work that fails and rejects with its error', async () => {
  const queue = createFairQueue({ slots: { small: 1, big: 1 } })
  const failed = queue.run({ tenant: 'a' }, () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  expect(await queue.run({ tenant: 'a' }, async () => 'done')).toBe('done')
})

test('with `leavesHalf`, tenants leave slots to those that come later', async () => {
  const { ask, begun } = stage(createFairQueue({ slots: { small: 8 }, leavesHalf: true }))
  for (const tenant of ['a', 'b', 'c']) for (let nth = 0; nth < 9; nth++) void ask(tenant, tenant)
  await nextTurn()
  const shares = Object.groupBy(begun, (tenant) => tenant)
  expect([shares.a?.length, shares.b?.length, shares.c?.length]).toEqual([4, 2, 1])
})

test('moves work that is slow out of its slots while other work waits, up to a limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = { afterMs: 1_000, slots: 3 }
  const { ask, end, begun } = stage(createFairQueue({ slots: { small: 2 }, perTenant: { small: 2 }, slow }))
  for (const name of ['a1', 'a2', 'b1', 'b2', 'a3', 'c1']) void ask(name.slice(0, 1), name)
  await nextTurn()
  vi.advanceTimersByTime(999)
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2'])
  vi.advanceTimersByTime(1)
  await nextTurn()
  // Slow work counts as its tenant's.
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
  vi.advanceTimersByTime(10_000)
  await nextTurn()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2'])
  vi.advanceTimersByTime(10_000)
  await nextTurn()
  expect(begun.length).toBe(5)
  await end('a1')
  vi.advanceTimersByTime(1)
  await nextTurn()
  expect(begun.at(-1)).toBe('a3')
})
