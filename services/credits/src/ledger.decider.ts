/**
 * The credits of a workspace. A charge is held first and settled or released after (ruling 6): what is held is out
 * of reach for others, so parallel replies can't overdraw. The balance is a fold over the events.
 */
import { type CreditsEvent, creditsEvents } from '@parley/contracts/credits/events.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/decider.ts'
import { toCredits, toMills } from './amounts.ts'

/** Amounts in thousandths of a credit. */
export type Ledger = {
  balance: number
  held: number
  holds: Map<string, number>
  hasEverPaid: boolean
  granted: boolean
}

export type LedgerCommand =
  | { type: 'GrantCredits'; amount: number; reason: 'sign-up' | 'purchase' | 'support' | 'demo' }
  | { type: 'HoldCredits'; holdId: string; amount: number; agentId: string; conversationId: string }
  | {
      type: 'SettleCredits'
      holdId: string
      /** Never more than was held. */
      amount: number
      agentId: string
      conversationId: string
      modelId: string
      inputTokens: number
      outputTokens: number
    }
  | { type: 'ReleaseCredits'; holdId: string; reason: string }

export const ledger: Aggregate<Ledger, LedgerCommand, CreditsEvent> = {
  category: 'credits',
  events: creditsEvents,
  decider: {
    initialState: { balance: 0, held: 0, holds: new Map(), hasEverPaid: false, granted: false },

    evolve(state, event) {
      switch (event.type) {
        case 'CreditsGranted': {
          const hasEverPaid = state.hasEverPaid || event.data.reason === 'purchase'
          const granted = state.granted || event.data.reason === 'sign-up'
          return { ...state, balance: state.balance + toMills(event.data.amount), hasEverPaid, granted }
        }
        case 'CreditsHeld': {
          const amount = toMills(event.data.amount)
          return {
            ...state,
            held: state.held + amount,
            holds: new Map(state.holds).set(event.data.holdId, amount),
          }
        }
        case 'CreditsSettled':
          return letGo({ ...state, balance: state.balance - toMills(event.data.amount) }, event.data.holdId)
        case 'CreditsReleased':
          return letGo(state, event.data.holdId)
      }
    },

    decide(command, state) {
      switch (command.type) {
        case 'GrantCredits':
          return grant(command, state)
        case 'HoldCredits':
          return hold(command, state)
        case 'SettleCredits':
          return settle(command, state)
        case 'ReleaseCredits': {
          const { holdId, reason } = command
          return state.holds.has(holdId)
            ? accept({ type: 'CreditsReleased', data: { holdId, reason } })
            : accept()
        }
      }
    },
  },
}

function grant({ amount, reason }: Extract<LedgerCommand, { type: 'GrantCredits' }>, state: Ledger) {
  if (!(amount > 0) || !Number.isFinite(amount))
    return refuse('invalid-input', 'Please enter a valid amount.', 'amount')
  if (reason === 'sign-up' && state.granted) return accept<CreditsEvent>()
  return accept<CreditsEvent>({
    type: 'CreditsGranted',
    data: { amount: toCredits(toMills(amount)), reason },
  })
}

function hold(command: Extract<LedgerCommand, { type: 'HoldCredits' }>, state: Ledger) {
  const { holdId, agentId, conversationId } = command
  if (state.holds.has(holdId)) return accept<CreditsEvent>()
  const amount = toMills(command.amount)
  if (amount < 0 || !Number.isFinite(amount))
    return refuse('invalid-input', 'Please enter a valid amount.', 'amount')
  if (state.balance - state.held < amount || state.balance - state.held <= 0) {
    return refuse('no-credits', 'This workspace has no credits left.')
  }
  return accept<CreditsEvent>({
    type: 'CreditsHeld',
    data: { holdId, amount: toCredits(amount), agentId, conversationId },
  })
}

function settle(command: Extract<LedgerCommand, { type: 'SettleCredits' }>, state: Ledger) {
  const held = state.holds.get(command.holdId)
  if (held === undefined) return accept<CreditsEvent>()
  const { type: _, ...settled } = command
  const amount = toCredits(Math.min(toMills(command.amount), held))
  return accept<CreditsEvent>({ type: 'CreditsSettled', data: { ...settled, amount } })
}

function letGo(state: Ledger, holdId: string): Ledger {
  const holds = new Map(state.holds)
  const amount = holds.get(holdId) ?? 0
  holds.delete(holdId)
  return { ...state, held: state.held - amount, holds }
}
