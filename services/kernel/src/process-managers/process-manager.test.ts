import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { type PolicyRunner, startPolicies } from '../policies/policy-runner.ts'
import { createLeases, type Leases, leaseStoreInMemory } from '../running/leases.ts'
import { createSupervision } from '../running/supervised.ts'
import { type DeadlineRunner, startDeadlines } from './deadline-runner.ts'
import { createDeadlines } from './deadlines.ts'
import { aggregateOf, type ProcessDeps, runProcess } from './process-manager.ts'
import { givenProcess } from './process-specification.ts'
import { type DeliveryCommand, type DeliveryEffect, type DeliveryInput, delivery } from './test-delivery.ts'

const asked = { type: 'Asked', url: 'https://example.com' } as const
const refused = { type: 'Answered', ok: false } as const
const taken = { type: 'Answered', ok: true } as const
const retry = { type: 'DeadlinePassed', name: 'retry' } as const
const giveUp = { type: 'DeadlinePassed', name: 'give-up' } as const
const rest = ['retry', 'give-up'].map((name) => ({ name, due: null }))

it('keeps nothing of effects that are over, however many there were', () => {
  const { decider } = aggregateOf(delivery)
  let state = decider.initialState
  const take = (command: Parameters<typeof decider.decide>[0]) => {
    const decision = decider.decide(command, state, new Date())
    if (decision.ok) for (const event of decision.events) state = decider.evolve(state, event)
  }
  take({ input: asked })
  for (let step = 0; step < 20; step += 2) {
    expect([...state.open]).toEqual([`${step}.0`])
    take({ input: refused, outcomeOf: `${step}.0` })
    // The same outcome again, as after a kill.
    take({ input: refused, outcomeOf: `${step}.0` })
    expect([state.open.size, state.steps]).toEqual([0, step + 2])
    take({ input: retry, deadlineOf: step + 1 })
  }
})

describe('a delivery', () => {
  it('is sent at once, with a day to succeed', () =>
    givenProcess(delivery)
      .when(asked)
      .then({
        effects: [{ type: 'Send', url: asked.url }],
        deadlines: [{ name: 'give-up', due: '2026-11-22T12:00:00.000Z' }],
      }))

  it('is retried with growing pauses', () =>
    givenProcess(delivery, asked, refused, refused)
      .when(refused)
      .then({ deadlines: [{ name: 'retry', due: '2026-11-21T12:00:04.000Z' }] }))

  it('ends when it succeeded or its day is over', () => {
    givenProcess(delivery, asked, refused, retry)
      .when(taken)
      .then({ commands: [{ type: 'Conclude', how: 'delivered' }], deadlines: rest })
    givenProcess(delivery, asked, refused)
      .when(giveUp)
      .then({ commands: [{ type: 'Conclude', how: 'given-up' }], deadlines: rest })
    givenProcess(delivery, asked, taken).when(giveUp).thenNothing()
  })
})

let region: TestRegion
let clock = Date.parse('2026-11-21T12:00:00.000Z')
const running: (PolicyRunner | DeadlineRunner | { stop(): Promise<void> })[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  await region?.close()
})

/** Starts the process manager as a separate process would. */
async function join(
  outside: Partial<ProcessDeps<DeliveryInput, DeliveryCommand, DeliveryEffect>>,
  store = leaseStoreInMemory(),
) {
  const { eventStore, readStore: state, keyring, handle, load } = region
  const deadlines = createDeadlines(state)
  const leases: Leases = createLeases(store, { askEveryMs: 2 })
  const supervision = createSupervision({ backOffMs: 1 })
  const process = runProcess(delivery, {
    handle,
    load,
    deadlines,
    carryOut: async () => undefined,
    perform: async () => taken,
    ...outside,
  })
  const options = { eventStore, state, keyring, leases, supervision, lookEveryMs: 2 }
  const policies = await startPolicies({ ...options, policies: [process.policy] })
  const timers = startDeadlines({
    deadlines,
    leases,
    supervision,
    work: [process.deadlineWork],
    now: () => clock,
    lookEveryMs: 2,
  })
  running.push(policies, timers, { stop: () => leases.close() })
  return { process, policies, deadlines }
}

const place = { tenant: 'w1', instance: 'd1' }
const openAt = () => openTestRegion({ now: () => new Date(clock) })
const inputs = async () =>
  (await region.eventStore.readStream('delivery-d1')).map(({ data }) => JSON.parse(data).input)

describe('a process', () => {
  it('waits, retries and ends, with each step once while two processes run it', async () => {
    region = await openAt()
    const sent: string[] = []
    const concluded: string[] = []
    const outside = {
      perform: async (_: DeliveryEffect, { key }: { key: string }) => {
        sent.push(key)
        return sent.length < 3 ? refused : taken
      },
      carryOut: async ({ how }: DeliveryCommand) => void concluded.push(how),
    }
    const store = leaseStoreInMemory()
    const { process, deadlines } = await join(outside, store)
    await join(outside, store)
    await Promise.all([process.take(place, asked, 'a'), process.take(place, asked, 'a')])
    for (const tries of [1, 2, 3]) {
      await expect.poll(() => sent.length).toBe(tries)
      await expect
        .poll(async () => (await inputs()).filter(({ type }) => type === 'Answered'))
        .toHaveLength(tries)
      clock += 5_000
    }
    await expect.poll(() => concluded).toEqual(['delivered'])
    expect(sent).toEqual(['delivery/d1/0.0', 'delivery/d1/2.0', 'delivery/d1/4.0'])
    expect(await inputs()).toEqual([asked, refused, retry, refused, retry, taken])
    await expect.poll(() => deadlines.next('delivery')).toBeUndefined()
    await process.take(place, asked, 'a')
    expect(await inputs()).toHaveLength(6)
  })

  it('does not pass a deadline that was taken back, even if it is found due in the meantime', async () => {
    region = await openAt()
    const { process, deadlines } = await join({ perform: async () => refused })
    await process.take(place, asked, 'a')
    await expect.poll(() => deadlines.due('delivery', clock + 90_000_000, 10)).toHaveLength(2)
    const found = await deadlines.due('delivery', clock + 90_000_000, 10)
    await process.take(place, { type: 'Withdrawn' }, 'b')
    for (const one of found) await process.deadlineWork.carryOut(one, new AbortController().signal)
    expect(await inputs()).toEqual([asked, refused, { type: 'Withdrawn' }])
    await expect.poll(() => deadlines.next('delivery')).toBeUndefined()
  })

  it('does not repeat an effect whose outcome is recorded when its event is delivered again', async () => {
    region = await openAt()
    let sends = 0
    const perform = async () => {
      sends++
      return refused
    }
    const { process } = await join({ perform })
    await process.take(place, asked, 'a')
    await expect.poll(inputs).toHaveLength(2)
    // As after a kill before the checkpoint was saved.
    const { eventStore, keyring } = region
    const { readStore: state } = await forgetful()
    const again = runProcess(delivery, {
      handle: region.handle,
      load: region.load,
      deadlines: createDeadlines(state),
      carryOut: async () => undefined,
      perform,
    })
    const policies = await startPolicies({
      eventStore,
      state,
      keyring,
      leases: createLeases(leaseStoreInMemory()),
      policies: [again.policy],
    })
    running.push(policies)
    await policies.settled(await eventStore.head())
    expect(sends).toBe(1)
    expect(await inputs()).toHaveLength(2)
    // The deadlines, which were only in the state, are set again.
    expect(await createDeadlines(state).due('delivery', clock + 90_000_000, 10)).toHaveLength(2)
  })
})

/** Opens another region with an empty state. */
async function forgetful(): Promise<TestRegion> {
  const other = await openTestRegion()
  running.push({ stop: () => other.close() })
  return other
}
