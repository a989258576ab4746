import { expect, test, vi } from 'vitest'
import { createSupervision, type LoopFault } from './supervised.ts'

/** A clock that advances by each wait. */
function clock() {
  let at = 0
  const pauses: number[] = []
  return {
    pauses,
    now: () => at,
    pass: (ms: number) => {
      at += ms
    },
    wait: async (ms: number) => {
      pauses.push(ms)
      at += ms
    },
  }
}

test('restarts what throws, after pauses that double up to a limit, with jitter', async () => {
  const stopping = new AbortController()
  const { pauses, now, wait } = clock()
  const faults: LoopFault[] = []
  const supervision = createSupervision({ now, wait, onFault: (fault) => faults.push(fault) })
  let begun = 0
  await supervision.keep('read', stopping.signal, async () => {
    if (++begun === 10) return stopping.abort()
    throw new Error('away')
  })
  for (const [nth, ms] of pauses.slice(0, 9).entries()) {
    const shortest = Math.min(500 * 2 ** nth, 15_000)
    expect(ms).toBeGreaterThanOrEqual(shortest)
    expect(ms).toBeLessThanOrEqual(shortest * 1.25)
  }
  expect(new Set(pauses.slice(5, 9)).size).toBe(4)
  expect(faults.map(({ failures }) => failures)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(faults[0]).toMatchObject({ name: 'read', error: new Error('away') })
})

test('reports which loops fail, since when and why, until they succeed', async () => {
  const stopping = new AbortController()
  const { now, wait } = clock()
  const supervision = createSupervision({ now, wait })
  supervision.watch('idle')
  const told: unknown[] = []
  await supervision.keep('read', stopping.signal, async (loop) => {
    told.push(supervision.loops().find(({ name }) => name === 'read'))
    if (told.length < 3) throw new Error('connect mongodb://me:secret@db failed')
    loop.well()
    told.push(...supervision.loops())
    stopping.abort()
  })
  const failing = {
    name: 'read',
    state: 'failing',
    since: new Date(0).toISOString(),
    error: 'Error: connect mongodb://db failed',
  }
  expect(told).toEqual([
    { name: 'read', state: 'running', failures: 0 },
    { ...failing, failures: 1 },
    { ...failing, failures: 2 },
    { name: 'idle', state: 'running', failures: 0 },
    { name: 'read', state: 'running', failures: 0 },
  ])
})

test('a failed loop without work counts as running after a time; one that waits for an operator does not', () => {
  const { now, pass } = clock()
  const supervision = createSupervision({ now })
  supervision.watch('quiet').failed(new Error('once'))
  supervision.watch('waits').stopped(new Error('never'))
  pass(60_000)
  expect(supervision.loops().map(({ state }) => state)).toEqual(['running', 'stopped'])
})

test('reports no failure for work that a stop interrupts', async () => {
  const stopping = new AbortController()
  const supervision = createSupervision({ onFault: () => expect.fail() })
  await supervision.keep('read', stopping.signal, async () => {
    stopping.abort()
    throw new Error('closed')
  })
})

test('tries everything that failed at once when an engine has recovered', async () => {
  const stopping = new AbortController()
  const supervision = createSupervision({ backOffMs: 3_600_000 })
  const begun: string[] = []
  const loops = ['read', 'write'].map((name) =>
    supervision.keep(name, stopping.signal, async () => {
      if (begun.push(name) > 3) stopping.abort()
      throw new Error('away')
    }),
  )
  expect(begun).toEqual(['read', 'write'])
  await vi.waitFor(() => {
    supervision.recovered()
    expect(begun).toHaveLength(4)
  })
  await Promise.all(loops)
  expect(begun).toEqual(['read', 'write', 'read', 'write'])
})
