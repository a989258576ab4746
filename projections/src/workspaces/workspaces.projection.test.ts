import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { defaultInboxSettings } from '@parley/contracts/workspace/inbox-settings.ts'
import type { MemberRole } from '@parley/contracts/workspace/roles.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
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
const joined = (tenant: string, userId: string, role: MemberRole) =>
  ({
    type: 'WorkspaceMemberAdded',
    tenant,
    data: { userId, email: 'sealed', role },
  }) satisfies WorkspaceEvent & { tenant: string }

test('contains a workspace with its members, and its secret sealed as in the event', () => {
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
  const photographed = {
    type: 'WorkspacePhotoChanged',
    tenant: 'w1',
    data: { workspacePhotoURL: 'sealed photo' },
  } satisfies WorkspaceEvent & { tenant: string }
  const onboarded = {
    type: 'WorkspaceOnboardingChanged',
    tenant: 'w1',
    data: { isAgentOnboardingDone: true },
  } satisfies WorkspaceEvent & { tenant: string }
  const events = [
    created,
    joined('w1', 'u1', 'owner'),
    joined('w1', 'u2', 'member'),
    regenerated,
    renamed,
    photographed,
    onboarded,
  ]
  expect(projected(workspacesProjection, events).get('w1')).toEqual({
    workspaceId: 'w1',
    ownerId: 'u1',
    workspaceName: 'Team',
    workspacePhotoURL: 'sealed photo',
    workspaceSecret: 'sealed 2',
    region: 'eu',
    personal: true,
    invites: [],
    members: [
      { userId: 'u1', role: 'owner' },
      { userId: 'u2', role: 'member' },
    ],
    inbox: defaultInboxSettings,
    cannedResponses: [],
    savedViews: [],
    onboarding: { isAgentOnboardingDone: true },
  })
})

test('contains the inbox settings of the team', () => {
  const saved = (cannedResponseId: string, shortcut: string, text: string) =>
    ({
      type: 'CannedResponseSaved',
      tenant: 'w1',
      data: { cannedResponseId, shortcut, text },
    }) satisfies WorkspaceEvent & { tenant: string }
  const view = (viewId: string, name: string) =>
    ({
      type: 'InboxViewSaved',
      tenant: 'w1',
      data: { viewId, name, filters: { tag: 'vip' } },
    }) satisfies WorkspaceEvent & { tenant: string }
  const settings = { ...defaultInboxSettings, predefinedTags: ['Order'], disallowAnyTags: true }
  const document = projected(workspacesProjection, [
    created,
    { type: 'InboxSettingsChanged', tenant: 'w1', data: settings },
    saved('r1', 'thanks', 'Thank you!'),
    saved('r2', 'hours', 'Nine to five'),
    saved('r1', 'thanks', 'Thank you very much!'),
    saved('r3', 'gone', 'Gone'),
    { type: 'CannedResponseDeleted', tenant: 'w1', data: { cannedResponseId: 'r3' } },
    view('v1', 'Vips'),
    view('v2', 'late ones'),
    view('v3', 'Gone'),
    { type: 'InboxViewDeleted', tenant: 'w1', data: { viewId: 'v3' } },
    view('v1', 'VIPs'),
  ]).get('w1')
  expect(document?.inbox).toEqual(settings)
  expect(document?.cannedResponses).toEqual([
    { cannedResponseId: 'r2', shortcut: 'hours', text: 'Nine to five' },
    { cannedResponseId: 'r1', shortcut: 'thanks', text: 'Thank you very much!' },
  ])
  expect(document?.savedViews.map(({ name }) => name)).toEqual(['late ones', 'VIPs'])
})

test('contains who is invited, what members may do, and who owns it', () => {
  const at = (event: WorkspaceEvent) => ({ ...event, tenant: 'w1' })
  const invitation = { inviteId: 'i1', email: 'sealed', invitedBy: 'u1', sentAt: 1, expiresAt: 9 }
  const invited = at({ type: 'MemberInvited', data: { ...invitation, sending: 1 } })
  const resent = at({
    type: 'InviteResent',
    data: { inviteId: 'i1', sending: 2, sentAt: 5, expiresAt: 14 },
  })
  const before: (WorkspaceEvent & { tenant: string })[] = [
    created,
    joined('w1', 'u1', 'owner'),
    joined('w1', 'u2', 'member'),
    invited,
    resent,
  ]
  const now = (...events: readonly (WorkspaceEvent & { tenant: string })[]) =>
    projected(workspacesProjection, [...before, ...events]).get('w1')
  expect(now()?.invites).toEqual([{ ...invitation, sentAt: 5, expiresAt: 14 }])
  expect(now(at({ type: 'InviteRevoked', data: { inviteId: 'i1' } }))?.invites).toEqual([])
  const changed = at({ type: 'MemberPermissionsChanged', data: { userId: 'u2', permissions: ['lead.read'] } })
  expect(now(changed)?.members[1]).toEqual({ userId: 'u2', role: 'member', permissions: ['lead.read'] })
  // What is kept in another read model leaves the workspace as it is.
  const ofToken = { tokenId: 't1', userId: 'u2' }
  const made = at({
    type: 'AccessTokenCreated',
    data: { ...ofToken, name: 'n8n', permissions: ['lead.read'], tokenHash: 'hash', createdAt: 1 },
  })
  const revoked = at({ type: 'AccessTokenRevoked', data: { ...ofToken, reason: 'person' } })
  expect(now(made, revoked)).toEqual(now())
  const offered = at({ type: 'OwnershipOffered', data: { userId: 'u2' } })
  expect(now(offered)?.offeredTo).toBe('u2')
  const left = at({ type: 'WorkspaceMemberRemoved', data: { userId: 'u2', reason: 'left' } })
  expect(now(offered, left)?.offeredTo).toBeUndefined()
  const transferred = at({ type: 'OwnershipTransferred', data: { ownerId: 'u2', formerOwnerId: 'u1' } })
  expect(now(changed, offered, transferred)).toMatchObject({
    ownerId: 'u2',
    offeredTo: undefined,
    members: [
      { userId: 'u1', role: 'member' },
      { userId: 'u2', role: 'owner', permissions: undefined },
    ],
  })
})

test('lists a user’s workspaces, and nothing personal', () => {
  const memberships = projected(membershipsProjection, [
    joined('w1', 'u1', 'owner'),
    joined('w2', 'u1', 'member'),
    joined('w2', 'u2', 'owner'),
  ])
  expect(Object.fromEntries(memberships)).toEqual({
    u1: {
      workspaces: [{ workspaceId: 'w1' }, { workspaceId: 'w2' }],
    },
    u2: { workspaces: [{ workspaceId: 'w2' }] },
  })
})

test('keeps the ids of former members until they join again', () => {
  const left = (userId: string) =>
    ({
      type: 'WorkspaceMemberRemoved',
      tenant: 'w1',
      data: { userId, reason: 'removed' },
    }) satisfies WorkspaceEvent & { tenant: string }
  const before = [
    created,
    joined('w1', 'u1', 'owner'),
    joined('w1', 'u2', 'member'),
    joined('w1', 'u3', 'member'),
    left('u2'),
    left('u3'),
  ]
  const former = (events: (WorkspaceEvent & { tenant: string })[]) =>
    projected(workspacesProjection, events).get('w1')?.formerMemberIds
  expect(former(before)).toEqual(['u2', 'u3'])
  expect(former([...before, joined('w1', 'u2', 'member')])).toEqual(['u3'])
})
