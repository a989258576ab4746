import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { fold } from '@parley/kernel/decider.ts'
import { checkEvent, given } from '@parley/kernel/specification.ts'
import { describe, expect, test } from 'vitest'
import { type LedgerCommand, ledger } from './ledger.decider.ts'

const place = { agentId: 'agent1', conversationId: 'conversation1' }
const granted = { type: 'CreditsGranted', data: { amount: 10, reason: 'sign-up' } } as const
const held = { type: 'CreditsHeld', data: { holdId: 'h1', amount: 4, ...place } } as const
const usage = { modelId: 'gpt-4o', inputTokens: 10, outputTokens: 5 }

describe('the ledger', () => {
  test('grants sign-up credits once', () => {
    given(ledger).when({ type: 'GrantCredits', amount: 10, reason: 'sign-up' }).then(granted)
    given(ledger, granted).when({ type: 'GrantCredits', amount: 10, reason: 'sign-up' }).thenNothing()
  })

  test('holds what the balance reaches, and nothing beyond it', () => {
    given(ledger, granted)
      .when({ type: 'HoldCredits', holdId: 'h1', amount: 4, ...place })
      .then(held)
    given(ledger, granted, held)
      .when({ type: 'HoldCredits', holdId: 'h2', amount: 6.001, ...place })
      .thenRejected('no-credits')
    given(ledger)
      .when({ type: 'HoldCredits', holdId: 'h1', amount: 0, ...place })
      .thenRejected('no-credits')
  })

  test('holds, settles and releases the same charge once', () => {
    const settled = {
      type: 'CreditsSettled',
      data: { holdId: 'h1', amount: 1.5, ...place, ...usage },
    } as const
    given(ledger, granted, held)
      .when({ type: 'HoldCredits', holdId: 'h1', amount: 4, ...place })
      .thenNothing()
    given(ledger, granted, held)
      .when({ type: 'SettleCredits', holdId: 'h1', amount: 1.5, ...place, ...usage })
      .then(settled)
    given(ledger, granted, held, settled)
      .when({ type: 'SettleCredits', holdId: 'h1', amount: 1.5, ...place, ...usage })
      .thenNothing()
    given(ledger, granted, held, settled)
      .when({ type: 'ReleaseCredits', holdId: 'h1', reason: 'time-out' })
      .thenNothing()
    expect(fold(ledger.decider, [granted, held, settled])).toMatchObject({ balance: 8_500, held: 0 })
  })

  test('charges no more than was held', () => {
    const capped = { type: 'CreditsSettled', data: { holdId: 'h1', amount: 4, ...place, ...usage } } as const
    given(ledger, granted, held)
      .when({ type: 'SettleCredits', holdId: 'h1', amount: 9, ...place, ...usage })
      .then(capped)
  })

  test('never overdraws, whatever comes in whatever order, and the balance is the sum of the events', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = randomFrom(seed)
      let state = ledger.decider.initialState
      let sum = 0
      for (let step = 0; step < 120; step++) {
        const decision = ledger.decider.decide(anyCommand(random), state, new Date(0))
        if (!decision.ok) continue
        for (const event of decision.events) {
          checkEvent(creditsEvents, event)
          state = ledger.decider.evolve(state, event)
          if (event.type === 'CreditsGranted') sum += Math.round(event.data.amount * 1000)
          if (event.type === 'CreditsSettled') sum -= Math.round(event.data.amount * 1000)
        }
        const holds = [...state.holds.values()].reduce((total, amount) => total + amount, 0)
        expect(state.balance, `seed ${seed}`).toBe(sum)
        expect(state.held, `seed ${seed}`).toBe(holds)
        expect(state.balance - state.held, `seed ${seed}`).toBeGreaterThanOrEqual(0)
      }
    }
  })
})

function anyCommand(random: () => number): LedgerCommand {
  const holdId = `h${Math.floor(random() * 8)}`
  const amount = Math.round(random() * 5_000) / 1_000
  const kind = random()
  if (kind < 0.15) return { type: 'GrantCredits', amount: amount + 0.001, reason: 'purchase' }
  if (kind < 0.55) return { type: 'HoldCredits', holdId, amount, ...place }
  if (kind < 0.85) return { type: 'SettleCredits', holdId, amount, ...place, ...usage }
  return { type: 'ReleaseCredits', holdId, reason: 'provider-error' }
}

/** The same numbers for the same seed (mulberry32's recurrence). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
