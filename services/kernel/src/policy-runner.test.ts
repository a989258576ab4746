import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Aggregate, accept } from './decider.ts'
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
    const second = await start(({ nth }) => void told.push(nth))
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
