import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { test } from 'vitest'
import { workspace } from '../workspace.decider.ts'

const created = (personal = false): WorkspaceEvent[] => [
  {
    type: 'WorkspaceCreated',
    data: {
      ...{ workspaceId: 'w1', ownerId: 'u1', workspaceName: 'Shop', region: 'eu', personal },
      ...{ workspaceSecret: 'ws_1', workspaceSecretHash: 'hash 1' },
    },
  },
  { type: 'WorkspaceMemberAdded', data: { userId: 'u1', email: 'u1@example.com', role: 'owner' } },
  { type: 'WorkspaceMemberAdded', data: { userId: 'u2', email: 'u2@example.com', role: 'member' } },
]
const now = Date.parse('2026-11-21T12:00:00Z')
const day = 86_400_000
const eraseAt = now + 30 * day
const requested: WorkspaceEvent = {
  type: 'WorkspaceDeletionRequested',
  data: { userId: 'u1', requestedAt: now, eraseAt },
}
const undone: WorkspaceEvent = { type: 'WorkspaceDeletionUndone', data: { userId: 'u1' } }
const deleted: WorkspaceEvent = {
  type: 'WorkspaceDeleted',
  data: { memberIds: ['u1', 'u2'], formerSecretHash: 'hash 1' },
}
const request = { type: 'RequestDeletion', by: 'u1', now, graceMs: 30 * day } as const

test('waits for the time in which it can be undone, once', () => {
  given(workspace, ...created())
    .when(request)
    .then(requested)
  given(workspace, ...created(), requested)
    .when(request)
    .then()
  given(workspace, ...created(), requested, undone)
    .when(request)
    .then(requested)
})

test('a personal workspace stays as long as its person', () => {
  given(workspace, ...created(true))
    .when(request)
    .thenRejected('personal-workspace')
})

test('meanwhile nothing in it changes, but people can leave', () => {
  const waiting = () => given(workspace, ...created(), requested)
  waiting().when({ type: 'SaveWorkspace', workspaceName: 'Other' }).thenRejected('workspace-being-deleted')
  waiting().when({ type: 'OfferOwnership', userId: 'u2' }).thenRejected('workspace-being-deleted')
  waiting()
    .when({ type: 'LeaveWorkspace', userId: 'u2' })
    .then({ type: 'WorkspaceMemberRemoved', data: { userId: 'u2', reason: 'left' } })
})

test('is undone, and ended only while it waits', () => {
  given(workspace, ...created(), requested)
    .when({ type: 'UndoDeletion', by: 'u1' })
    .then(undone)
  given(workspace, ...created())
    .when({ type: 'UndoDeletion', by: 'u1' })
    .then()
  given(workspace, ...created(), requested)
    .when({ type: 'EndWorkspace' })
    .then(deleted)
  given(workspace, ...created(), requested, undone)
    .when({ type: 'EndWorkspace' })
    .then()
})

test('a deleted workspace is not found, and its erasure is recorded once', () => {
  const gone = () => given(workspace, ...created(), requested, deleted)
  gone().when({ type: 'UndoDeletion', by: 'u1' }).thenRejected('not-found')
  gone().when({ type: 'SaveWorkspace', workspaceName: 'Other' }).thenRejected('not-found')
  gone().when({ type: 'RecordErasure' }).then({ type: 'WorkspaceErased', data: {} })
  given(workspace, ...created(), requested, deleted, { type: 'WorkspaceErased', data: {} })
    .when({ type: 'RecordErasure' })
    .then()
  given(workspace, ...created(), requested)
    .when({ type: 'RecordErasure' })
    .thenRejected('conflict')
})

test('goes with the account of its last member, and stays while others are in it', () => {
  const [workspaceCreated, owner] = created(true)
  if (!workspaceCreated || !owner) throw new Error('The history is empty')
  const removed = {
    type: 'WorkspaceMemberRemoved',
    data: { userId: 'u1', reason: 'account-deleted' },
  } as const
  given(workspace, workspaceCreated, owner)
    .when({ type: 'EndMembership', userId: 'u1' }, new Date(now))
    .then(removed, {
      type: 'WorkspaceDeletionRequested',
      data: { userId: 'u1', requestedAt: now, eraseAt: now },
    })
  given(workspace, ...created())
    .when({ type: 'EndMembership', userId: 'u2' })
    .then({ type: 'WorkspaceMemberRemoved', data: { userId: 'u2', reason: 'account-deleted' } })
})
