/**
 * Several processes transfer credits between a workspace and its organisations, in any interleaving, and are killed at
 * any time, between the two sides of a transfer too: no ledger falls below zero, each transfer moves its amount exactly
 * once, and what a closed ledger cannot take comes back. The processes are simulated in one, on one log.
 */

import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { credits, freeOf } from '@parley/credits/credits.decider.ts'
import { organisationCredits } from '@parley/credits/ledgers.ts'
import { createTransfers } from '@parley/credits/transfers.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { type CommandContext, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type EventStore, StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import fc from 'fast-check'
import { expect } from 'vitest'

const ORGANISATIONS = ['o1', 'o2']
const GRANT = 10
/** The share of appends that fail before the store appends, and the same share after it. */
const AWAY = 0.05

type Step =
  | {
      do: 'transfer'
      at: number
      organisationId: string
      from: 'workspace' | 'organisation'
      thousandths: number
    }
  /** Repeats the newest transfer of the process, as a client does that got no answer. */
  | { do: 'repeat'; at: number }
  | { do: 'close'; at: number; organisationId: string }
  | { do: 'kill'; at: number }
  | { do: 'wait'; rounds: number }

const at = fc.nat({ max: 2 })
const organisationId = fc.constantFrom(...ORGANISATIONS)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        do: fc.constant('transfer' as const),
        at,
        organisationId,
        from: fc.constantFrom('workspace' as const, 'workspace' as const, 'organisation' as const),
        thousandths: fc.integer({ min: 1, max: 6_000 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), at }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), at, organisationId }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('kill' as const), at }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), rounds: fc.nat({ max: 6 }) }) },
  ),
  { minLength: 4, maxLength: 16 },
)

/** Tries many interleavings. Throws for the first one in which credits are lost, doubled or overdrawn. */
export async function expectTransfersOnce(runs: number): Promise<void> {
  const seen = { done: 0, refused: 0, returned: 0, byPolicy: 0 }
  const region = await openTestRegion()
  let run = 0
  try {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (taken, seed) => {
        // A tenant of its own each time, so that the store is opened once.
        const stage = await setStage(region, `w${run++}`, seed)
        for (const step of taken) await stage.take(step)
        await stage.rest()
        const found = await stage.expectBalanced()
        seen.done += found.done
        seen.refused += found.refused
        seen.returned += found.returned
        seen.byPolicy += found.byPolicy
      }),
      { numRuns: runs },
    )
  } finally {
    await region.close()
  }
  console.info(`${runs} interleavings: ${JSON.stringify(seen)}`)
  expect(seen.done).toBeGreaterThan(runs / 2)
  expect(seen.refused).toBeGreaterThan(0)
  expect(seen.returned).toBeGreaterThan(0)
  expect(seen.byPolicy).toBeGreaterThan(0)
}

async function setStage(region: TestRegion, tenant: string, seed: number) {
  const random = randomOf(seed)
  const { eventStore, keyring } = region
  const workers = createCommandHandler({ eventStore, keyring })
  const started = await eventStore.head()
  await creditsCommands(workers).grantCredits(
    { workspaceId: tenant, amount: GRANT, reason: 'sign-up' },
    contextOf(tenant, 'grant'),
  )
  const start = () => startProcess(region, random)
  const processes = [start(), start(), start()]
  const working = new Set<Promise<unknown>>()
  const newest = new Map<number, () => Promise<unknown>>()
  const seen = { done: 0, refused: 0, returned: 0, byPolicy: 0 }
  let nth = 0
  const idOf = (organisation: string) => `${tenant}-${organisation}`
  const begin = (one: ReturnType<typeof startProcess>, work: () => Promise<unknown>) => {
    // A call whose store is away fails; the client may repeat it.
    const either = Promise.race([work().catch(() => undefined), one.killed]).finally(() =>
      working.delete(either),
    )
    working.add(either)
  }

  return {
    async take(step: Step): Promise<void> {
      if (step.do === 'wait') {
        for (let round = 0; round < step.rounds; round++) await tick()
        return
      }
      const one = processes[step.at]!
      if (step.do === 'kill') {
        one.kill()
        processes[step.at] = start()
      } else if (step.do === 'repeat') {
        const repeated = newest.get(step.at)
        if (repeated) begin(one, repeated)
      } else if (step.do === 'close') {
        begin(one, () =>
          one.transfers.closeAccount(idOf(step.organisationId), contextOf(tenant, `close${nth++}`)),
        )
      } else {
        const { from, thousandths } = step
        const transferId = `${tenant}-t${nth++}`
        const transfer = {
          ...{ transferId, organisationId: idOf(step.organisationId), from, amount: thousandths / 1_000 },
        }
        // Whichever process the repetition reaches.
        const call = async () => {
          const { transfers } = processes[step.at]!
          const outcome = await transfers.transfer(transfer, contextOf(tenant, transferId))
          if (!outcome.ok) seen.refused++
        }
        newest.set(step.at, call)
        begin(one, call)
      }
    },

    /** Waits for what is under way, and kills the rest: each process may die with the first side alone. */
    async rest(): Promise<void> {
      for (let round = 0; round < 40 && working.size > 0; round++) await tick()
      for (const one of processes) one.kill()
      await Promise.all(working)
      // What a killed process had sent to the store still arrives.
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },

    async expectBalanced() {
      const policy = createTransfers(createCommandHandler({ eventStore, keyring })).policy
      const before = await eventStore.head()
      // The policy reads every event again, from the first one on, twice.
      for (const _ of [1, 2])
        for (const event of await eventStore.readAll(started, 10_000))
          if (event.type === 'CreditsTransferred')
            await policy.react(decode(event, credits.events) as never, testAttempt)
      const events = await eventStore.readAll(started, 10_000)
      seen.byPolicy += events.filter(({ position }) => position > before).length
      const sides = events
        .filter(({ type }) => type === 'CreditsTransferred')
        .map(({ stream, data }) => ({ stream, ...JSON.parse(data) }))
      const expected = new Map([[`credits-${tenant}`, GRANT * 1_000]])
      for (const out of sides.filter(({ direction }) => direction === 'out')) {
        const [into, ...more] = sides.filter(
          ({ transferId, direction }) => direction === 'in' && transferId === out.transferId,
        )
        expect([out, more]).toEqual([out, []])
        expect(into?.amount).toBe(out.amount)
        expect(into.stream === out.stream).toBe(into.returned === true)
        if (into.returned) seen.returned++
        else seen.done++
        for (const [stream, sign] of [[out.stream, -1] as const, [into.stream, 1] as const])
          expected.set(stream, (expected.get(stream) ?? 0) + sign * Math.round(out.amount * 1_000))
      }
      expect(sides.filter(({ direction }) => direction === 'in')).toHaveLength(seen.done + seen.returned)
      // Never below zero, at any moment.
      const fresh = createCommandHandler({ eventStore, keyring })
      let total = 0
      for (const [ledger, id] of [
        [credits, tenant] as const,
        ...ORGANISATIONS.map((one) => [organisationCredits, idOf(one)] as const),
      ]) {
        const found = await fresh.load(ledger, id, tenant)
        if (!found) continue
        expect(found.state.balance).toBe(expected.get(`${ledger.category}-${id}`) ?? 0)
        expect(freeOf(found.state)).toBe(found.state.balance)
        if (found.state.accountClosed) expect(found.state.balance).toBe(0)
        total += found.state.balance
        let running = 0
        for (const event of await eventStore.readStream(`${ledger.category}-${id}`)) {
          const data = JSON.parse(event.data)
          if (event.type === 'CreditsGranted') running += data.amount * 1_000
          if (event.type === 'CreditsTransferred')
            running += Math.round(data.amount * 1_000) * (data.direction === 'in' ? 1 : -1)
          expect(running).toBeGreaterThanOrEqual(0)
        }
      }
      expect(total).toBe(GRANT * 1_000)
      return seen
    },
  }
}

/** What was sent to the store and not answered yet. */
const underWay = new Set<Promise<unknown>>()

function startProcess(region: TestRegion, random: () => number) {
  const dying = Promise.withResolvers<void>()
  let alive = true
  const mortal =
    <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      for (let round = Math.floor(random() * 4); round > 0; round--) await tick()
      if (!alive) return new Promise(() => {})
      if (random() < AWAY) throw new StoreUnavailable('away')
      const calling = call(...args)
      underWay.add(calling)
      const value = await calling.finally(() => underWay.delete(calling))
      if (random() < AWAY) throw new StoreUnavailable('away')
      for (let round = Math.floor(random() * 4); round > 0; round--) await tick()
      return alive ? value : new Promise(() => {})
    }
  const eventStore: EventStore = {
    ...region.eventStore,
    append: mortal(region.eventStore.append),
    readStream: mortal(region.eventStore.readStream),
  }
  return {
    transfers: createTransfers(createCommandHandler({ eventStore, keyring: region.keyring })),
    killed: dying.promise,
    kill() {
      alive = false
      dying.resolve()
    },
  }
}

function contextOf(tenant: string, command: string): CommandContext {
  return {
    tenant,
    actor: { kind: 'user', id: 'u1' },
    cause: { via: 'dashboard', command, correlation: command },
  }
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A generator of numbers from 0 to 1 (mulberry32), so that a run can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
