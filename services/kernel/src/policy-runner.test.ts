import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Aggregate, accept } from './decider.ts'
import type { EventStore } from './event-store.ts'
import { type Leases, leasesInMemory } from './leases.ts'
import { definePolicy } from './policy.ts'
import { type PolicyRunner, type PolicyRunnerOptions, startPolicies } from './policy-runner.ts'
import { openTestRegion, type TestRegion } from './test-region.ts'

const events = defineEvents({
  Counted: { version: 1, data: z.object({ name: z.string(), nth: z.number() }) },
})
const counter: Aggregate<number, { name: string; nth: number }, EventOf<typeof events>> = {
  category: 'counter',
  events,
  decider: {
    initialState: 0,
    evolve: (state) => state + 1,
    decide: (data) => accept({ type: 'Counted', data }),
  },
}

let region: TestRegion
const runners: PolicyRunner[] = []
beforeEach(async () => {
  region = await openTestRegion()
})
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  await region.close()
})

/** Says `nth` on the stream of `name`; gives the head of the log. */
async function count(name: string, nth: number): Promise<number> {
  const cause = { via: 'api', command: crypto.randomUUID(), correlation: '' } as const
  const actor = { kind: 'user', id: 'u' } as const
  await region.handle(counter, name, { name, nth }, { tenant: 'w1', actor, cause })
  return region.eventStore.head()
}

type React = (event: { name: string; nth: number }) => Promise<void> | void

async function start(react: React, more: Partial<PolicyRunnerOptions> = {}): Promise<PolicyRunner> {
  const { eventStore, keyring, readStore: state } = region
  const policy = definePolicy({ name: 'told', events, react: async ({ data }) => react(data) })
  const runner = await startPolicies({
    eventStore,
    state,
    keyring,
    leases: region.leases,
    policies: [policy],
    backOffMs: 1,
    ...more,
  })
  runners.push(runner)
  return runner
}

describe('a policy', () => {
  it('goes on after a stop where it was', async () => {
    const told: number[] = []
    const first = await start(({ nth }) => void told.push(nth))
    await first.settled(await count('a', 1))
    await first.stop()
    const second = await start(({ nth }) => void told.push(nth))
    await second.settled(await count('a', 2))
    expect(told).toEqual([1, 2])
  })

  it('hears again after a crash what it had not saved, and nothing less', async () => {
    const told: number[] = []
    const crashed = { ...region.readStore, commit: () => new Promise<never>(() => {}) }
    const first = await start(({ nth }) => void told.push(nth), { state: crashed })
    await first.settled(await count('a', 1))
    // The leases of a killed process end by themselves.
    const second = await start(({ nth }) => void told.push(nth), { leases: leasesInMemory() })
    await second.settled(await count('a', 2))
    runners.splice(0, 1)
    expect(told.filter((nth) => nth === 1).length).toBeGreaterThanOrEqual(2)
    expect(new Set(told)).toEqual(new Set([1, 2]))
  })

  it('keeps the order of a stream while another one is tried again', async () => {
    const told: string[] = []
    let failures = 3
    const runner = await start(({ name, nth }) => {
      if (name === 'b' && failures-- > 0) throw new Error('not yet')
      told.push(`${name}${nth}`)
    })
    await count('b', 1)
    await count('a', 1)
    await count('b', 2)
    await runner.settled(await count('a', 2))
    expect(told.filter((each) => each.startsWith('a'))).toEqual(['a1', 'a2'])
    expect(told.filter((each) => each.startsWith('b'))).toEqual(['b1', 'b2'])
  })

  it('sets aside what keeps failing, and says so once', async () => {
    const told: number[] = []
    const faults: boolean[] = []
    const runner = await start(
      ({ nth }) => {
        if (nth === 1) throw new Error('never')
        told.push(nth)
      },
      { attempts: 3, onFault: ({ setAside }) => faults.push(setAside) },
    )
    await count('a', 1)
    await runner.settled(await count('a', 2))
    expect(told).toEqual([2])
    expect(faults).toEqual([false, false, true])
  })

  it('goes on when its checkpoint could not be saved', async () => {
    const told: number[] = []
    const reported = Promise.withResolvers<void>()
    const { readStore } = region
    const state = { ...readStore, commit: () => Promise.reject(new Error('disk full')) }
    const runner = await start(({ nth }) => void told.push(nth), { state, onFault: () => reported.resolve() })
    await runner.settled(await count('a', 1))
    await reported.promise
    await runner.settled(await count('a', 2))
    expect(told).toEqual([1, 2])
  })
})

describe('of several processes', () => {
  it('one runs a policy, and another one goes on where it was when it stops', async () => {
    const told: string[] = []
    const first = await start(({ nth }) => void told.push(`first ${nth}`))
    const second = await start(({ nth }) => void told.push(`second ${nth}`), { leases: patient() })
    await first.settled(await count('a', 1))
    expect([first.positions(), second.positions()]).toEqual([{ told: expect.any(Number) }, {}])
    await first.stop()
    await second.settled(await count('a', 2))
    expect(told).toEqual(['first 1', 'second 2'])
  })

  it('who loses its lease stops, and whoever has it begins at the checkpoint', async () => {
    const told: string[] = []
    let lose = () => {}
    const leases: Leases = {
      ...leasesInMemory(),
      async wait(_, signal) {
        if (told.length > 0 || signal.aborted) return undefined
        const lost = new AbortController()
        lose = () => lost.abort()
        return { heldBefore: false, lost: lost.signal, release: async () => {} }
      },
    }
    const first = await start(({ nth }) => void told.push(`first ${nth}`), { leases })
    await first.settled(await count('a', 1))
    lose()
    await expect.poll(() => first.positions()).toEqual({})
    const second = await start(({ nth }) => void told.push(`second ${nth}`), { leases: leasesInMemory() })
    await second.settled(await count('a', 2))
    expect(told).toEqual(['first 1', 'second 2'])
  })

  it('a loop whose log fails begins again', async () => {
    const told: number[] = []
    let failures = 2
    const eventStore: EventStore = {
      ...region.eventStore,
      subscribe(after, options) {
        if (failures-- > 0) throw new Error('the log is away')
        return region.eventStore.subscribe(after, options)
      },
    }
    const faults: unknown[] = []
    const onFault = ({ error }: { error: unknown }) => void faults.push(error)
    const runner = await start(({ nth }) => void told.push(nth), { eventStore, onFault })
    await runner.settled(await count('a', 1))
    expect(told).toEqual([1])
    expect(faults.map(String)).toEqual(['Error: the log is away', 'Error: the log is away'])
  })
})

/** Leases of another process on the same store: one of them asks the other's often. */
function patient(): Leases {
  const { leases } = region
  return {
    ...leases,
    async wait(name, signal) {
      while (!signal.aborted) {
        const lease = await leases.take(name)
        if (lease) return lease
        await new Promise((resolve) => setImmediate(resolve))
      }
      return undefined
    },
  }
}
