import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import type { Principal } from '@parley/kernel/handler.ts'
import { expect, test } from 'vitest'
import { authorise } from './access.ts'

const ada: Principal = {
  kind: 'user',
  userId: 'u1',
  sessionId: 's1',
  region: 'na',
  email: 'ada@example.com',
  displayName: 'Ada',
}

/** Sends a request as a member of `w1`, which has the agent `a1`; `permissions` is the member's list. */
async function ask(endpoint: Endpoint, agentId: string, permissions?: WorkspacePermission[]) {
  const membership = { workspaceId: 'w1', workspaceName: 'Shop', region: 'na', role: 'member' } as const
  const held = permissions ? { ...membership, permissions } : membership
  const gatekeeper = {
    principalOf: async () => ada,
    workspacesOf: async () => [held],
    membershipOf: async () => held,
    standingOf: async () => 'open' as const,
    tenantOfAgent: async (_region: string, id: string) => (id === 'a1' ? 'w1' : undefined),
  }
  const answer = await authorise(gatekeeper, {
    endpoint,
    region: 'na',
    principal: ada,
    workspaceId: undefined,
    agentId,
    conversationId: undefined,
    wanted: undefined,
  })
  return answer.ok ? answer.tenant : answer.rejection.code
}

test('a member with a list of permissions has exactly these permissions', async () => {
  expect(await ask(api['agents.get'], 'a1')).toBe('w1')
  expect(await ask(api['agents.get'], 'a1', ['agent.read'])).toBe('w1')
  expect(await ask(api['agents.save'], 'a1', ['agent.read'])).toBe('not-allowed')
  expect(await ask(api['agents.delete'], 'a1', [])).toBe('not-allowed')
})

test('saving an agent that does not exist yet needs the permission to create one', async () => {
  expect(await ask(api['agents.save'], 'new', ['agent.publish'])).toBe('not-allowed')
  expect(await ask(api['agents.save'], 'a1', ['agent.publish'])).toBe('w1')
  expect(await ask(api['agents.save'], 'new', ['agent.publish', 'agent.create'])).toBe('w1')
})
