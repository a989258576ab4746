import { expect, test } from 'vitest'
import { chargeRepliesPolicy } from './charge-replies.policy.ts'
import type { ReplyCharge } from './credits.ts'

const replied = (
  tenant: string,
  position: number,
  reservationId?: string,
  payingOrganisationId?: string,
) => ({
  type: 'AgentReplied',
  id: `e${position}`,
  stream: `conversation-c${position}`,
  tenant,
  position,
  actor: { kind: 'system', id: 'agent a1' },
  cause: { via: 'widget', command: 'm', correlation: 'c' },
  data: {
    ...{ agentId: 'a1', at: '2026-11-21T12:00:00.000Z', cost: 0.5, holdId: `h${position}` },
    ...{ modelId: 'm', inputTokens: 1, outputTokens: 2 },
    ...(reservationId === undefined ? {} : { reservationId }),
    ...(payingOrganisationId === undefined ? {} : { payingOrganisationId }),
  },
})

test('charges each ledger once for all its replies that name a reservation, in the order of the log', async () => {
  const charged: [string, string | undefined, readonly ReplyCharge[], string][] = []
  const policy = chargeRepliesPolicy({
    credits: {
      async chargeReplies({ workspaceId, organisationId, charges }, context) {
        charged.push([workspaceId, organisationId, charges, context.cause.command])
        return { ok: true }
      },
    },
  })
  await policy.reactToAll([
    replied('w1', 3, 'r1'),
    replied('w2', 4, 'r2'),
    // Held and settled in the ledger.
    replied('w1', 5),
    replied('w1', 6, 'r3'),
    replied('w1', 7, 'r4', 'o1'),
    replied('w1', 8, 'r5'),
    replied('w1', 9, 'r4', 'o1'),
  ] as never)
  const charge = (position: number, reservationId: string) => ({
    ...{ position, reservationId, holdId: `h${position}`, conversationId: `c${position}`, agentId: 'a1' },
    ...{ at: '2026-11-21T12:00:00.000Z', amount: 0.5, modelId: 'm', inputTokens: 1, outputTokens: 2 },
  })
  expect(charged).toEqual([
    ['w1', undefined, [charge(3, 'r1'), charge(6, 'r3'), charge(8, 'r5')], 'charge-replies/e8'],
    ['w1', 'o1', [charge(7, 'r4'), charge(9, 'r4')], 'charge-replies/e9'],
    ['w2', undefined, [charge(4, 'r2')], 'charge-replies/e4'],
  ])
})

test('charges for replies given before it first ran, at most once a second', () => {
  const credits = { chargeReplies: async () => ({ ok: true }) as const }
  expect(chargeRepliesPolicy({ credits })).toMatchObject({ startFrom: 'origin', everyMs: 1_000 })
  expect(chargeRepliesPolicy({ credits, everyMs: 5 }).everyMs).toBe(5)
})

test('throws on a refusal, so that it is retried', async () => {
  const rejection = { code: 'conflict', message: 'Again.' }
  const policy = chargeRepliesPolicy({ credits: { chargeReplies: async () => ({ ok: false, rejection }) } })
  await expect(policy.reactToAll([replied('w1', 3, 'r1')] as never)).rejects.toThrow('conflict')
})
