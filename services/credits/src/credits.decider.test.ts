import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import { fold } from '@parley/kernel/commands/decider.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CreditsCommand,
  type CreditsState,
  credits,
  freeOf,
  holdLifetimeMs,
  spendableOf,
} from './credits.decider.ts'
import { creditsSnapshot } from './credits.snapshot.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const granted = (amount: number): CreditsEvent => ({
  type: 'CreditsGranted',
  data: { amount, reason: 'sign-up' },
})
const held = (holdId: string, amount: number, tokens?: number): CreditsEvent => ({
  type: 'CreditsHeld',
  data: {
    holdId,
    amount,
    ...(tokens === undefined ? {} : { tokens }),
    agentId: 'a1',
    conversationId: 'c1',
    expiresAt: NOW.getTime() + holdLifetimeMs,
  },
})
const settled = (holdId: string, amount: number): CreditsEvent => ({
  type: 'CreditsSettled',
  data: {
    holdId,
    amount,
    agentId: 'a1',
    conversationId: 'c1',
    modelId: 'm',
    inputTokens: 1,
    outputTokens: 2,
  },
})
const hold = (holdId: string, amount: number): CreditsCommand => ({
  type: 'HoldCredits',
  holdId,
  amount,
  agentId: 'a1',
  conversationId: 'c1',
})
const settle = (holdId: string, amount: number): CreditsCommand => ({
  type: 'SettleCredits',
  holdId,
  amount,
  modelId: 'm',
  inputTokens: 1,
  outputTokens: 2,
})
const release = (holdId: string): CreditsCommand => ({ type: 'ReleaseCredits', holdId, reason: 'failed' })

const moments = { until: NOW.getTime() + 20_000, endsAt: NOW.getTime() + 40_000 }
const reserve = (reservationId: string, amount: number) =>
  ({ type: 'ReserveCredits', reservationId, amount, adds: false, ...moments }) satisfies CreditsCommand
const reserved = (reservationId: string, amount: number): CreditsEvent => ({
  type: 'CreditsReserved',
  data: { reservationId, amount, ...moments },
})
const reservedFor = (
  agentId: string,
  reservationId: string,
  amount: number,
  tokens: number,
): CreditsEvent => ({
  type: 'CreditsReserved',
  data: { reservationId, amount, agentId, tokens, ...moments },
})
const returned = (reservationId: string, amount: number): CreditsEvent => ({
  type: 'CreditsReturned',
  data: { reservationId, amount },
})
const reply = (position: number, reservationId: string, holdId: string, amount: number) => ({
  position,
  reservationId,
  holdId,
  conversationId: 'c1',
  agentId: 'a1',
  at: NOW.toISOString(),
  amount,
  modelId: 'm',
  inputTokens: 1,
  outputTokens: 2,
})
const charge = (...charges: ReturnType<typeof reply>[]): CreditsCommand => ({
  type: 'ChargeReplies',
  charges,
})
const charged = (...charges: ReturnType<typeof reply>[]): CreditsEvent => ({
  type: 'RepliesCharged',
  data: { through: charges.at(-1)!.position, charges: charges.map(({ position: _, ...rest }) => rest) },
})

test('a hold is accepted up to the free credits', () => {
  given(credits, granted(1)).when(hold('h1', 1)).then(held('h1', 1))
  given(credits, granted(1)).when(hold('h1', 1.001)).thenRejected('no-credits')
  given(credits, granted(1), held('h1', 0.7))
    .when(hold('h2', 0.4))
    .thenRejected('no-credits', 'There are not enough credits left.')
  given(credits, granted(1), held('h1', 0.7)).when(hold('h2', 0.3)).then(held('h2', 0.3))
  given(credits).when(hold('h1', 0.001)).thenRejected('no-credits')
})

test('a repeated hold, settlement or release has no effect', () => {
  given(credits, granted(5), held('h1', 1)).when(hold('h1', 1)).thenNothing()
  const done = [granted(5), held('h1', 1), settled('h1', 1)]
  for (const command of [hold('h1', 1), settle('h1', 1), release('h1')])
    given(credits, ...done)
      .when(command)
      .thenNothing()
  given(credits, granted(5)).when(settle('h1', 1)).thenRejected('hold-not-found')
  given(credits, granted(5)).when(release('h1')).thenRejected('hold-not-found')
})

test('a settlement charges the cost, at most what the hold has and what is free', () => {
  given(credits, granted(5), held('h1', 2)).when(settle('h1', 0.25)).then(settled('h1', 0.25))
  given(credits, granted(5), held('h1', 2)).when(settle('h1', 3)).then(settled('h1', 3))
  given(credits, granted(5), held('h1', 2)).when(settle('h1', 9)).then(settled('h1', 5))
  given(credits, granted(5), held('h1', 2), held('h2', 3)).when(settle('h1', 9)).then(settled('h1', 2))
})

describe('an agent’s calendar month', () => {
  const limited = (holdId: string, amount: number, limits: object): CreditsCommand => ({
    type: 'HoldCredits',
    holdId,
    amount,
    agentId: 'a1',
    conversationId: 'c1',
    limits,
  })
  const used = [granted(100), held('h1', 3), settled('h1', 2)]

  test('limits its credits, including open holds', () => {
    given(credits, ...used)
      .when(limited('h2', 3, { credits: 5 }))
      .then(held('h2', 3))
    given(credits, ...used)
      .when(limited('h2', 3.001, { credits: 5 }))
      .thenRejected('usage-limit')
    given(credits, ...used, held('h2', 2))
      .when(limited('h3', 2, { credits: 5 }))
      .thenRejected('usage-limit')
    given(credits, granted(100), {
      ...settled('h1', 2),
      data: { ...settled('h1', 2).data, agentId: 'a2' },
    } as never)
      .when(limited('h2', 5, { credits: 5 }))
      .then(held('h2', 5))
  })

  test('limits its tokens', () => {
    given(credits, ...used)
      .when(limited('h2', 1, { tokens: 3 }))
      .thenRejected('usage-limit')
    given(credits, ...used)
      .when(limited('h2', 1, { tokens: 4 }))
      .then(held('h2', 1))
  })

  test('counts the tokens of replies in progress', () => {
    given(credits, ...used, held('h2', 1, 7))
      .when(limited('h3', 1, { tokens: 10 }))
      .thenRejected('usage-limit')
    given(credits, ...used, held('h2', 1, 6))
      .when(limited('h3', 1, { tokens: 10 }))
      .then(held('h3', 1))
  })

  test('starts again on the first of the month in UTC', () => {
    const lastMoment = new Date('2026-11-30T23:59:59.999Z')
    const next = new Date('2026-12-01T00:00:00.000Z')
    const { decision } = given(credits, ...used).when(limited('h2', 4, { credits: 5 }), lastMoment)
    expect(decision).toMatchObject({ ok: false, rejection: { code: 'usage-limit' } })
    expect(given(credits, ...used).when(limited('h2', 4, { credits: 5 }), next).decision.ok).toBe(true)
  })
})

test('an expired hold is given back before the next hold', () => {
  const later = new Date(NOW.getTime() + holdLifetimeMs)
  const { decision } = given(credits, granted(1), held('h1', 1)).when(hold('h2', 1), later)
  expect(decision).toMatchObject({
    ok: true,
    events: [
      { type: 'CreditsReleased', data: { holdId: 'h1', reason: 'expired' } },
      { type: 'CreditsHeld', data: { holdId: 'h2' } },
    ],
  })
  const before = new Date(later.getTime() - 1)
  given(credits, granted(1), held('h1', 1)).when(hold('h2', 1), before).thenRejected('no-credits')
})

test('a reply that is settled after its hold expired is charged from free credits', () => {
  const expired: CreditsEvent = { type: 'CreditsReleased', data: { holdId: 'h1', reason: 'expired' } }
  given(credits, granted(5), held('h1', 2), expired).when(settle('h1', 1)).then(settled('h1', 1))
  given(credits, granted(5), held('h1', 2), expired, held('h2', 4.5))
    .when(settle('h1', 1))
    .then(settled('h1', 0.5))
  given(credits, granted(5), held('h1', 2), expired, settled('h1', 1)).when(settle('h1', 1)).thenNothing()
})

test('amounts are not negative and have at most three decimals', () => {
  for (const amount of [-0.001, 0.0001, Number.NaN, 1e9 + 1, Number.POSITIVE_INFINITY]) {
    given(credits, granted(5)).when(hold('h1', amount)).thenRejected('invalid-input')
    given(credits, granted(5), held('h1', 2)).when(settle('h1', amount)).thenRejected('invalid-input')
  }
})

test('credits are granted, held and reserved above zero; a reply may cost nothing', () => {
  const grant: CreditsCommand = { type: 'GrantCredits', amount: 0, reason: 'support' }
  for (const command of [grant, hold('h1', 0), reserve('r1', 0)]) {
    const message = 'An amount of credits is above zero.'
    given(credits, granted(160)).when(command).thenRejected('invalid-input', message)
  }
  given(credits, granted(5), held('h1', 2)).when(settle('h1', 0)).then(settled('h1', 0))
})

test('what may be held counts expired holds and reservations that may be returned', () => {
  const at = NOW.getTime()
  const { state } = given(credits, granted(10), held('h1', 2), reserved('r1', 4))
  expect([freeOf(state), spendableOf(state, at)]).toEqual([4_000, 8_000])
  expect(spendableOf(state, moments.until)).toBe(4_000)
  expect(spendableOf(state, at + holdLifetimeMs)).toBe(10_000 - 4_000)
})

test('the free credits of a month are granted once, whichever process asks', () => {
  const monthly: CreditsCommand = { type: 'GrantMonthlyCredits', amount: 50 }
  const given50 = (month: string): CreditsEvent => ({
    type: 'CreditsGranted',
    data: { amount: 50, reason: 'monthly', month },
  })
  given(credits, granted(5)).when(monthly).then(given50('2026-11'))
  const once = given(credits, granted(5), given50('2026-11'))
  once.when(monthly).thenNothing()
  once.when(monthly, new Date('2026-11-30T23:59:59.999Z')).thenNothing()
  once.when(monthly, new Date('2026-12-01T00:00:00.000Z')).then(given50('2026-12'))
  // A process whose clock is behind asks for a month that is over.
  given(credits, given50('2026-12')).when(monthly).thenNothing()
  given(credits).when({ type: 'GrantMonthlyCredits', amount: 0 }).thenRejected('invalid-input')
})

test('a grant by an operator keeps who and why', () => {
  const data = { amount: 5, reason: 'support', operator: 'Ada', note: 'Outage on Friday' } as const
  given(credits)
    .when({ type: 'GrantCredits', ...data })
    .then({ type: 'CreditsGranted', data })
})

describe('a reservation', () => {
  const at = (ms: number) => new Date(NOW.getTime() + ms)

  test('takes a share of the free credits for many replies, or what one reply lacks of a small balance', () => {
    given(credits, granted(160)).when(reserve('r1', 1)).then(reserved('r1', 10))
    given(credits, granted(160)).when(reserve('r1', 10.001)).then(reserved('r1', 10.001))
    given(credits, granted(160)).when(reserve('r1', 160.001)).thenRejected('no-credits')
    given(credits, granted(16), reserved('r1', 5))
      .when({ ...reserve('r1', 4), adds: true, lacks: { amount: 1.5, tokens: 0 } })
      .then(reserved('r1', 1.5))
    given(credits, granted(1_000_000)).when(reserve('r1', 1)).then(reserved('r1', 256))
    given(credits, granted(160), held('h1', 80)).when(reserve('r1', 1)).then(reserved('r1', 5))
    given(credits, granted(160), reserved('r1', 80)).when(reserve('r2', 1)).then(reserved('r2', 5))
    given(credits).when(reserve('r1', 1)).thenRejected('no-credits')
  })

  test('for an agent with limits counts against its month, and takes a share of what is left of it', () => {
    const limits = { credits: 80, tokens: 1_600 }
    const agent = { agentId: 'a1', tokens: 20, limits }
    const own = reservedFor('a1', 'r1', 50, 800)
    const limited = (holdId: string, amount: number, tokens: number): CreditsCommand => ({
      ...{ type: 'HoldCredits', holdId, amount, tokens, agentId: 'a1', conversationId: 'c1', limits },
    })
    given(credits, granted(1_600), own)
      .when(limited('h1', 30.001, 1))
      .thenRejected('usage-limit')
    given(credits, granted(1_600), own)
      .when(limited('h1', 30, 1))
      .then(held('h1', 30, 1))
    given(credits, granted(1_600), own, held('h1', 1, 800))
      .when(limited('h2', 1, 1))
      .thenRejected('usage-limit')
    const share = (amount: number, tokens: number) => reservedFor('a1', 'r2', amount, tokens)
    given(credits, granted(1_600))
      .when({ ...reserve('r2', 1), agent })
      .then(share(5, 100))
    given(credits, granted(1_600), own)
      .when({ ...reserve('r2', 1), agent })
      .then(share(1.875, 50))
    given(credits, granted(1_600), own)
      .when({ ...reserve('r2', 2), agent })
      .then(share(2, 50))
    given(credits, granted(1_600), own)
      .when({ ...reserve('r2', 30.001), agent })
      .thenRejected('usage-limit')
    given(credits, granted(1_600), own)
      .when({ ...reserve('r2', 1), agent: { ...agent, tokens: 801 } })
      .then(share(1.875, 801))
    given(credits, granted(1_600), reservedFor('a1', 'r1', 50, 1_600))
      .when({ ...reserve('r2', 1), agent })
      .thenRejected('usage-limit')
    // Below its limits, but the credits are not there.
    given(credits, granted(10), reserved('r1', 4))
      .when({ ...reserve('r2', 6.001), agent })
      .thenRejected('no-credits')
  })

  test('gives back the tokens of an agent’s month that its replies did not use', () => {
    const own = reservedFor('a1', 'r1', 10, 100)
    const { state } = given(credits, granted(160), own, charged(reply(5, 'r1', 'h1', 1)))
    expect(state.reservations.get('r1')).toMatchObject({ thousandths: 9_000, tokens: 97, agentId: 'a1' })
    const back = { type: 'ReturnCredits', reservationId: 'r1', amount: 4, tokens: 90 } as const
    given(credits, granted(160), own)
      .when(back)
      .then({ type: 'CreditsReturned', data: { reservationId: 'r1', amount: 4, tokens: 90 } })
  })

  test('can’t be held or reserved by others', () => {
    given(credits, granted(10), reserved('r1', 4)).when(hold('h1', 6.001)).thenRejected('no-credits')
    given(credits, granted(10), reserved('r1', 4)).when(hold('h1', 6)).then(held('h1', 6))
    given(credits, granted(10), reserved('r1', 4), held('h1', 1)).when(settle('h1', 9)).then(settled('h1', 6))
  })

  test('can be added to and renewed only until it ends', () => {
    const renew = { type: 'RenewReservation', reservationId: 'r1', ...moments } as const
    const open = given(credits, granted(160), reserved('r1', 10))
    open.when({ ...reserve('r1', 1), adds: true }).then(reserved('r1', 9.375))
    open.when(renew, at(19_999)).then(reserved('r1', 0))
    open.when(renew, at(20_000)).thenRejected('reservation-ended')
    open.when({ ...reserve('r1', 1), adds: true }, at(20_000)).thenRejected('reservation-ended')
    const gone = given(credits, granted(160), reserved('r1', 10), returned('r1', 10))
    gone.when(renew).thenRejected('reservation-ended')
    gone.when({ ...reserve('r1', 1), adds: true }).thenRejected('reservation-ended')
  })

  test('returns unused credits, at most the rest', () => {
    const back = (amount: number): CreditsCommand => ({ type: 'ReturnCredits', reservationId: 'r1', amount })
    const open = [granted(160), reserved('r1', 10), charged(reply(5, 'r1', 'h1', 4))]
    given(credits, ...open)
      .when(back(2))
      .then(returned('r1', 2))
    given(credits, ...open)
      .when(back(9))
      .then(returned('r1', 6))
    given(credits, ...open, returned('r1', 6))
      .when(back(1))
      .thenNothing()
    expect(freeOf(given(credits, ...open, returned('r1', 6)).state)).toBe(156_000)
  })

  test('returns the rest at its end, and not before', () => {
    const end: CreditsCommand = { type: 'EndReservation', reservationId: 'r1' }
    const open = given(credits, granted(160), reserved('r1', 10), charged(reply(5, 'r1', 'h1', 4)))
    open.when(end, at(39_999)).thenNothing()
    open.when(end, at(40_000)).then(returned('r1', 6))
    given(credits, granted(160)).when(end, at(40_000)).thenNothing()
  })

  test('is charged for each reply once, in the order of the log', () => {
    const open = [granted(160), reserved('r1', 10)]
    const [first, second] = [reply(5, 'r1', 'h1', 4), reply(9, 'r1', 'h2', 1)]
    given(credits, ...open)
      .when(charge(first, second))
      .then(charged(first, second))
    given(credits, ...open, charged(first))
      .when(charge(first, second))
      .then(charged(second))
    given(credits, ...open, charged(first, second))
      .when(charge(first, second))
      .thenNothing()
    const { state } = given(credits, ...open, charged(first, second))
    expect([state.balance, freeOf(state), state.used.get('a1')]).toEqual([
      155_000,
      150_000,
      { month: '2026-11', thousandths: 5_000, tokens: 6 },
    ])
  })

  test('is charged before free credits; other holds and reservations are never charged', () => {
    const others = [granted(160), held('h9', 40), reserved('r2', 80), reserved('r1', 10)]
    given(credits, ...others)
      .when(charge(reply(5, 'r1', 'h1', 99)))
      .then(charged(reply(5, 'r1', 'h1', 40)))
    given(credits, ...others)
      .when(charge(reply(5, 'gone', 'h1', 20)))
      .then(charged(reply(5, 'gone', 'h1', 20)))
    given(credits, ...others)
      .when(charge(reply(5, 'gone', 'h1', 99), reply(6, 'r2', 'h2', 80)))
      .then(charged(reply(5, 'gone', 'h1', 30), reply(6, 'r2', 'h2', 80)))
  })

  test('closes the hold of a killed process for the same reply', () => {
    const { state } = given(
      credits,
      granted(160),
      held('h1', 2),
      reserved('r1', 10),
      charged(reply(5, 'r1', 'h1', 1)),
    )
    expect([...state.holds.keys()]).toEqual([])
    given(credits, granted(160), held('h1', 2), reserved('r1', 10), charged(reply(5, 'r1', 'h1', 1)))
      .when(settle('h1', 1))
      .thenNothing()
  })

  test('counts a late charge in the month of its reply', () => {
    const late = { ...reply(9, 'r1', 'h2', 1), at: '2026-10-31T23:59:59.999Z' }
    const { state } = given(
      credits,
      granted(160),
      reserved('r1', 10),
      charged(reply(5, 'r1', 'h1', 1)),
      charged(late),
    )
    expect(state.used.get('a1')).toEqual({ month: '2026-11', thousandths: 1_000, tokens: 3 })
  })
})

describe('with any sequence of commands', () => {
  const amount = fc.integer({ min: 0, max: 5_000 }).map((thousandths) => thousandths / 1_000)
  const reservationId = fc.constantFrom('r1', 'r2', 'r3')
  const holdId = fc.constantFrom('h1', 'h2', 'h3', 'h4', 'h5')
  const command: fc.Arbitrary<CreditsCommand> = fc.oneof(
    amount.map((given): CreditsCommand => ({ type: 'GrantCredits', amount: given, reason: 'purchase' })),
    fc.tuple(holdId, amount).map(([id, wanted]) => hold(id, wanted)),
    fc.tuple(holdId, amount).map(([id, cost]) => settle(id, cost)),
    holdId.map(release),
    amount.map((given): CreditsCommand => ({ type: 'GrantMonthlyCredits', amount: given })),
    fc
      .tuple(reservationId, amount, fc.boolean())
      .map(([id, wanted, adds]): CreditsCommand => ({ ...reserve(id, wanted), adds })),
    reservationId.map((id): CreditsCommand => ({ type: 'RenewReservation', reservationId: id, ...moments })),
    fc
      .tuple(reservationId, amount)
      .map(([id, back]): CreditsCommand => ({ type: 'ReturnCredits', reservationId: id, amount: back })),
    reservationId.map((id): CreditsCommand => ({ type: 'EndReservation', reservationId: id })),
    fc.array(fc.tuple(fc.nat({ max: 40 }), reservationId, holdId, amount), { maxLength: 4 }).map(
      (replies): CreditsCommand => ({
        type: 'ChargeReplies',
        charges: replies
          .map(([position, id, hold, cost]) => reply(position, id, hold, cost))
          .toSorted((a, b) => a.position - b.position),
      }),
    ),
  )
  const step = fc.record({ command, afterMs: fc.integer({ min: 0, max: holdLifetimeMs }) })

  test('nothing is overdrawn and the events add up to the balance', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const events: CreditsEvent[] = []
        let state: CreditsState = credits.decider.initialState
        let at = NOW.getTime()
        for (const { command, afterMs } of steps) {
          at += afterMs
          const decision = credits.decider.decide(command, state, new Date(at))
          if (!decision.ok) continue
          events.push(...decision.events)
          state = fold(credits.decider, events)
          const kept = JSON.parse(JSON.stringify(creditsSnapshot.save(state)))
          expect(creditsSnapshot.restore(kept)).toEqual(state)
          const set = [...state.holds.values(), ...state.reservations.values()]
          const open = set.reduce((sum, one) => sum + one.thousandths, 0)
          expect(state.balance - open).toBeGreaterThanOrEqual(0)
          expect(freeOf(state)).toBe(state.balance - open)
        }
        const charged = events.flatMap((event) => (event.type === 'RepliesCharged' ? event.data.charges : []))
        expect(charged.length).toBeLessThanOrEqual(41)
        expect(state.balance).toBe(events.reduce((sum, event) => sum + worth(event), 0))
      }),
      { numRuns: 500 },
    )
  })

  function worth(event: CreditsEvent): number {
    if (event.type === 'CreditsGranted') return Math.round(event.data.amount * 1_000)
    if (event.type === 'RepliesCharged')
      return event.data.charges.reduce((sum, { amount }) => sum - Math.round(amount * 1_000), 0)
    return event.type === 'CreditsSettled' ? -Math.round(event.data.amount * 1_000) : 0
  }
})
