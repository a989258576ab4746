import { testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { expect, test } from 'vitest'
import { ownAgentsPolicy } from './own-agents.policy.ts'

const created = (actor: object) =>
  ({
    ...{ type: 'AgentCreated', id: 'e1', stream: 'agent-a1', tenant: 'w1', at: '2026-11-28T12:00:00Z' },
    ...{ actor, cause: { via: 'http', by: 'ownAgents.create', command: 'k1' }, data: { agentId: 'a1' } },
  }) as never

async function reactionTo(actor: object, rejection?: string) {
  const handled: unknown[] = []
  const { react } = ownAgentsPolicy({
    handle: (async (_: unknown, id: string, command: object, context: object) => {
      handled.push([id, command, context])
      return rejection === undefined ? { ok: true } : { ok: false, rejection: { code: rejection } }
    }) as never,
  })
  await react(created(actor), testAttempt)
  return handled
}

test('gives a client what it created, as its own act', async () => {
  const actor = { kind: 'client', id: 'c1', viewer: 'u1' }
  expect(await reactionTo(actor)).toEqual([
    [
      'c1',
      { type: 'AddOwnAgent', clientId: 'c1', agentId: 'a1' },
      expect.objectContaining({ actor, tenant: 'w1' }),
    ],
  ])
})

test('gives nobody what the team created, and no deleted client anything', async () => {
  expect(await reactionTo({ kind: 'user', id: 'u1' })).toEqual([])
  expect(await reactionTo({ kind: 'client', id: 'c1' }, 'not-found')).toHaveLength(1)
  await expect(reactionTo({ kind: 'client', id: 'c1' }, 'conflict')).rejects.toThrow('conflict')
})
