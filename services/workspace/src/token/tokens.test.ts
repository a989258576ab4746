import { neverOfTokens, type WorkspacePermission } from '@parley/contracts/permissions.ts'
import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { MOST_TOKENS } from '@parley/contracts/workspace/token-names.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { workspace } from '../workspace.decider.ts'
import { permissionsAtPresent } from './tokens.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const history: WorkspaceEvent[] = [
  {
    type: 'WorkspaceCreated',
    data: {
      ...{ workspaceId: 'w1', ownerId: 'u1', workspaceName: 'Shop', region: 'eu', personal: false },
      ...{ workspaceSecret: 'ws_1', workspaceSecretHash: 'hash 1' },
    },
  },
  { type: 'WorkspaceMemberAdded', data: { userId: 'u1', email: 'u1@example.com', role: 'owner' } },
  {
    type: 'WorkspaceMemberAdded',
    data: {
      ...{ userId: 'u2', email: 'u2@example.com', role: 'member' },
      permissions: ['workspace.tokens.manage', 'lead.read', 'lead.manage', 'conversation.read'],
    },
  },
]
const create = (change: object = {}) => ({
  ...({ type: 'CreateAccessToken', tokenId: 't1', name: 'n8n', userId: 'u2' } as const),
  ...{ permissions: ['lead.read'] as WorkspacePermission[], tokenHash: 'hash' },
  ...{ agentIds: undefined, expiresAt: undefined },
  ...change,
})
const created = (data: object = {}): WorkspaceEvent => ({
  type: 'AccessTokenCreated',
  data: {
    ...{ tokenId: 't1', name: 'n8n', userId: 'u2', permissions: ['lead.read'], tokenHash: 'hash' },
    createdAt: now.getTime(),
    ...data,
  },
})
const revoked = (reason: 'person' | 'maker-left'): WorkspaceEvent => ({
  type: 'AccessTokenRevoked',
  data: { tokenId: 't1', userId: 'u2', reason },
})
const liveOf = ({ state }: { state: unknown }) => state as Parameters<typeof permissionsAtPresent>[1]

test('a member makes a token, and a repeated call finds it', () => {
  given(workspace, ...history)
    .when(create(), now)
    .then(created())
  given(workspace, ...history, created())
    .when(create(), now)
    .then()
})

test('what permissions need comes with them, and agents stand once', () => {
  given(workspace, ...history)
    .when(create({ userId: 'u1', permissions: ['webhook.read'], agentIds: ['b', 'a', 'b'] }), now)
    .then(created({ userId: 'u1', permissions: ['webhook.read', 'conversation.read'], agentIds: ['a', 'b'] }))
})

test('nobody gives a token what they may not do themselves, nor what no token may have', () => {
  const refused = (change: object) =>
    given(workspace, ...history)
      .when(create(change), now)
      .thenRejected('not-allowed')
  refused({ permissions: ['lead.read', 'agent.delete'] })
  // The owner may do all of it.
  for (const name of neverOfTokens) refused({ userId: 'u1', permissions: [name] })
  refused({ userId: 'u3' })
})

test('a token ends in the future, and there are so many at most', () => {
  given(workspace, ...history)
    .when(create({ expiresAt: now.getTime() }), now)
    .thenRejected('already-expired')
  const many = Array.from({ length: MOST_TOKENS }, (_, nth) => created({ tokenId: `other${nth}` }))
  given(workspace, ...history, ...many)
    .when(create(), now)
    .thenRejected('too-many-tokens')
  given(workspace, ...history, ...many.slice(1))
    .when(create(), now)
    .then(created())
})

test('whoever manages tokens revokes one, also while the workspace waits for its deletion', () => {
  const revoke = { type: 'RevokeAccessToken', tokenId: 't1' } as const
  given(workspace, ...history)
    .when(revoke)
    .thenRejected('not-found')
  given(workspace, ...history, created())
    .when(revoke)
    .then(revoked('person'))
  given(workspace, ...history, created(), revoked('person'))
    .when(revoke)
    .thenRejected('not-found')
  const deletion = { userId: 'u1', requestedAt: 0, eraseAt: 1 }
  const waiting = given(workspace, ...history, created(), {
    type: 'WorkspaceDeletionRequested',
    data: deletion,
  })
  waiting.when(revoke).then(revoked('person'))
  waiting.when(create({ tokenId: 't2' }), now).thenRejected('workspace-being-deleted')
})

test('tokens end with the membership of their maker, and those of others stay', () => {
  const other = created({ tokenId: 't2', userId: 'u1' })
  for (const [command, reason] of [
    [{ type: 'LeaveWorkspace', userId: 'u2' }, 'left'],
    [{ type: 'RemoveMember', userId: 'u2', by: 'u1' }, 'removed'],
    [{ type: 'EndMembership', userId: 'u2' }, 'account-deleted'],
  ] as const)
    given(workspace, ...history, created(), other)
      .when(command)
      .then({ type: 'WorkspaceMemberRemoved', data: { userId: 'u2', reason } }, revoked('maker-left'))
})

test('a token has what its maker still has, and gets back what they are given back', () => {
  const token = { userId: 'u2', permissions: ['lead.read', 'conversation.read'] }
  const changed = (permissions?: string[]): WorkspaceEvent => ({
    type: 'MemberPermissionsChanged',
    data: { userId: 'u2', permissions },
  })
  const present = (...more: WorkspaceEvent[]) =>
    permissionsAtPresent(token, liveOf(given(workspace, ...history, ...more)))
  expect(present()).toEqual(['conversation.read', 'lead.read'])
  expect(present(changed(['lead.read']))).toEqual(['lead.read'])
  expect(present(changed(['lead.read']), changed())).toEqual(['conversation.read', 'lead.read'])
  // A permission that was given to a token once, and may be given to none any more.
  const former = { userId: 'u1', permissions: ['billing.manage', 'lead.read'] }
  expect(permissionsAtPresent(former, liveOf(given(workspace, ...history)))).toEqual(['lead.read'])
})
