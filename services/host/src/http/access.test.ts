import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { pagePermissions, type WorkspacePermission } from '@parley/contracts/permissions.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { describe, expect, test } from 'vitest'
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

test('whoever is not signed in reads that creating an agent needs it', async () => {
  const asNobody = async (endpoint: Endpoint) => {
    const claim = {
      region: 'na',
      principal: { kind: 'nobody' },
      workspaceId: undefined,
      wanted: undefined,
    } as const
    const answer = await authorise({} as never, {
      ...claim,
      endpoint,
      agentId: undefined,
      conversationId: undefined,
    })
    return answer.ok ? undefined : answer.rejection.message
  }
  expect(await asNobody(api['rpc.convertAgentTemplateToAgent'])).toBe(
    'You must be logged in to create an agent',
  )
  expect(await asNobody(api['agents.list'])).toBe('Please sign in first.')
})

describe('a client', () => {
  /** Asks as a client of `w1` with the agent `a1`; `w1` has the agent `a2` too, `w2` the agent `b1`. */
  async function askAsClient(
    endpoint: Endpoint,
    of: { agentId?: string; workspaceId?: string; region?: 'na' | 'eu' },
    more: Partial<Extract<Principal, { kind: 'client' }>> = {},
  ) {
    const agents: Record<string, string> = { a1: 'w1', a2: 'w1', b1: 'w2' }
    const principal: Principal = {
      ...{ kind: 'client', tenant: 'w1', region: 'na', clientId: 'c1', sessionId: 's1', orgId: 'o1' },
      ...{
        email: 'cleo@example.com',
        displayName: 'Cleo',
        agentIds: ['a1'],
        canAccess: ['/leads'],
        isOrgAdmin: false,
        allowCreateAgents: false,
        canDelegateChats: false,
        notifications: { notifyThrough: 'all', notifyIf: 'all' },
        online: true,
      },
      ...more,
    }
    const gatekeeper = {
      principalOf: async () => principal,
      workspacesOf: async () => [],
      membershipOf: async () => undefined,
      standingOf: async () => 'open' as const,
      tenantOfAgent: async (_region: string, id: string) => agents[id],
    }
    const { agentId, workspaceId, region = 'na' } = of
    const claim = {
      endpoint,
      region,
      principal,
      workspaceId,
      agentId,
      conversationId: undefined,
      wanted: 'w2',
    }
    const answer = await authorise(gatekeeper, claim)
    return answer.ok ? answer.tenant : answer.rejection.code
  }

  test('has what its pages need, with its own agents alone', async () => {
    const leads = api['leads.list']
    expect(await askAsClient(leads, { agentId: 'a1' })).toBe('w1')
    for (const agentId of ['a2', 'b1', 'nobodys'])
      expect(await askAsClient(leads, { agentId })).toBe('not-found')
    expect(await askAsClient(leads, { agentId: 'a1', region: 'eu' })).toBe('not-found')
    // An agent of another workspace stays foreign, whatever the client was assigned.
    expect(await askAsClient(leads, { agentId: 'b1' }, { agentIds: ['b1'] })).toBe('not-found')
    expect(await askAsClient(api['conversations.list'], { agentId: 'a1' })).toBe('not-allowed')
    expect(await askAsClient(api['agents.save'], { agentId: 'a1' })).toBe('not-allowed')
    expect(await askAsClient(api['agents.save'], { agentId: 'new' }, { canAccess: ['/settings'] })).toBe(
      'not-found',
    )
    expect(await askAsClient(api['agents.get'], { agentId: 'a1' }, { canAccess: [] })).toBe('not-allowed')
  })

  test('reaches nothing of the workspace but what is narrowed to its agents', async () => {
    expect(await askAsClient(api['agents.list'], {})).toBe('w1')
    const every = { canAccess: Object.keys(pagePermissions) }
    for (const endpoint of Object.values(api) as Endpoint[]) {
      if (endpoint.access !== undefined || endpoint.path.includes('{agentId}')) continue
      const own = await askAsClient(endpoint, { workspaceId: 'w1' }, every)
      expect([endpoint.name, own]).toEqual([endpoint.name, endpoint.ofOwnAgents ? 'w1' : 'not-allowed'])
      const other = await askAsClient(endpoint, { workspaceId: 'w2' }, every)
      expect([endpoint.name, other]).toEqual([endpoint.name, 'not-found'])
    }
  })

  test('can only sign out, or be left by its viewer, while its organisation keeps it out', async () => {
    const refused = { code: 'client-access-disabled', message: 'Until Monday.' }
    for (const endpoint of Object.values(api) as Endpoint[]) {
      const answer = await askAsClient(endpoint, { agentId: 'a1' }, { refused })
      if (endpoint.access === 'anyone') continue
      const expected = ['clientAuth.signOut', 'clientAuth.leaveView'].includes(endpoint.name)
        ? 'w1'
        : 'client-access-disabled'
      expect([endpoint.name, answer]).toEqual([endpoint.name, expected])
    }
  })
})
