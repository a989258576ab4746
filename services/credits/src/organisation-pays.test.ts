/** Organisations pay for their agents’ visitors first, each ledger by itself. */

import { openTestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chargeOnce } from './charge-once.ts'
import { creditsCommands } from './credits.commands.ts'
import { freeOf } from './credits.decider.ts'
import { endReservations } from './end-reservations.ts'
import { type AgentOrganisations, type LedgerName, ledgerAt, type OrganisationsOf } from './ledgers.ts'
import { createReservations } from './reservations.ts'
import { createTransfers } from './transfers.ts'

const W1 = 'w1'
const because = (command: string) => ({
  tenant: W1,
  actor: { kind: 'system', id: 'test' } as const,
  cause: { via: 'system', command, correlation: command } as const,
})

/** A workspace with 100 credits, and its organisation `o1` with these. */
async function open(credits: number) {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const region = await openTestRegion({ now: () => new Date(now) })
  onTestFinished(() => region.close())
  const { eventStore, keyring } = region
  const agent: AgentOrganisations & { paying?: string | undefined } = { paying: 'o1', all: ['o1'] }
  const organisationsOf = async () => agent
  const ledger = creditsCommands(region)
  const transfers = createTransfers(region.commands)
  const transfer = (transferId: string, from: 'workspace' | 'organisation', amount: number) =>
    transfers.transfer({ transferId, organisationId: 'o1', from, amount }, because(transferId))
  await ledger.grantCredits({ workspaceId: W1, amount: 100 + credits, reason: 'sign-up' }, because('grant'))
  if (credits > 0) await transfer('t0', 'workspace', credits)

  async function stateOf(organisationId?: string) {
    const [of, id] = ledgerAt({ workspaceId: W1, organisationId })
    await region.commands.refresh(of.category, id)
    return (await region.load(of, id))!.state
  }
  /** Ledgers of which other processes change one before each append to it. */
  const busy = new Set<string>()
  const start = (organisationsOf: OrganisationsOf = async () => agent, waitMs = 0) => {
    const append: EventStore['append'] = async (stream, ...args) =>
      busy.has(stream) ? { ok: false, actual: 1 } : eventStore.append(stream, ...args)
    const commands = createCommandHandler({
      ...{ eventStore: { ...eventStore, append }, keyring },
      now: () => new Date(now),
    })
    const times = { reviewEveryMs: 1, waitMs, askEveryMs: 1 }
    const reservations = createReservations({ ...commands, times, organisationsOf, now: () => now })
    onTestFinished(() => reservations.close())
    return {
      ...reservations,
      hold: async (holdId: string, amount: number, more: object = {}) => {
        const about = { workspaceId: W1, holdId, amount, agentId: 'a1', organisationFirst: true, ...more }
        const held = await reservations.holdCredits(about)
        return held.ok ? 'held' : held.rejection.code
      },
      paidBy: async (holdId: string, amount?: number) =>
        reservations.reservationOf({ workspaceId: W1, holdId, amount }),
      end: (holdId: string, cost: number | 'unknown') =>
        reservations.endHold({ workspaceId: W1, holdId }, cost),
    }
  }
  return {
    ...{ region, agent, busy, organisationsOf, ledger, transfers, transfer, start, stateOf },
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    reserved: async (organisationId?: string) =>
      [...(await stateOf(organisationId)).reservations.values()].map(({ thousandths }) => thousandths),
  }
}

test('the organisation pays for visitors first, and the workspace for what it has too little for', async () => {
  const { start, reserved } = await open(10)
  const one = start()
  expect(await one.hold('h1', 6)).toBe('held')
  expect(await one.hold('h2', 6)).toBe('held')
  expect(await one.hold('h3', 4)).toBe('held')
  expect(await one.paidBy('h1')).toMatchObject({ organisationId: 'o1' })
  expect(await one.paidBy('h2')).toEqual({ reservationId: expect.any(String) })
  expect(await one.paidBy('h3')).toMatchObject({ organisationId: 'o1' })
  expect(await reserved('o1')).toEqual([10_000])
  // The same hold again, whoever could pay now.
  one.end('h1', 0)
  expect(await one.hold('h2', 6)).toBe('held')
  expect(await one.paidBy('h2')).toEqual({ reservationId: expect.any(String) })
})

test('the workspace pays for its own tests, and for agents of organisations without credits', async () => {
  const { start, agent } = await open(10)
  const one = start()
  await one.hold('h1', 6, { organisationFirst: false })
  expect(await one.paidBy('h1')).toEqual({ reservationId: expect.any(String) })
  agent.paying = undefined
  await one.hold('h2', 6)
  expect(await one.paidBy('h2')).toEqual({ reservationId: expect.any(String) })
})

test('what is in the ledger of an organisation is not the workspace’s to pay because others change it', async () => {
  const { start, busy } = await open(10)
  const one = start()
  busy.add('orgcredits-o1')
  expect(await one.hold('h1', 6)).toBe('conflict')
  busy.clear()
  expect(await one.hold('h1', 6)).toBe('held')
  expect(await one.paidBy('h1')).toMatchObject({ organisationId: 'o1' })
})

test('a hold that is too old is held again where it was', async () => {
  const { start, pass } = await open(20)
  const one = start()
  await one.hold('h1', 6)
  const first = await one.paidBy('h1', 6)
  // Longer than a reservation lasts that could not be renewed, before its rest is given back.
  pass(10_000)
  const again = await one.paidBy('h1', 6)
  expect(again).toMatchObject({ organisationId: 'o1' })
  expect(again?.reservationId).not.toBe(first?.reservationId)
})

test('a reply may cost what the richer of the two ledgers has', async () => {
  const { start, transfer } = await open(30)
  const visitors = { workspaceId: W1, agentId: 'a1', organisationFirst: true }
  expect(await start().spendable(visitors)).toBe(100)
  await transfer('t1', 'workspace', 90)
  const one = start()
  expect(await one.spendable(visitors)).toBe(120)
  expect(await one.spendable({ ...visitors, organisationFirst: false })).toBe(10)
  expect(await one.mayHold({ workspaceId: W1, agentId: 'a1' }, 120)).toBe(true)
  expect(await one.mayHold({ workspaceId: W1 }, 120)).toBe(false)
  expect(await one.hold('h1', 121)).toBe('no-credits')
  expect(await one.hold('h1', 120)).toBe('held')
})

test('with the billing off, what is held stays the organisation’s to pay, and the rest returns to it', async () => {
  const { start, agent, ledger, pass, reserved, stateOf, transfer } = await open(320)
  const one = start()
  await one.hold('h1', 5)
  agent.paying = undefined
  await one.hold('h2', 5)
  const charged = (await one.paidBy('h1'))!
  expect(charged.organisationId).toBe('o1')
  one.end('h1', 2)
  pass(5_000)
  // What the reply cost stays reserved until it is charged; the rest is free again.
  await vi.waitFor(async () => expect(await reserved('o1')).toEqual([2_000]))
  expect(await transfer('t1', 'organisation', 319)).toMatchObject({ rejection: { code: 'no-credits' } })
  expect(await transfer('t2', 'organisation', 318)).toMatchObject({ ok: true })
  const used = { modelId: 'm', inputTokens: 1, outputTokens: 1, amount: 2, agentId: 'a1' }
  const at = new Date('2026-11-21T12:00:00.000Z').toISOString()
  const { reservationId } = charged
  const charge = { ...used, reservationId, holdId: 'h1', conversationId: 'c1', at, position: 7 }
  const paid = { workspaceId: W1, organisationId: 'o1', charges: [charge] }
  for (const command of ['c1', 'c2']) await ledger.chargeReplies(paid, because(command))
  expect((await stateOf('o1')).balance).toBe(0)
  expect((await stateOf()).balance).toBe(418_000)
})

test('an organisation is not deleted while something is reserved of its credits', async () => {
  const { start, transfers } = await open(5)
  const one = start()
  await one.hold('h1', 5)
  const close = (command: string) => transfers.closeAccount('o1', because(command))
  expect(await close('d1')).toMatchObject({ rejection: { code: 'organisation-has-credits' } })
})

test('the limits of an agent count what was used and reserved in both ledgers', async () => {
  const { region, start, agent } = await open(50)
  const one = start()
  const limits = { credits: 8 }
  expect(await one.hold('h1', 5, { limits })).toBe('held')
  const head = await region.eventStore.head()
  expect(await one.hold('h2', 4, { limits, organisationFirst: false })).toBe('usage-limit')
  // Nothing was reserved before it was counted.
  expect(await region.eventStore.head()).toBe(head)
  expect(await one.hold('h2', 3, { limits, organisationFirst: false })).toBe('held')
  expect(await one.hold('h3', 0.001, { limits })).toBe('usage-limit')
  // Also after another organisation was given the agent.
  agent.paying = undefined
  expect(await one.hold('h3', 0.001, { limits })).toBe('usage-limit')
})

test('no turn waits for credits of its agent’s limits that were used in another ledger', async () => {
  const { start, ledger, now } = await open(50)
  const limits = { credits: 8 }
  const charge = {
    ...{ reservationId: 'r1', holdId: 'h1', conversationId: 'c1', agentId: 'a1', amount: 5, position: 7 },
    ...{ at: new Date(now()).toISOString(), modelId: 'm', inputTokens: 1, outputTokens: 1 },
  }
  await ledger.chargeReplies({ workspaceId: W1, organisationId: 'o1', charges: [charge] }, because('c1'))
  // The clock stands still.
  const patient = start(undefined, 60_000)
  expect(await patient.hold('h2', 4, { limits, organisationFirst: false })).toBe('usage-limit')
  expect(await patient.hold('h2', 4, { limits })).toBe('usage-limit')
  expect(await patient.hold('h2', 3, { limits, organisationFirst: false })).toBe('held')
})

test('a process that does not know yet of an organisation keeps the limits in the ledger of the workspace', async () => {
  const { start, reserved } = await open(50)
  const [informed, late] = [start(), start(async () => ({ all: [] }))]
  const limits = { credits: 4 }
  for (const nth of [1, 2, 3, 4]) expect(await informed.hold(`o${nth}`, 1, { limits })).toBe('held')
  for (const nth of [1, 2, 3, 4]) expect(await late.hold(`w${nth}`, 1, { limits })).toBe('held')
  expect(await late.hold('w5', 0.001, { limits })).toBe('usage-limit')
  expect([await reserved(), await reserved('o1')]).toEqual([[4_000], [4_000]])
  // One that knows counts both.
  expect(await start().hold('o5', 0.001, { limits, organisationFirst: false })).toBe('usage-limit')
})

test('reservations in both ledgers at once don’t exceed the limits of an agent together', async () => {
  const { start, stateOf } = await open(50)
  for (let round = 0; round < 10; round++) {
    const agentId = `agent${round}`
    const limits = { credits: 3 }
    const more = { agentId, limits, tokens: 1 }
    const outcomes = await Promise.all([
      start().hold(`o${round}`, 2, more),
      start().hold(`w${round}`, 2, { ...more, organisationFirst: false }),
    ])
    expect(outcomes.filter((outcome) => outcome === 'held').length).toBeLessThanOrEqual(1)
    const of = [...(await stateOf()).reservations.values(), ...(await stateOf('o1')).reservations.values()]
    const reserved = of.filter((one) => one.agentId === agentId).map(({ thousandths }) => thousandths)
    expect(reserved.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3_000)
  }
})

test('what no event of a conversation records is charged in one ledger alone, whichever process repeats it', async () => {
  const { region, organisationsOf, stateOf, now } = await open(50)
  const { eventStore, keyring } = region
  const charge = {
    ...{ reservationId: 'r1', holdId: 'c1.first', conversationId: 'c1', agentId: 'a1', amount: 2 },
    ...{ at: '2026-11-21T12:00:00.000Z', modelId: 'm', inputTokens: 1, outputTokens: 1 },
  }
  // Each knows the ledgers as they are before the charge, and has not followed the log since.
  const processes = [1, 2, 3].map(() =>
    createCommandHandler({ eventStore, keyring, now: () => new Date(now()) }),
  )
  for (const { load } of processes)
    for (const organisationId of [undefined, 'o1'])
      await load(...ledgerAt({ workspaceId: W1, organisationId }), W1)
  const by = (nth: number, name: LedgerName) => {
    const { load, refresh, handle } = processes[nth]!
    const { chargeOutsideTurn } = creditsCommands({ handle })
    const once = chargeOnce({ load, refresh, organisationsOf, chargeOutsideTurn })
    return once({ ...name, charge }, because(`by ${nth} in ${name.organisationId}`))
  }
  expect(await by(0, { workspaceId: W1, organisationId: 'o1' })).toMatchObject({ ok: true })
  expect(await by(0, { workspaceId: W1 })).toMatchObject({ ok: true })
  expect(await by(1, { workspaceId: W1 })).toMatchObject({ ok: true })
  expect(await by(2, { workspaceId: W1, organisationId: 'o1' })).toMatchObject({ ok: true })
  expect([(await stateOf()).balance, (await stateOf('o1')).balance]).toEqual([100_000, 48_000])
})

test('what a killed process reserved of an organisation returns to it', async () => {
  const { region, start, now, pass, reserved, stateOf } = await open(50)
  const one = start()
  await one.hold('h1', 5)
  const deadlines = createDeadlines(region.readStore)
  const { commands, eventStore } = region
  const { policy, deadlineWork } = endReservations({
    ...commands,
    ...{ deadlines, now, head: () => eventStore.head(), chargedThrough: () => eventStore.head() },
  })
  const events = await eventStore.readStream('orgcredits-o1')
  const { position, stream, data } = events.find(({ type }) => type === 'CreditsReserved')!
  await policy.react({ tenant: W1, position, stream, data: JSON.parse(data) } as never, testAttempt)
  const [deadline] = await deadlines.due('end-reservations', Number.POSITIVE_INFINITY, 1)
  expect(deadline?.note).toBe('o1')
  pass(60_000)
  await deadlineWork.carryOut(deadline!, new AbortController().signal)
  expect(await reserved('o1')).toEqual([])
  expect(freeOf(await stateOf('o1'))).toBe(50_000)
})
