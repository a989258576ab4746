import { openTestRegion } from '@parley/engines/test-region.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { creditsCommands } from './credits.commands.ts'
import { credits } from './credits.decider.ts'
import { createReservations } from './reservations.ts'

const TENANT = 'w1'
const context = (command: string) => ({
  tenant: TENANT,
  actor: { kind: 'system', id: 'test' } as const,
  cause: { via: 'system', command, correlation: command } as const,
})

/** Opens a ledger with credits and processes that reserve from it; their clock changes only when the test moves it. */
async function openLedger(amount: number, waitMs = 0) {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const region = await openTestRegion({ now: () => new Date(now) })
  const { eventStore, keyring } = region
  onTestFinished(() => region.close())
  const away = { appends: false, conflicts: 0 }
  const start = (maxMonthly?: number) => {
    const commands = createCommandHandler({
      keyring,
      now: () => new Date(now),
      eventStore: {
        ...eventStore,
        async append(...args) {
          if (away.appends) throw new StoreUnavailable('away')
          if (away.conflicts-- > 0) return { ok: false, actual: 1 }
          return eventStore.append(...args)
        },
      },
    })
    const times = { reviewEveryMs: 1, waitMs, askEveryMs: 1 }
    const reservations = createReservations({
      ...{ ...commands, times, now: () => now },
      monthlyLimitOf: async () => maxMonthly,
    })
    onTestFinished(() => reservations.close())
    return {
      ...reservations,
      told: () => commands.invalidate([{ stream: `credits-${TENANT}`, revision: 2 }]),
      hold: (holdId: string, amount: number, more: object = {}) =>
        reservations.holdCredits({ workspaceId: TENANT, holdId, amount, agentId: 'a1', ...more }),
      paidFrom: async (holdId: string, amount?: number) =>
        (await reservations.reservationOf({ workspaceId: TENANT, holdId, amount }))?.reservationId,
      end: (holdId: string, cost: number | 'unknown') =>
        reservations.endHold({ workspaceId: TENANT, holdId }, cost),
    }
  }
  await creditsCommands(region).grantCredits({ workspaceId: TENANT, amount, reason: 'sign-up' }, context('g'))
  const state = async () => {
    await region.commands.refresh(credits.category, TENANT)
    return (await region.load(credits, TENANT))!.state
  }
  return {
    start,
    away,
    pass: (ms: number) => {
      now += ms
    },
    reserved: async () => [...(await state()).reservations.values()].map(({ thousandths }) => thousandths),
    until: async (id: string) => (await state()).reservations.get(id)?.until,
    openOnes: async () => [...(await state()).reservations.values()],
    lasts: async (id: string) => (await state()).reservations.get(id)!.endsAt - now,
    events: async () => (await eventStore.readStream(`credits-${TENANT}`)).map(({ type }) => type),
  }
}

test('conflicts with other processes are tried again while the turn may wait', async () => {
  const patient = await openLedger(160, 5_000)
  patient.away.conflicts = 30
  expect(await patient.start().hold('h1', 1)).toEqual({ ok: true })

  const impatient = await openLedger(160)
  impatient.away.conflicts = 30
  expect(await impatient.start().hold('h1', 1)).toMatchObject({ rejection: { code: 'conflict' } })
})

test('the plan of a workspace limits its month over all processes, whatever the balance', async () => {
  const ledger = await openLedger(1_000)
  const [one, other] = [ledger.start(10), ledger.start(10)]
  for (let nth = 0; nth < 6; nth++) expect(await one.hold(`h${nth}`, 1)).toEqual({ ok: true })
  other.told()
  for (let nth = 6; nth < 10; nth++) expect(await other.hold(`h${nth}`, 1)).toEqual({ ok: true })
  one.told()
  const refused = {
    ok: false,
    rejection: { code: 'usage-limit', message: expect.stringContaining('for this month') },
  }
  expect(await one.hold('h10', 1)).toEqual(refused)
  expect(await other.hold('h10', 1, { limits: { credits: 500 } })).toEqual(refused)
  expect(await one.mayHold({ workspaceId: TENANT }, 11)).toBe(false)
  one.end('h0', 0)
  expect(await one.hold('h10', 1)).toEqual({ ok: true })
})

test('many replies need one event in the ledger', async () => {
  const ledger = await openLedger(160)
  const one = ledger.start()
  const held = await Promise.all(['h1', 'h2', 'h3', 'h1'].map((holdId) => one.hold(holdId, 1)))
  expect(held).toEqual(held.map(() => ({ ok: true })))
  const [first, second] = [await one.paidFrom('h1'), await one.paidFrom('h2')]
  expect(first).toBe(second)
  expect(await one.paidFrom('h9')).toBeUndefined()
  expect(await ledger.events()).toEqual(['CreditsGranted', 'CreditsReserved'])
  // How long credits of a killed process stay reserved.
  expect(await ledger.lasts(first!)).toBe(18_000)
})

test('reserves more when the reservation is used up', async () => {
  const ledger = await openLedger(160)
  const one = ledger.start()
  for (let nth = 0; nth < 10; nth++) await one.hold(`h${nth}`, 1)
  expect(await ledger.reserved()).toEqual([10_000])
  await one.hold('h10', 1)
  expect(await ledger.reserved()).toEqual([19_375])
  for (let nth = 0; nth < 10; nth++) one.end(`h${nth}`, 0)
  for (let nth = 20; nth < 38; nth++) await one.hold(`h${nth}`, 1)
  expect(await ledger.reserved()).toEqual([19_375])
})

test('an agent with limits has reservations of its own, of a share of its month', async () => {
  const ledger = await openLedger(1_600)
  const one = ledger.start()
  const limits = { credits: 80, tokens: 1_600 }
  const hold = (holdId: string, limits: object) => one.hold(holdId, 1, { tokens: 20, limits })
  for (let nth = 0; nth < 5; nth++) expect(await hold(`h${nth}`, limits)).toEqual({ ok: true })
  await one.hold('h9', 1)
  expect(await ledger.openOnes()).toMatchObject([
    { thousandths: 5_000, tokens: 100, agentId: 'a1' },
    { thousandths: 99_687, tokens: 0 },
  ])
  expect(await one.paidFrom('h1')).not.toBe(await one.paidFrom('h9'))
  await hold('h6', limits)
  expect(await ledger.reserved()).toEqual([5_000 + 4_687, 99_687])
  // With other limits, nothing more is held against what was reserved within the former.
  expect(await hold('h7', { credits: 10 })).toEqual({ ok: true })
  expect(await hold('h8', { credits: 7.5 })).toMatchObject({ ok: false, rejection: { code: 'usage-limit' } })
})

test('unused tokens and credits of an agent’s month are returned with its reservation', async () => {
  const ledger = await openLedger(1_600)
  const one = ledger.start()
  const limits = { tokens: 1_600 }
  await one.hold('h1', 1, { tokens: 60, limits })
  await one.hold('h2', 1, { tokens: 40, limits })
  await one.hold('h3', 1, { tokens: 90, limits })
  expect(await ledger.openOnes()).toMatchObject([{ tokens: 100 + 93 }])
  one.end('h1', 0)
  one.end('h3', 0.5)
  await one.close()
  // The hold of h2, and what h3 may have used until its reply is charged.
  expect(await ledger.openOnes()).toMatchObject([{ thousandths: 1_500, tokens: 40 + 90 }])
})

test('of the tokens of an agent’s month, one process can spend what another does not use', async () => {
  const ledger = await openLedger(1_600, 1_000)
  const [one, other] = [ledger.start(), ledger.start()]
  const limits = { tokens: 160 }
  expect(await one.hold('h1', 1, { tokens: 5, limits })).toEqual({ ok: true })
  const spent = other.hold('h2', 1, { tokens: 150, limits })
  expect(await spent).toEqual({ ok: true })
  const last = other.hold('h3', 1, { tokens: 150, limits })
  one.end('h1', 0)
  await one.giveBackUnused()
  // The reply that reaches the limit is still given.
  expect(await last).toEqual({ ok: true })
  const refused = other.hold('h4', 1, { tokens: 1, limits })
  ledger.pass(1_000)
  expect(await refused).toMatchObject({ rejection: { code: 'usage-limit' } })
})

test('of a small limit or balance, reserves what one reply lacks', async () => {
  const ledger = await openLedger(16)
  const one = ledger.start()
  const limits = { credits: 5, tokens: 20 }
  expect(await one.hold('h1', 4, { tokens: 15, limits })).toEqual({ ok: true })
  expect(await ledger.openOnes()).toMatchObject([{ thousandths: 4_000, tokens: 15, agentId: 'a1' }])
  // The reply that reaches the limit of tokens is still given.
  expect(await one.hold('h2', 1, { tokens: 15, limits })).toEqual({ ok: true })
  expect(await ledger.openOnes()).toMatchObject([{ thousandths: 5_000, tokens: 30 }])
  expect(await one.hold('h3', 0.5, { tokens: 1, limits })).toMatchObject({
    rejection: { code: 'usage-limit' },
  })
  expect(await one.hold('h4', 11)).toEqual({ ok: true })
  expect(await one.hold('h5', 0.001)).toMatchObject({ rejection: { code: 'no-credits' } })
  expect(await one.paidFrom('h1')).toBe(await one.paidFrom('h2'))
  expect(await one.paidFrom('h4')).not.toBe(await one.paidFrom('h1'))
  // What a reply did not use is held against first, and only what is lacking is reserved.
  one.end('h4', 3)
  expect(await one.hold('h6', 8)).toEqual({ ok: true })
  expect(await ledger.reserved()).toEqual([5_000, 11_000])
})

test('a slow reply is recorded with the renewed reservation, or with another one', async () => {
  const ledger = await openLedger(160)
  const one = ledger.start()
  await one.hold('h1', 1)
  const first = (await one.paidFrom('h1'))!
  const until = (await ledger.until(first))!
  ledger.pass(7_000)
  expect(await one.paidFrom('h1')).toBe(first)
  expect(await ledger.until(first)).toBe(until + 7_000)
  ledger.pass(10_000)
  const second = (await one.paidFrom('h1'))!
  expect(second).not.toBe(first)
  expect(await ledger.until(second)).toBe(until + 17_000)
  // A hold that has ended is held again.
  one.end('h1', 0)
  expect(await one.paidFrom('h1', 1)).toBe(second)
})

test('an idle process returns unused credits, and keeps what is held', async () => {
  const ledger = await openLedger(160)
  const one = ledger.start()
  await one.hold('h1', 1)
  await one.hold('h2', 2)
  one.end('h1', 0.25)
  ledger.pass(5_000)
  // The cost of one reply and the hold of the other.
  await vi.waitFor(async () => expect(await ledger.reserved()).toEqual([2_250]))
  ledger.pass(1_000)
  await vi.waitFor(async () => expect((await ledger.events()).length).toBe(4))
  one.end('h2', 0.5)
  await vi.waitFor(async () => expect(await ledger.reserved()).toEqual([750]))
  await one.close()
  expect(await ledger.events()).toEqual([
    'CreditsGranted',
    'CreditsReserved',
    'CreditsReturned',
    'CreditsReserved',
    'CreditsReturned',
  ])
})

test('a process returns unused credits when few are free', async () => {
  const ledger = await openLedger(16)
  const [one, other] = [ledger.start(), ledger.start()]
  await one.hold('h1', 0.5)
  one.end('h1', 0)
  expect(await ledger.reserved()).toEqual([1_000])
  expect(await other.hold('h2', 14)).toEqual({ ok: true })
  one.told()
  await vi.waitFor(async () => expect(await ledger.reserved()).toEqual([14_000]))
})

test('a process can spend all unused credits of its own reservation', async () => {
  const ledger = await openLedger(16)
  const one = ledger.start()
  await one.hold('h1', 0.5)
  one.end('h1', 0)
  expect(await one.hold('h2', 16)).toEqual({ ok: true })
})

test('the hold of a reply that may have been recorded is not used again, and its reservation ends', async () => {
  const ledger = await openLedger(160)
  const one = ledger.start()
  await one.hold('h1', 2)
  const first = await one.paidFrom('h1')
  one.end('h1', 'unknown')
  await one.hold('h2', 2)
  expect(await one.paidFrom('h2')).not.toBe(first)
  await vi.waitFor(async () => expect((await ledger.reserved())[0]).toBe(2_000))
  const until = await ledger.until(first!)
  ledger.pass(10_001)
  const second = (await one.paidFrom('h2'))!
  await vi.waitFor(async () => expect(await ledger.until(second)).toBeGreaterThan(until!))
  expect(await ledger.until(first!)).toBe(until)
})

test('while the store is unavailable, nothing is held and nothing is given back twice', async () => {
  const ledger = await openLedger(160)
  const one = ledger.start()
  ledger.away.appends = true
  await expect(one.hold('h1', 1)).rejects.toThrow('away')
  ledger.away.appends = false
  await one.hold('h1', 1)
  await one.hold('h2', 1)
  ledger.away.appends = true
  await one.close()
  ledger.away.appends = false
  await one.close()
  expect(await ledger.reserved()).toEqual([10_000])
})

test('a turn that begins after `close` still reserves', async () => {
  const ledger = await openLedger(160)
  const one = ledger.start()
  await one.close()
  expect(await one.hold('h1', 1)).toEqual({ ok: true })
  expect(await one.paidFrom('h1')).toEqual(expect.any(String))
})
