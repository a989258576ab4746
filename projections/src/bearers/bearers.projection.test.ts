import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { bearersProjection } from './bearers.projection.ts'

type Tenant = { tenant: string }

const workspaceCreated = {
  type: 'WorkspaceCreated',
  tenant: 'w1',
  data: {
    workspaceId: 'w1',
    ownerId: 'w1',
    workspaceName: 'Personal abcde',
    workspaceSecret: 'sealed',
    workspaceSecretHash: 'secret1',
    region: 'eu',
    personal: true,
  },
} satisfies WorkspaceEvent & Tenant
const agentCreated = (agentId: string, keyHash: string, tenant = 'w1') =>
  ({ type: 'AgentCreated', tenant, data: { agentId, keyHash, document: {} } }) satisfies AgentEvent & Tenant
const rekeyed = {
  type: 'AgentPublished',
  tenant: 'w1',
  data: {
    agentId: 'a1',
    changes: {},
    lastModified: 1,
    keyHash: 'key2',
    formerKeyHash: 'key1',
  },
} satisfies AgentEvent & Tenant

test('workspace secrets identify their workspace, and agent keys their agent', () => {
  const bearers = projected(bearersProjection, [workspaceCreated, agentCreated('a1', 'key1')])
  expect(Object.fromEntries(bearers)).toEqual({
    secret1: { tenant: 'w1' },
    key1: { tenant: 'w1', agentId: 'a1' },
  })
})

test('former keys are removed', () => {
  const bearers = projected(bearersProjection, [
    workspaceCreated,
    agentCreated('a1', 'key1'),
    rekeyed,
    {
      type: 'WorkspaceSecretRegenerated',
      tenant: 'w1',
      data: { workspaceSecret: 'sealed', workspaceSecretHash: 'secret2', formerSecretHash: 'secret1' },
    },
  ])
  expect(Object.fromEntries(bearers)).toEqual({
    secret2: { tenant: 'w1' },
    key2: { tenant: 'w1', agentId: 'a1' },
  })
  const deleted = {
    type: 'AgentDeleted',
    tenant: 'w1',
    data: { agentId: 'a1', title: '', formerKeyHash: 'key2' },
  } satisfies AgentEvent & Tenant
  expect(projected(bearersProjection, [agentCreated('a1', 'key1'), rekeyed, deleted]).size).toBe(0)
})

test('a key can be neither taken over nor removed by another agent', () => {
  const deleted = {
    type: 'AgentDeleted',
    tenant: 'w2',
    data: { agentId: 'a2', title: '', formerKeyHash: 'key1' },
  } satisfies AgentEvent & Tenant
  const bearers = projected(bearersProjection, [
    agentCreated('a1', 'key1'),
    agentCreated('a2', 'key1', 'w2'),
    deleted,
  ])
  expect(Object.fromEntries(bearers)).toEqual({ key1: { tenant: 'w1', agentId: 'a1' } })
})
