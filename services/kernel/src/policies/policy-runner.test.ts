import { defineEvents, type EventOf } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { CommandContext } from '../commands/command-handling.ts'
import { type Aggregate, accept } from '../commands/decider.ts'
import type { EventStore } from '../log/event-store.ts'
import { type Leases, leasesInMemory } from '../running/leases.ts'
import { createSupervision, type LoopFault } from '../running/supervised.ts'
import { createParkedEvents } from './parked-events.ts'
import { type AnySinglePolicy, type Attempt, defineBatchPolicy, definePolicy } from './policy.ts'
import { type PolicyRunner, type PolicyRunnerOptions, startPolicies } from './policy-runner.ts'

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
const others = defineEvents({ Skipped: { version: 1, data: z.object({}) } })
const skipper: Aggregate<null, object, EventOf<typeof others>> = {
  category: 'skipper',
  events: others,
  decider: { initialState: null, evolve: () => null, decide: () => accept({ type: 'Skipped', data: {} }) },
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

/** Appends `nth` to the stream of `name`; returns the position of the log's head. */
async function count(name: string, nth: number): Promise<number> {
  await region.handle(counter, name, { name, nth }, newContext())
  return region.eventStore.head()
}

/** Appends an event that no policy here reacts to. */
const skip = (name: string) => region.handle(skipper, name, {}, newContext())

function newContext(): CommandContext {
  const cause = { via: 'api', command: crypto.randomUUID(), correlation: '' } as const
  return { tenant: 'w1', actor: { kind: 'user', id: 'u' }, cause }
}

const parkedEvents = () => createParkedEvents(region.readStore)

const quick = (onFault?: (fault: LoopFault) => void) =>
  createSupervision({ backOffMs: 1, ...(onFault ? { onFault } : {}) })

type React = (event: { name: string; nth: number }, attempt: Attempt) => Promise<void> | void

async function start(react: React, more: Partial<PolicyRunnerOptions> = {}): Promise<PolicyRunner> {
  const { eventStore, keyring, readStore: state } = region
  const policy = definePolicy({
    name: 'told',
    startFrom: 'origin',
    events,
    react: async ({ data }, attempt) => react(data, attempt),
  })
  const runner = await startPolicies({
    eventStore,
    state,
    keyring,
    leases: region.leases,
    policies: [policy],
    supervision: quick(),
    lookEveryMs: 1,
    ...more,
  })
  runners.push(runner)
  return runner
}

describe('a policy', () => {
  it('continues where it was after a stop', async () => {
    const told: number[] = []
    const first = await start(({ nth }) => void told.push(nth))
    await first.settled(await count('a', 1))
    await first.stop()
    const second = await start(({ nth }) => void told.push(nth))
    await second.settled(await count('a', 2))
    expect(told).toEqual([1, 2])
  })

  it('reacts again after a crash to what it had not saved, and misses nothing', async () => {
    const told: number[] = []
    const crashed = { ...region.readStore, commit: () => new Promise<never>(() => {}) }
    const first = await start(({ nth }) => void told.push(nth), { state: crashed })
    await first.settled(await count('a', 1))
    // The leases of a killed process expire.
    const second = await start(({ nth }) => void told.push(nth), { leases: leasesInMemory() })
    await second.settled(await count('a', 2))
    runners.splice(0, 1)
    expect(told.filter((nth) => nth === 1).length).toBeGreaterThanOrEqual(2)
    expect(new Set(told)).toEqual(new Set([1, 2]))
  })

  it('keeps the order of a stream while an event of another stream is retried', async () => {
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

  it('parks an event that keeps failing, with its error, and reports it once', async () => {
    const told: number[] = []
    const outcomes: unknown[] = []
    const runner = await start(
      ({ nth }) => {
        if (nth === 1) throw new Error('refused by ada@example.com')
        told.push(nth)
      },
      { attempts: 3, supervision: quick(({ details }) => outcomes.push(details.outcome)) },
    )
    await count('a', 1)
    await runner.settled(await count('a', 2))
    expect(told).toEqual([2])
    expect(outcomes).toEqual(['retry', 'retry', 'park'])
    const parked = await parkedEvents().list()
    expect(parked).toMatchObject([
      { policy: 'told', tenant: 'w1', stream: 'counter-a', revision: 0, type: 'Counted', attempts: 3 },
    ])
    expect(parked[0]).toMatchObject({ state: 'parked', error: 'Error: refused by …@…' })
    expect(await parkedEvents().counts()).toEqual(new Map([['told', 1]]))
  })

  it('continues when its checkpoint could not be saved', async () => {
    const told: number[] = []
    const reported = Promise.withResolvers<void>()
    const { readStore } = region
    const state = { ...readStore, commit: () => Promise.reject(new Error('disk full')) }
    const supervision = quick(() => reported.resolve())
    const runner = await start(({ nth }) => void told.push(nth), { state, supervision })
    await runner.settled(await count('a', 1))
    await reported.promise
    await runner.settled(await count('a', 2))
    expect(told).toEqual([1, 2])
  })
})

describe('a reaction of several steps', () => {
  it('goes on after a step that keeps failing, and is parked nevertheless', async () => {
    const outcomes: string[] = []
    const tried = { a: 0, c: 0 }
    const faults: unknown[] = []
    const runner = await start(
      async (_, { step }) => {
        const recorded = (name: string) => outcomes.some((outcome) => outcome.startsWith(name))
        const fails = (name: 'a' | 'c') => async () => {
          tried[name]++
          throw new Error(`no ${name} for ada@example.com`)
        }
        if (!recorded('a')) outcomes.push(await step(fails('a'), 'a failed'))
        if (!recorded('b')) outcomes.push(await step(async () => 'b done', 'b failed'))
        if (!recorded('c')) outcomes.push(await step(fails('c'), 'c failed'))
      },
      { attempts: 3, supervision: quick(({ details }) => faults.push(details.outcome)) },
    )
    await runner.settled(await count('a', 1))
    expect(outcomes).toEqual(['a failed', 'b done', 'c failed'])
    // Each has all tries: what stopped one may be over for the next.
    expect(tried).toEqual({ a: 3, c: 3 })
    expect(faults).toEqual(['retry', 'retry', 'park', 'retry', 'retry', 'park'])
    const [one] = await parkedEvents().list()
    expect(one).toMatchObject({ state: 'parked', attempts: 6, error: 'Error: no c for …@…' })
    // There is nothing left to do.
    await parkedEvents().retry(one!.id)
    await expect.poll(() => parkedEvents().list()).toEqual([])
  })

  it('is tried again while an engine or a server is unavailable, however often', async () => {
    for (const outage of ['engine', 'server']) {
      let failures = 0
      const outcomes: string[] = []
      const runner = await start(
        async (_, { step }) => {
          const act = async () => {
            if (failures++ < 6)
              throw Object.assign(new Error('away'), outage === 'server' ? { code: 'ECONNREFUSED' } : {})
            return 'done'
          }
          outcomes.push(await step(act, 'failed'))
        },
        {
          attempts: 2,
          probe: async () => {
            if (outage === 'engine' && failures < 6) throw new Error('away')
          },
          leases: leasesInMemory(),
        },
      )
      await runner.settled(await count(outage, 1))
      await runner.stop()
      expect(outcomes.at(-1)).toBe('done')
      expect(outcomes).not.toContain('failed')
      expect(await parkedEvents().list()).toEqual([])
    }
  })

  it('stays parked when an operator has it tried again and a step fails again', async () => {
    let isWorking = false
    const outcomes: string[] = []
    const runner = await start(
      async (_, { step }) => {
        if (!isWorking && outcomes.length === 0) throw new Error('at first, no step')
        outcomes.push(
          await step(async () => {
            throw new Error('and then one')
          }, 'failed'),
        )
      },
      { attempts: 1 },
    )
    await runner.settled(await count('a', 1))
    isWorking = true
    const [one] = await parkedEvents().list()
    await parkedEvents().retry(one!.id)
    await expect.poll(() => outcomes).toEqual(['failed'])
    await expect
      .poll(() => parkedEvents().list())
      .toMatchObject([{ wanted: '', attempts: 2, error: 'Error: and then one' }])
  })

  it('ends before the next step when the process is to stop, which the next process carries out', async () => {
    const done: number[] = []
    const begun = Promise.withResolvers<void>()
    const react: React = async (_, { step }) => {
      for (const nth of [1, 2, 3]) {
        if (done.includes(nth)) continue
        await step(async () => {
          begun.resolve()
          if (nth === 1) await ended.promise
          done.push(nth)
        }, undefined)
      }
    }
    const ended = Promise.withResolvers<void>()
    const first = await start(react)
    const position = await count('a', 1)
    await begun.promise
    const stopped = first.stop()
    ended.resolve()
    await stopped
    expect(done).toEqual([1])
    const second = await start(react)
    await second.settled(position)
    expect(done).toEqual([1, 2, 3])
    expect(await parkedEvents().list()).toEqual([])
  })
})

describe('a parked event', () => {
  it('is retried when an operator requests it, and stays with its newest error until a retry succeeds', async () => {
    let broken = true
    const told: number[] = []
    const runner = await start(
      ({ nth }) => {
        if (broken) throw new Error(`broken ${told.length}`)
        told.push(nth)
      },
      { attempts: 1 },
    )
    await runner.settled(await count('a', 1))
    const parked = parkedEvents()
    const [one] = await parked.list()
    expect(await parked.retry(one!.id)).toBe(true)
    await expect.poll(async () => (await parked.get(one!.id))?.attempts).toBe(2)
    expect(await parked.get(one!.id)).toMatchObject({ wanted: '', since: one!.since })
    broken = false
    await parked.retry(one!.id)
    await expect.poll(() => parked.list()).toEqual([])
    expect(told).toEqual([1])
    expect(await parked.retry(one!.id)).toBe(false)
  })

  it('is dropped without another try', async () => {
    const tried: number[] = []
    const react = ({ nth }: { nth: number }) => {
      tried.push(nth)
      throw new Error('never')
    }
    const runner = await start(react, { attempts: 1 })
    await runner.settled(await count('a', 1))
    const [one] = await parkedEvents().list()
    expect(await parkedEvents().drop(one!.id)).toBe(true)
    expect(await parkedEvents().list()).toEqual([])
    await runner.settled(await count('a', 2))
    expect(tried).toEqual([1, 2])
    expect(await parkedEvents().list()).toMatchObject([{ revision: 1 }])
  })
})

describe('a policy that reacts to many events at once', () => {
  const batches = (reactToAll: (nths: number[]) => void, everyMs: number) =>
    defineBatchPolicy({
      name: 'told',
      startFrom: 'origin',
      events,
      everyMs,
      reactToAll: async (all) => reactToAll(all.map(({ data }) => data.nth)),
    })

  it('gets what happened during its last reaction at once, in the order of the log across all streams', async () => {
    const told: number[][] = []
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await count('a', 0)
    const policy = defineBatchPolicy({
      name: 'told',
      startFrom: 'origin',
      events,
      everyMs: 1,
      async reactToAll(all) {
        told.push(all.map(({ data }) => data.nth))
        begun.resolve()
        await done.promise
      },
    })
    const runner = await start(() => undefined, { policies: [policy] })
    await begun.promise
    for (let nth = 1; nth < 5; nth++) await count(nth % 2 ? 'a' : 'b', nth)
    const head = await count('a', 5)
    done.resolve()
    await runner.settled(head)
    expect(told.flat()).toEqual([0, 1, 2, 3, 4, 5])
    expect(told.length).toBeLessThan(6)
    await runner.settled(await count('a', 6))
    expect(told.at(-1)).toEqual([6])
  })

  it('retries failed events before later ones, and continues at its checkpoint after a restart', async () => {
    const told: number[][] = []
    const faults: LoopFault[] = []
    await count('a', 1)
    const policies = [
      batches((nths) => {
        told.push(nths)
        if (told.length <= 6) throw new Error('away')
      }, 1),
    ]
    const supervision = quick((fault) => faults.push(fault))
    const runner = await start(() => undefined, { policies, supervision })
    await runner.settled(await region.eventStore.head())
    expect(told).toEqual(Array.from({ length: 7 }, () => [1]))
    expect(faults.length).toBeGreaterThan(0)
    expect(await parkedEvents().list()).toEqual([])
    await runner.stop()
    const again = await start(() => undefined, { policies })
    await again.settled(await count('a', 2))
    expect(told.slice(7)).toEqual([[2]])
  })

  it('waits between two reactions', async () => {
    const told: number[][] = []
    const seen: number[] = []
    const single = definePolicy({
      name: 'seen',
      startFrom: 'origin',
      events,
      react: async ({ data }) => void seen.push(data.nth),
    })
    await count('a', 0)
    await start(() => undefined, { policies: [single, batches((nths) => void told.push(nths), 3_600_000)] })
    await vi.waitFor(() => expect(told).toEqual([[0]]))
    for (let nth = 1; nth < 20; nth++) {
      await count('a', nth)
      await vi.waitFor(() => expect(seen.at(-1)).toBe(nth))
    }
    expect(told).toEqual([[0]])
  })

  it('does not wait between the batches of what happened during one wait', async () => {
    const told: number[][] = []
    const waits: number[] = []
    const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await count('a', 0)
    const policy = defineBatchPolicy({
      name: 'told',
      startFrom: 'origin',
      events,
      everyMs: 1,
      async reactToAll(all) {
        told.push(all.map(({ data }) => data.nth))
        begun.resolve()
        await done.promise
      },
    })
    const eventStore: EventStore = {
      ...region.eventStore,
      subscribe: (after, options) => region.eventStore.subscribe(after, { ...options, batchSize: 2 }),
      // Called after each wait.
      async head() {
        waits.push(told.length)
        return region.eventStore.head()
      },
    }
    const runner = await start(() => undefined, { policies: [policy], eventStore })
    await begun.promise
    for (let nth = 1; nth < 10; nth++) await count('a', nth)
    const head = await count('a', 10)
    done.resolve()
    await runner.settled(head)
    // How the events fall into batches depends on when the first ones were read.
    await vi.waitFor(() => expect(waits).toEqual([1, told.length]))
    expect(told.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(told.length).toBeGreaterThanOrEqual(6)
  })

  it('waits for no more events while somebody waits for it', async () => {
    const told: number[] = []
    const policy = defineBatchPolicy({
      name: 'told',
      startFrom: 'origin',
      events,
      everyMs: 3_600_000,
      reactToAll: async (all) => void told.push(...all.map(({ data }) => data.nth)),
    })
    const runner = await start(() => undefined, { policies: [policy] })
    await count('a', 0)
    await vi.waitFor(() => expect(told).toEqual([0]))
    await runner.settled(await count('a', 1))
    const next = runner.settled((await region.eventStore.head()) + 1)
    await count('a', 2)
    await next
    expect(told).toEqual([0, 1, 2])
  })

  it('gets its own events only', async () => {
    const told: string[] = []
    const policy = defineBatchPolicy({
      name: 'told',
      startFrom: 'origin',
      events: { Counted: events.Counted },
      everyMs: 1,
      reactToAll: async (all) => void told.push(...all.map(({ type }) => type)),
    })
    const runner = await start(() => undefined, { policies: [policy] })
    await skip('a')
    await runner.settled(await count('a', 1))
    expect(told).toEqual(['Counted'])
  })
})

describe('how a failure is classified', () => {
  const classified = (classify: AnySinglePolicy['classify'], react: React) =>
    definePolicy({
      name: 'told',
      startFrom: 'origin',
      events,
      ...(classify ? { classify } : {}),
      react: async ({ data }, attempt) => react(data, attempt),
    })

  it('retry: as long as necessary, while later events wait', async () => {
    const told: number[] = []
    let failures = 8
    const policy = classified(
      () => 'retry',
      ({ nth }) => {
        if (failures-- > 0) throw new Error('not yet')
        told.push(nth)
      },
    )
    const runner = await start(() => {}, { policies: [policy] })
    await count('a', 1)
    await runner.settled(await count('a', 2))
    expect(told).toEqual([1, 2])
    expect(await parkedEvents().list()).toEqual([])
  })

  it('retry: while a server is unreachable or an engine is unavailable, whatever the error', async () => {
    const told: number[] = []
    let [refused, away] = [4, 4]
    const policy = classified(undefined, ({ nth }) => {
      if (refused-- > 0)
        throw new Error('mail', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })
      if (away > 0) throw new Error('what an engine says')
      told.push(nth)
    })
    const probe = async () => {
      if (refused < 0 && away-- > 0) throw new Error('away')
    }
    const runner = await start(() => {}, { policies: [policy], attempts: 1, probe })
    await runner.settled(await count('a', 1))
    expect(told).toEqual([1])
    expect(await parkedEvents().list()).toEqual([])
  })

  it('park: at the first failure', async () => {
    const tried: number[] = []
    const policy = classified(
      () => 'park',
      ({ nth }) => {
        tried.push(nth)
        throw new Error('refused')
      },
    )
    const runner = await start(() => {}, { policies: [policy] })
    await count('a', 1)
    await runner.settled(await count('a', 2))
    expect(tried).toEqual([1, 2])
    expect(await parkedEvents().list()).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  })

  it('stop: waits there until an operator retries or drops the event', async () => {
    const told: number[] = []
    let broken = true
    const policy = classified(
      () => 'stop',
      ({ nth }) => {
        if (broken || nth === 2) throw new Error('stop here')
        told.push(nth)
      },
    )
    const supervision = quick()
    const runner = await start(() => {}, { policies: [policy], supervision })
    await count('a', 1)
    await count('a', 2)
    const head = await count('a', 3)
    const parked = parkedEvents()
    await expect.poll(() => parked.list()).toMatchObject([{ state: 'stopped', revision: 0 }])
    expect(supervision.loops()[0]).toMatchObject({ name: 'policy/told', state: 'stopped' })
    broken = false
    await parked.retry((await parked.list())[0]!.id)
    await expect.poll(() => parked.list()).toMatchObject([{ state: 'stopped', revision: 1 }])
    expect(told).toEqual([1])
    await parked.drop((await parked.list())[0]!.id)
    await runner.settled(head)
    expect(told).toEqual([1, 3])
    expect(await parked.list()).toEqual([])
    expect(supervision.loops()[0]).toMatchObject({ name: 'policy/told', state: 'running' })
  })

  it('stop: continues by itself after a restart that fixed it', async () => {
    const stops = classified(
      () => 'stop',
      () => {
        throw new Error('no upcaster')
      },
    )
    const first = await start(() => {}, { policies: [stops] })
    const head = await count('a', 1)
    await expect.poll(() => parkedEvents().list()).toHaveLength(1)
    await first.stop()
    const told: number[] = []
    const second = await start(({ nth }) => void told.push(nth))
    await second.settled(head)
    expect(told).toEqual([1])
    expect(await parkedEvents().list()).toEqual([])
  })
})

describe('several policies', () => {
  const policyNamed = (name: string, react: React) =>
    definePolicy({
      name,
      startFrom: 'origin',
      events,
      classify: () => 'retry',
      react: async ({ data }, attempt) => react(data, attempt),
    })

  it('read each event of the log once, and one that retries delays no other', async () => {
    let broken = true
    let subscriptions = 0
    const told: string[] = []
    const policies = [
      policyNamed('stuck', ({ nth }) => {
        if (broken) throw new Error('not yet')
        told.push(`stuck ${nth}`)
      }),
      policyNamed('first', ({ nth }) => void told.push(`first ${nth}`)),
      policyNamed('second', ({ nth }) => void told.push(`second ${nth}`)),
    ]
    const eventStore: EventStore = {
      ...region.eventStore,
      subscribe(after, options) {
        subscriptions++
        return region.eventStore.subscribe(after, options)
      },
    }
    const runner = await start(() => {}, { policies, eventStore })
    for (let nth = 0; nth < 500; nth++) await count(`${nth % 9}`, nth)
    const head = await region.eventStore.head()
    const reached = () => Object.entries(runner.positions()).filter(([, position]) => position === head)
    await expect.poll(() => reached().map(([name]) => name)).toEqual(['first', 'second'])
    expect(told.filter((each) => each.startsWith('stuck'))).toEqual([])
    broken = false
    await runner.settled(head)
    expect(told.filter((each) => each.startsWith('stuck'))).toHaveLength(500)
    expect(subscriptions).toBe(1)
  })

  it('read nothing again after a restart, those that never reacted included', async () => {
    const other = { NeverHappened: events.Counted }
    const idle = definePolicy({ name: 'idle', startFrom: 'origin', events: other, react: async () => {} })
    const first = await start(() => {}, { policies: [idle, policyNamed('busy', () => {})] })
    const head = await count('a', 1)
    await first.settled(head)
    await first.stop()
    const begins: number[] = []
    const eventStore: EventStore = {
      ...region.eventStore,
      subscribe(after, options) {
        begins.push(after)
        return region.eventStore.subscribe(after, options)
      },
      readUntil() {
        throw new Error('nothing is left to read')
      },
    }
    const second = await start(() => {}, { policies: [idle, policyNamed('busy', () => {})], eventStore })
    await second.settled(await count('a', 2))
    expect(begins).toEqual([head])
  })

  it('save how far they searched while they run', async () => {
    const saved = Promise.withResolvers<number>()
    const state = {
      ...region.readStore,
      commit: async ({ position }: { position: number }) => saved.resolve(position),
    }
    const other = { NeverHappened: events.Counted }
    const idle = definePolicy({ name: 'idle', startFrom: 'origin', events: other, react: async () => {} })
    await start(() => {}, { policies: [idle], state })
    const head = await count('a', 1)
    expect(await saved.promise).toBe(head)
  })
})

describe('where a new policy begins', () => {
  const policyFrom = (startFrom: 'origin' | 'current', told: number[]) =>
    definePolicy({ name: 'told', startFrom, events, react: async ({ data }) => void told.push(data.nth) })

  it('begins at the origin, or after the existing events', async () => {
    await count('a', 1)
    const [all, news]: [number[], number[]] = [[], []]
    const first = await start(() => {}, { policies: [policyFrom('origin', all)] })
    const other = { ...policyFrom('current', news), name: 'news' }
    const second = await start(() => {}, { policies: [other] })
    const head = await count('a', 2)
    await Promise.all([first.settled(head), second.settled(head)])
    expect([all, news]).toEqual([[1, 2], [2]])
  })

  it('decides its start once, and reacts to what is appended before it next runs', async () => {
    await count('a', 1)
    const told: number[] = []
    const policies = [policyFrom('current', told)]
    const idle = { ...leasesInMemory(), wait: async () => undefined }
    const first = await start(() => {}, { policies, leases: idle })
    await first.stop()
    const head = await count('a', 2)
    const second = await start(() => {}, { policies })
    await second.settled(head)
    expect(told).toEqual([2])
  })
})

describe('with several processes', () => {
  it('one runs a policy, and another continues where it was when it stops', async () => {
    const told: string[] = []
    const first = await start(({ nth }) => void told.push(`first ${nth}`))
    const second = await start(({ nth }) => void told.push(`second ${nth}`), { leases: patient() })
    await first.settled(await count('a', 1))
    expect([first.positions(), second.positions()]).toEqual([{ told: expect.any(Number) }, {}])
    await first.stop()
    await second.settled(await count('a', 2))
    expect(told).toEqual(['first 1', 'second 2'])
  })

  it('a process that loses the lease stops, and the next holder begins at the checkpoint', async () => {
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

  it('a loop whose log fails starts again', async () => {
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
    const supervision = quick(({ error }) => faults.push(error))
    const runner = await start(({ nth }) => void told.push(nth), { eventStore, supervision })
    await runner.settled(await count('a', 1))
    expect(told).toEqual([1])
    expect(faults.map(String)).toEqual(['Error: the log is away', 'Error: the log is away'])
  })
})

/** Leases of another process on the same store, of which one tries to take the other's often. */
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
