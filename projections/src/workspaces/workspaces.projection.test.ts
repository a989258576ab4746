import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { projected } from '@parley/kernel/projection-specification.ts'
import { expect, test } from 'vitest'
import { membershipsProjection } from '../memberships/memberships.projection.ts'
import { workspacesProjection } from './workspaces.projection.ts'

const created = {
  type: 'WorkspaceCreated',
  tenant: 'w1',
  data: {
    workspaceId: 'w1',
    ownerId: 'u1',
    workspaceName: 'Personal abcde',
    workspaceSecret: 'sealed 1',
    workspaceSecretHash: 'hash 1',
    region: 'eu',
    personal: true,
  },
} satisfies WorkspaceEvent & { tenant: string }
const joined = (tenant: string, userId: string, role: 'owner' | 'member') =>
  ({
    type: 'WorkspaceMemberAdded',
    tenant,
    data: { userId, email: 'sealed', role },
  }) satisfies WorkspaceEvent & { tenant: string }

test('a workspace with its members, the secret as it came', () => {
  const regenerated = {
    type: 'WorkspaceSecretRegenerated',
    tenant: 'w1',
    data: { workspaceSecret: 'sealed 2', workspaceSecretHash: 'hash 2', formerSecretHash: 'hash 1' },
  } satisfies WorkspaceEvent & { tenant: string }
  const renamed = {
    type: 'WorkspaceRenamed',
    tenant: 'w1',
    data: { workspaceName: 'Team' },
  } satisfies WorkspaceEvent & { tenant: string }
  const events = [created, joined('w1', 'u1', 'owner'), joined('w1', 'u2', 'member'), regenerated, renamed]
  expect(projected(workspacesProjection, events).get('w1')).toEqual({
    workspaceId: 'w1',
    ownerId: 'u1',
    workspaceName: 'Team',
    workspaceSecret: 'sealed 2',
    region: 'eu',
    personal: true,
    members: [
      { userId: 'u1', role: 'owner' },
      { userId: 'u2', role: 'member' },
    ],
  })
})

test('a person’s workspaces with their role, and nothing personal', () => {
  const memberships = projected(membershipsProjection, [
    joined('w1', 'u1', 'owner'),
    joined('w2', 'u1', 'member'),
    joined('w2', 'u2', 'owner'),
  ])
  expect(Object.fromEntries(memberships)).toEqual({
    u1: {
      workspaces: [
        { workspaceId: 'w1', role: 'owner' },
        { workspaceId: 'w2', role: 'member' },
      ],
    },
    u2: { workspaces: [{ workspaceId: 'w2', role: 'owner' }] },
  })
})
