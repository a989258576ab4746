import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { creditHistoryProjection, linesOf } from './credit-history.projection.ts'

const reply = { agentId: 'a1', conversationId: 'c1', modelId: 'm', inputTokens: 10, outputTokens: 5 }
const other = {
  ...{ agentId: 'a2', conversationId: 'c2', modelId: 'n', purpose: 'translation' },
  ...{ inputTokens: 1, at: '2026-12-01T00:00:01.500Z' },
} as const
const charge = (holdId: string, amount: number) => ({
  ...{ reservationId: 'r1', holdId, amount, at: '2026-11-30T23:59:59.000Z' },
  ...reply,
})

test('each grant and each reply that cost something is one line', () => {
  const events = [
    {
      type: 'CreditsGranted',
      data: { amount: 50, reason: 'support', operator: 'sealed A', note: 'sealed B' },
    },
    {
      type: 'CreditsHeld',
      data: { holdId: 'h1', amount: 3, agentId: 'a1', conversationId: 'c1', expiresAt: 1 },
    },
    { type: 'CreditsSettled', data: { holdId: 'h1', amount: 0.2, ...reply } },
    { type: 'CreditsSettled', data: { holdId: 'h2', amount: 0, ...reply } },
    {
      type: 'RepliesCharged',
      data: {
        through: 1,
        charges: [charge('h3', 1), charge('h4', 0), { ...charge('h5', 2), ...other }, charge('h6', 3)],
      },
    },
  ] satisfies CreditsEvent[]
  const found = [...projected(creditHistoryProjection, events).values()]
  const lines = found.sort((one, other) => one.position - other.position).flatMap(linesOf)
  expect(lines).toEqual([
    {
      kind: 'grant',
      at: expect.any(String),
      amount: 50,
      reason: 'support',
      operator: 'sealed A',
      note: 'sealed B',
    },
    { kind: 'charge', at: expect.any(String), amount: -0.2, ...reply },
    { kind: 'charge', at: '2026-11-30T23:59:59.000Z', amount: -1, ...reply },
    { kind: 'charge', amount: -2, ...reply, ...other },
    { kind: 'charge', at: '2026-11-30T23:59:59.000Z', amount: -3, ...reply },
  ])
})

test('what an organisation paid names it, and a transfer is one line although both ledgers have it', () => {
  const side = (direction: 'out' | 'in') =>
    ({
      type: 'CreditsTransferred',
      data: { transferId: 't1', organisationId: 'o1', from: 'workspace', direction, amount: 5 },
    }) satisfies CreditsEvent
  const charged = {
    type: 'RepliesCharged',
    data: { through: 1, charges: [charge('h1', 1)] },
  } satisfies CreditsEvent
  const settled = {
    type: 'CreditsSettled',
    data: { holdId: 'h2', amount: 2, ...reply },
  } satisfies CreditsEvent
  const events = [
    { ...side('out'), stream: 'credits-workspace1' },
    ...[side('in'), charged, settled].map((event) => ({ ...event, stream: 'orgcredits-o1' })),
    { ...charged, stream: 'credits-workspace1' },
  ]
  const found = [...projected(creditHistoryProjection, events).values()]
  const lines = found.sort((one, other) => one.position - other.position).flatMap(linesOf)
  expect(lines).toEqual([
    { kind: 'transfer', at: expect.any(String), amount: -5, organisationId: 'o1' },
    { kind: 'charge', at: '2026-11-30T23:59:59.000Z', amount: -1, ...reply, orgId: 'o1' },
    { kind: 'charge', at: expect.any(String), amount: -2, ...reply, orgId: 'o1' },
    { kind: 'charge', at: '2026-11-30T23:59:59.000Z', amount: -1, ...reply },
  ])
})
