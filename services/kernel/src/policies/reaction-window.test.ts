import { expect, it, onTestFinished, vi } from 'vitest'
import type { StoredEvent } from '../log/event-store.ts'
import { createReactionWindow, type ReactionWindowOptions } from './reaction-window.ts'

const event = (position: number, tenant: string, stream = `${tenant}-${position}`): StoredEvent => ({
  id: `${position}`,
  type: 'Counted',
  stream,
  revision: position,
  position,
  data: '{}',
  metadata: JSON.stringify({ tenant }),
})

function open(react: (event: StoredEvent) => Promise<void>, more: Partial<ReactionWindowOptions> = {}) {
  const ended = new AbortController()
  const reached: number[] = []
  const window = createReactionWindow({
    signal: ended.signal,
    react,
    read: async () => undefined,
    onReached: (position) => void reached.push(position),
    onFailed: () => ended.abort(),
    ...more,
  })
  return { window, reached, ended }
}

/** A reaction that ends when it is told to. */
function held() {
  const begun = new Map<number, () => void>()
  const react = ({ position }: StoredEvent) =>
    new Promise<void>((resolve) => {
      begun.set(position, resolve)
    })
  return { begun, react }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('a tenant whose reactions hang delays no other, however much of it was read before', async () => {
  const done: number[] = []
  const hanging: (() => void)[] = []
  const { window, reached } = open(({ metadata, position }) =>
    metadata.includes('slow')
      ? new Promise((resolve) => hanging.push(resolve))
      : Promise.resolve(void done.push(position)),
  )
  for (let from = 0; from < 3_000; from += 200) {
    window.add(
      Array.from({ length: 200 }, (_, nth) => event(from + nth, 'slow')),
      from + 199,
    )
    await window.room()
  }
  window.add([event(3_000, 'other')], 3_000)
  await expect.poll(() => done).toEqual([3_000])
  expect(reached).toEqual([])
  while (reached.at(-1) !== 3_000) {
    for (const resolve of hanging.splice(0)) resolve()
    await turn()
  }
})

it('reactions that wait for nothing let the event loop handle what is due in between', async () => {
  let done = 0
  const { window } = open(async () => {
    for (const until = performance.now() + 1; performance.now() < until; );
    done++
  })
  let doneWhenDue: number | undefined
  setImmediate(() => {
    doneWhenDue = done
  })
  window.add(
    Array.from({ length: 200 }, (_, nth) => event(nth, `tenant ${nth}`)),
    199,
  )
  await expect.poll(() => done).toBe(200)
  expect(doneWhenDue).toBeLessThan(200)
})

it('two tenants whose reactions hang leave slots to a third', async () => {
  const { begun, react } = held()
  const { window } = open(react)
  for (const [from, tenant] of [
    [0, 'slow'],
    [200, 'slower'],
  ] as const)
    window.add(
      Array.from({ length: 200 }, (_, nth) => event(from + nth, tenant)),
      from + 199,
    )
  await turn()
  window.add([event(400, 'other')], 400)
  await turn()
  expect([...begun.keys()]).toContain(400)
  expect(begun.size).toBeLessThanOrEqual(16)
})

it('has room again when reactions that hang in all slots are slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begun, react } = held()
  const { window } = open(react)
  window.add(
    Array.from({ length: 500 }, (_, nth) => event(nth, `tenant${nth % 20}`)),
    499,
  )
  const room = window.room()
  await turn()
  vi.advanceTimersByTime(60_000)
  await room
  window.add([event(500, 'other')], 500)
  await turn()
  // It may begin in the next slice of the event loop.
  await turn()
  expect([...begun.keys()]).toContain(500)
})

it('reaches a position only when everything up to it is done', async () => {
  const { begun, react } = held()
  const { window, reached } = open(react)
  window.add([event(3, 'a'), event(5, 'b'), event(8, 'c')], 10)
  await turn()
  begun.get(5)?.()
  await turn()
  expect(reached).toEqual([])
  begun.get(3)?.()
  await turn()
  expect(reached).toEqual([5])
  window.add([], 20)
  begun.get(8)?.()
  await turn()
  expect(reached).toEqual([5, 20])
})

it('keeps the order of a stream', async () => {
  const { begun, react } = held()
  const { window } = open(react)
  window.add([event(1, 'a', 'one'), event(2, 'a', 'one'), event(3, 'a', 'two')], 3)
  await turn()
  expect([...begun.keys()]).toEqual([1, 3])
  begun.get(1)?.()
  await turn()
  expect([...begun.keys()]).toEqual([1, 3, 2])
})

it('has no room while all slots are taken and enough waits', async () => {
  const { begun, react } = held()
  const { window } = open(react)
  window.add(
    Array.from({ length: 500 }, (_, nth) => event(nth, `tenant${nth}`)),
    499,
  )
  let roomy = false
  const room = window.room().then(() => {
    roomy = true
  })
  await turn()
  expect(roomy).toBe(false)
  while (!roomy) {
    for (const [position, end] of begun) {
      begun.delete(position)
      end()
    }
    await turn()
  }
  await room
})

it('reads events again that were not kept, and ends if that fails', async () => {
  const large = { data: 'x'.repeat(5_000_000) }
  const { begun, react } = held()
  const read: number[] = []
  const { window, ended } = open(react, {
    async read(_, revision) {
      read.push(revision)
      if (revision === 3) throw new Error('away')
      return event(revision, 'a', 'one')
    },
  })
  const events = [1, 2, 3].map((position) => ({ ...event(position, 'a', 'one'), ...large }))
  window.add(events, 3)
  await turn()
  begun.get(1)?.()
  await turn()
  expect(read).toEqual([2])
  begun.get(2)?.()
  await expect.poll(() => ended.signal.aborted).toBe(true)
  await expect(window.room()).rejects.toThrow('away')
})

it('begins nothing after it ended, and is idle when what was begun is over', async () => {
  const { begun, react } = held()
  const { window, reached, ended } = open(react)
  window.add([event(1, 'a', 'one'), event(2, 'a', 'one')], 2)
  await turn()
  ended.abort()
  let idle = false
  void window.idle().then(() => {
    idle = true
  })
  await turn()
  expect(idle).toBe(false)
  begun.get(1)?.()
  await expect.poll(() => idle).toBe(true)
  expect([...begun.keys()]).toEqual([1])
  expect(reached, 'whether it was done is unknown').toEqual([])
})
