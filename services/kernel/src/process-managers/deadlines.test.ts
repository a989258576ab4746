import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReadStore } from '../read-models/read-store.ts'
import { createLeases, type Leases, leaseStoreInMemory } from '../running/leases.ts'
import { createSupervision, type LoopFault } from '../running/supervised.ts'
import { type DeadlineRunner, type DeadlineWork, recurring, startDeadlines } from './deadline-runner.ts'
import { createDeadlines, type Deadline, type Deadlines, deadlineFigures } from './deadlines.ts'

let state: ReadStore
let deadlines: Deadlines
let clock: number
const store = leaseStoreInMemory()
const runners: DeadlineRunner[] = []
const holders: Leases[] = []

beforeEach(async () => {
  state = await openSqliteReadStore({ file: ':memory:' })
  deadlines = createDeadlines(state)
  clock = 1_000
})
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  for (const leases of holders.splice(0)) await leases.close()
  await state.close()
})

const at = (key: string, due: number, order = 1): Deadline => ({
  ...{ kind: 'call', key, tenant: 'w1', due, order, note: '' },
})

/** Runs the deadlines as a separate process would. */
function run(carryOut: DeadlineWork['carryOut'], faults: LoopFault[] = []) {
  const leases = createLeases(store, { askEveryMs: 2 })
  const runner = startDeadlines({
    deadlines,
    leases,
    supervision: createSupervision({ backOffMs: 1, onFault: (fault) => faults.push(fault) }),
    work: [{ kind: 'call', carryOut }],
    now: () => clock,
    lookEveryMs: 2,
  })
  runners.push(runner)
  holders.push(leases)
  return runner
}

describe('a deadline', () => {
  it('is due at its time, earliest first, until it is done', async () => {
    await deadlines.set([at('b', 20), at('a', 10), at('c', 30)])
    expect((await deadlines.due('call', 20, 10)).map(({ key }) => key)).toEqual(['a', 'b'])
    expect(await deadlines.next('call')).toBe(10)
    await deadlines.done(at('a', 10))
    expect(await deadlines.next('call')).toBe(20)
    expect(await deadlines.due('other', 99, 10)).toEqual([])
  })

  it('is moved or taken back by a later cause, but not by an earlier or repeated one', async () => {
    await deadlines.set([at('a', 10, 5)])
    await deadlines.set([at('a', 99, 4)])
    expect(await deadlines.next('call')).toBe(10)
    await deadlines.set([at('a', 50, 6)])
    expect(await deadlines.next('call')).toBe(50)
    await deadlines.set([{ ...at('a', 0, 7), due: undefined }])
    await deadlines.set([at('a', 50, 6)])
    expect(await deadlines.next('call')).toBeUndefined()
  })

  it('is set with others that come while one is written, and whoever sets it learns if that failed', async () => {
    let commits = 0
    let fails = false
    const counting = createDeadlines({
      ...state,
      async commit(batch) {
        commits++
        if (fails) throw new Error('disk full')
        return state.commit(batch)
      },
    })
    await counting.set([at('z', 5)])
    commits = 0
    const keys = Array.from({ length: 20 }, (_, nth) => `k${nth}`)
    await Promise.all(keys.map((key) => counting.set([at(key, 10)])))
    expect((await counting.due('call', 10, 50)).map(({ key }) => key)).toHaveLength(21)
    expect(commits).toBeLessThan(4)
    fails = true
    const failed = await Promise.allSettled([counting.set([at('f', 20)]), counting.set([at('g', 20)])])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    await counting.set([at('h', 20)])
    expect((await counting.due('call', 20, 50)).map(({ key }) => key)).toContain('h')
  })

  it('that is done is not set again by its repeated cause; one with a newer cause stays', async () => {
    const first = at('a', 10, 5)
    await deadlines.set([first])
    await deadlines.done(first)
    await deadlines.set([first])
    expect(await deadlines.next('call')).toBeUndefined()
    await deadlines.set([at('a', 60, 6)])
    await deadlines.done(first)
    expect(await deadlines.next('call')).toBe(60)
  })
})

describe('a due deadline', () => {
  it('is not delayed by hundreds of another tenant whose work hangs', async () => {
    const hanging: (() => void)[] = []
    const carried: string[] = []
    run(({ tenant, key }) =>
      tenant === 'slow'
        ? new Promise((resolve) => hanging.push(resolve))
        : Promise.resolve(void carried.push(key)),
    )
    await deadlines.set(
      Array.from({ length: 600 }, (_, nth) => ({ ...at(`slow${nth}`, nth), tenant: 'slow' })),
    )
    await expect.poll(() => hanging).toHaveLength(8)
    await deadlines.set([at('other', 900)])
    await expect.poll(() => carried).toEqual(['other'])
    const letGo = setInterval(() => hanging.splice(0).forEach((resolve) => void resolve()), 1)
    await expect.poll(() => deadlines.next('call'), { timeout: 20_000 }).toBeUndefined()
    clearInterval(letGo)
  })

  it('is carried out by one of several processes; one that is not due is not', async () => {
    const done: string[] = []
    const note = async ({ key }: Deadline) => void done.push(key)
    run(note)
    run(note)
    await deadlines.set([at('a', 500), at('b', 900), at('c', 2_000)])
    await expect.poll(() => done).toEqual(['a', 'b'])
    clock = 2_000
    await expect.poll(() => done).toEqual(['a', 'b', 'c'])
    expect(await deadlines.next('call')).toBeUndefined()
  })

  it('is retried when its work fails, while others continue', async () => {
    const tried: string[] = []
    const faults: LoopFault[] = []
    run(async ({ key }) => {
      tried.push(key)
      if (key === 'bad' && clock < 3_000) throw new Error('refused')
    }, faults)
    await deadlines.set([at('bad', 1), at('good', 2)])
    await expect.poll(() => tried).toEqual(['bad', 'good'])
    expect(faults).toMatchObject([{ name: 'deadlines/call', details: { deadline: 'bad' } }])
    expect(await deadlines.next('call')).toBe(1)
    clock = 3_000
    await expect.poll(() => deadlines.next('call')).toBeUndefined()
    expect(tried.at(-1)).toBe('bad')
  })

  it('that passes while no process runs is carried out late', async () => {
    await deadlines.set([at('a', 10)])
    const killed = run(() => new Promise(() => {}))
    await expect.poll(() => store.isHeld('deadlines/call', Date.now())).toBe(true)
    // The lease of the killed process expires.
    runners.splice(runners.indexOf(killed), 1)
    await holders.shift()?.close()
    clock = 999_999
    const done: string[] = []
    run(async ({ key }) => void done.push(key))
    await expect.poll(() => done).toEqual(['a'])
  })
})

it('recurring work is due at first, then when `next` says, also after a failure or in another process', async () => {
  let rounds = 0
  const job = recurring(deadlines, {
    kind: 'call',
    next: (now) => now + 100,
    work: async () => {
      if (++rounds === 1) throw new Error('not yet')
    },
    now: () => clock,
  })
  await job.begin()
  const first = run(job.work.carryOut)
  await expect.poll(() => rounds).toBe(1)
  clock = 2_000
  await expect.poll(() => deadlines.next('call')).toBe(2_100)
  expect(rounds).toBe(2)
  await first.stop()
  await job.begin()
  expect(await deadlines.next('call')).toBe(2_100)
  run(job.work.carryOut)
  clock = 2_100
  await expect.poll(() => deadlines.next('call')).toBe(2_200)
  expect(rounds).toBe(3)
})

it('counts what is set and overdue of a kind, and says which is the earliest and the next', async () => {
  const figures = (now: number, atMost = 100) => deadlineFigures(state, 'k', { now, atMost })
  expect(await figures(10)).toEqual({ waiting: 0, overdue: 0, earliest: undefined, next: undefined })
  const one = (kind: string, due: number) => ({ kind, key: `${due}`, tenant: 't', due, order: 1, note: '' })
  await deadlines.set([one('k', 5), one('k', 10), one('k', 20), one('other', 1)])
  expect(await figures(10)).toEqual({ waiting: 3, overdue: 2, earliest: 5, next: 20 })
  expect(await figures(30, 2)).toEqual({ waiting: 2, overdue: 2, earliest: 5, next: undefined })
})
