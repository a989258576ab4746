import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { agentUsageProjection } from '../agent-usage/agent-usage.projection.ts'
import { creditBalancesProjection } from './credit-balances.projection.ts'

const granted = (amount: number, reason: 'sign-up' | 'purchase' = 'sign-up') =>
  ({ type: 'CreditsGranted', data: { amount, reason } }) satisfies CreditsEvent
const held = (holdId: string, amount: number) =>
  ({
    type: 'CreditsHeld',
    data: { holdId, amount, agentId: 'a1', conversationId: 'c1', expiresAt: 1 },
  }) satisfies CreditsEvent
const settled = (holdId: string, amount: number) =>
  ({
    type: 'CreditsSettled',
    data: {
      holdId,
      amount,
      agentId: 'a1',
      conversationId: 'c1',
      modelId: 'm',
      inputTokens: 10,
      outputTokens: 5,
    },
  }) satisfies CreditsEvent

test('the balance is reduced by what was settled, and the rest of a hold is released', () => {
  const released = {
    type: 'CreditsReleased',
    data: { holdId: 'h2', reason: 'failed' },
  } satisfies CreditsEvent
  const events = [
    granted(1_000),
    held('h1', 0.3),
    held('h2', 0.1),
    held('h3', 2),
    settled('h1', 0.2),
    released,
  ]
  expect(projected(creditBalancesProjection, events).get('workspace1')).toEqual({
    balance: 999.8,
    held: 2,
    hasEverPaid: false,
    holds: [{ holdId: 'h3', amount: 2 }],
  })
  expect(projected(creditBalancesProjection, [granted(5, 'purchase')]).get('workspace1')).toMatchObject({
    hasEverPaid: true,
  })
})

const charged = (...lines: [holdId: string, agentId: string, at: string, amount: number][]) =>
  ({
    type: 'RepliesCharged',
    data: {
      through: 1,
      charges: lines.map(([holdId, agentId, at, amount]) => ({
        ...{ reservationId: 'r1', holdId, conversationId: 'c1', agentId, at, amount },
        ...{ modelId: 'm', inputTokens: 10, outputTokens: 5 },
      })),
    },
  }) satisfies CreditsEvent

test('the balance counts what replies were charged, and what was held for them is free again', () => {
  const events = [
    granted(100),
    held('h1', 4),
    charged(['h1', 'a1', '2026-11-30T23:59:59Z', 0.1], ['h2', 'a2', '2026-11-30T23:59:59Z', 0.2]),
  ]
  expect(projected(creditBalancesProjection, events).get('workspace1')).toEqual({
    balance: 99.7,
    held: 0,
    hasEverPaid: false,
    holds: [],
  })
})

test('usage counts each charge for its agent, in the month of the reply', () => {
  const events = [
    charged(
      ['h1', 'a1', '2026-11-30T23:59:59Z', 0.1],
      ['h2', 'a2', '2026-11-30T23:59:59Z', 0.4],
      ['h3', 'a1', '2026-12-01T00:00:00Z', 1],
      ['h4', 'a1', '2026-11-30T23:59:59Z', 0.2],
    ),
  ]
  const months = Object.fromEntries(projected(agentUsageProjection, events))
  expect(Object.keys(months).toSorted()).toEqual(['a1.2026-11', 'a1.2026-12', 'a2.2026-11'])
  expect(months['a1.2026-11']).toMatchObject({ month: '2026-11', replies: 2, inputTokens: 20, credits: 0.3 })
  expect(months['a1.2026-12']).toMatchObject({ month: '2026-12', replies: 1, credits: 1 })
  expect(months['a2.2026-11']).toMatchObject({ agentId: 'a2', replies: 1, credits: 0.4 })
})

test('usage is counted per agent and month', () => {
  const months = projected(agentUsageProjection, [
    settled('h1', 0.1),
    settled('h2', 0.2),
    { ...settled('h3', 1), at: '2026-12-01T00:00:00.000Z' },
  ])
  expect(Object.fromEntries(months)).toEqual({
    'a1.2026-11': {
      agentId: 'a1',
      month: '2026-11',
      replies: 2,
      inputTokens: 20,
      outputTokens: 10,
      credits: 0.3,
    },
    'a1.2026-12': {
      agentId: 'a1',
      month: '2026-12',
      replies: 1,
      inputTokens: 10,
      outputTokens: 5,
      credits: 1,
    },
  })
})
