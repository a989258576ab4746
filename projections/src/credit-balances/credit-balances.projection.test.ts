import { projected } from '@parley/kernel/projection-specification.ts'
import { expect, test } from 'vitest'
import { agentUsage } from '../agent-usage/agent-usage.projection.ts'
import { creditBalances } from './credit-balances.projection.ts'

const place = { agentId: 'agent1', conversationId: 'c1' }
const used = { modelId: 'gpt-4o', inputTokens: 10, outputTokens: 5 }

test('balances follow grants, holds, settlements and releases', () => {
  const documents = projected(creditBalances, [
    { type: 'CreditsGranted', data: { amount: 10, reason: 'sign-up' } },
    { type: 'CreditsHeld', data: { holdId: 'h1', amount: 4, ...place } },
    { type: 'CreditsHeld', data: { holdId: 'h2', amount: 1, ...place } },
    { type: 'CreditsSettled', data: { holdId: 'h1', amount: 2.5, ...place, ...used } },
    { type: 'CreditsReleased', data: { holdId: 'h2', reason: 'time-out' } },
  ])
  expect(documents.get('workspace1')).toEqual({ balance: 7_500, held: 0, holds: {}, hasEverPaid: false })
})

test('usage adds up by agent and month', () => {
  const settled = { type: 'CreditsSettled', data: { holdId: 'h1', amount: 0.1, ...place, ...used } } as const
  const documents = projected(agentUsage, [settled, settled, { ...settled, at: '2026-12-01T00:00:00.000Z' }])
  expect(documents.get('agent1/2026-11')).toMatchObject({ tokens: 30, credits: 0.2, replies: 2 })
  expect(documents.get('agent1/2026-12')).toMatchObject({ tokens: 15, credits: 0.1, replies: 1 })
})
