import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { type WorkspaceCommand, workspace } from './workspace.decider.ts'

const create: WorkspaceCommand = {
  type: 'CreateWorkspace',
  workspaceId: 'u1',
  ownerId: 'u1',
  email: 'ada@example.com',
  workspaceName: 'Personal ab1cd',
  workspaceSecret: 'ws_abcdefghijklmnopqrst',
  region: 'eu',
  personal: true,
}
const hash = '2d8a3bd6b9a8b3ff1b2a6c4b7ee2e50a3a8f8b4c3b6a1b1d1d3e0c5a7c9b2f4e'
const created: WorkspaceEvent = {
  type: 'WorkspaceCreated',
  data: {
    workspaceId: 'u1',
    ownerId: 'u1',
    workspaceName: 'Personal ab1cd',
    workspaceSecret: 'ws_abcdefghijklmnopqrst',
    workspaceSecretHash: hash,
    region: 'eu',
    personal: true,
  },
}
const owner: WorkspaceEvent = {
  type: 'WorkspaceMemberAdded',
  data: { userId: 'u1', email: 'ada@example.com', role: 'owner' },
}

test('a workspace is created with its owner as member, once', () => {
  const [first, second] = given(workspace).when(create).events()
  expect(first).toMatchObject({ type: 'WorkspaceCreated', data: { workspaceName: 'Personal ab1cd' } })
  expect(first?.data).toHaveProperty('workspaceSecretHash', expect.stringMatching(/^[0-9a-f]{64}$/))
  expect(second).toEqual(owner)
  given(workspace, created, owner).when(create).thenNothing()
  given(workspace, created, owner)
    .when({ ...create, ownerId: 'u2' })
    .thenRejected('conflict')
})

test('the state contains the members, but no e-mail address', () => {
  const { state } = given(workspace, created, owner)
  expect(state).toMatchObject({ members: [{ userId: 'u1', role: 'owner' }], workspaceSecretHash: hash })
  expect(JSON.stringify(state)).not.toContain('example')
})

test('renaming', () => {
  const rename: WorkspaceCommand = { type: 'SaveWorkspace', workspaceName: 'Team' }
  given(workspace, created)
    .when(rename)
    .then({ type: 'WorkspaceRenamed', data: { workspaceName: 'Team' } })
  given(workspace, created).when({ type: 'SaveWorkspace', workspaceName: 'Personal ab1cd' }).thenNothing()
  given(workspace).when(rename).thenRejected('not-found')
})

test('a photo is changed, and removed by an empty one', () => {
  const photo = (workspacePhotoURL: string) =>
    ({ type: 'WorkspacePhotoChanged', data: { workspacePhotoURL } }) satisfies WorkspaceEvent
  const save = (workspacePhotoURL: string) => ({ type: 'SaveWorkspace', workspacePhotoURL }) as const
  const [one, other] = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB']
  given(workspace, created).when(save(one)).then(photo(one))
  given(workspace, created, photo(one)).when(save(one)).thenNothing()
  given(workspace, created, photo(one)).when(save(other)).then(photo(other))
  given(workspace, created, photo(one)).when(save('')).then(photo(''))
  given(workspace, created).when(save('')).thenNothing()
  given(workspace, created, photo(one))
    .when({ type: 'SaveWorkspace', workspaceName: 'Team' })
    .then({
      type: 'WorkspaceRenamed',
      data: { workspaceName: 'Team' },
    })
})

test('a new secret is recorded with the hash of the former one', () => {
  const [event] = given(workspace, created)
    .when({ type: 'RegenerateSecret', workspaceSecret: 'ws_ABCDEFGHIJKLMNOPQRST' })
    .events()
  expect(event).toMatchObject({ data: { formerSecretHash: hash } })
  expect(given(workspace, created, event!).state).not.toMatchObject({ workspaceSecretHash: hash })
})

test('inbox settings: absent fields stay unchanged', () => {
  const [event] = given(workspace, created)
    .when({ type: 'ChangeInboxSettings', settings: { predefinedTags: ['Order'], disallowAnyTags: true } })
    .events()
  expect(event).toMatchObject({
    type: 'InboxSettingsChanged',
    data: { predefinedTags: ['Order'], disallowAnyTags: true, enableCannedResponses: true },
  })
  given(workspace, created, event!)
    .when({ type: 'ChangeInboxSettings', settings: { disallowAnyTags: true } })
    .thenNothing()
})

test('canned responses: shortcuts are unique', () => {
  const saved = (cannedResponseId: string, shortcut: string, text = 'Hi'): WorkspaceEvent => ({
    type: 'CannedResponseSaved',
    data: { cannedResponseId, shortcut, text },
  })
  const save = (cannedResponseId: string, shortcut: string, text = 'Hi'): WorkspaceCommand => ({
    type: 'SaveCannedResponse',
    cannedResponse: { cannedResponseId, shortcut, text },
  })
  given(workspace, created).when(save('r1', 'hi')).then(saved('r1', 'hi'))
  const one = given(workspace, created, saved('r1', 'hi'))
  one.when(save('r1', 'hi')).thenNothing()
  one.when(save('r1', 'hello', 'Hello')).then(saved('r1', 'hello', 'Hello'))
  one.when(save('r2', 'hi')).thenRejected('shortcut-taken')
  one.when({ type: 'DeleteCannedResponse', cannedResponseId: 'r1' }).then({
    type: 'CannedResponseDeleted',
    data: { cannedResponseId: 'r1' },
  })
  one.when({ type: 'DeleteCannedResponse', cannedResponseId: 'r2' }).thenRejected('not-found')
  const many = Array.from({ length: 200 }, (_, nth) => saved(`r${nth}`, `s${nth}`))
  given(workspace, created, ...many)
    .when(save('r200', 's200'))
    .thenRejected('too-many')
})

test('saved views: of the team or of one person, each with a unique name', () => {
  const view = (viewId: string, name: string, ownerId?: string) => ({
    viewId,
    name,
    filters: { tag: 'vip' },
    ...(ownerId === undefined ? {} : { ownerId }),
  })
  const saved = (...given: Parameters<typeof view>): WorkspaceEvent => ({
    type: 'InboxViewSaved',
    data: view(...given),
  })
  const save = (by: string | undefined, ...given: Parameters<typeof view>): WorkspaceCommand => ({
    type: 'SaveInboxView',
    view: view(...given),
    by,
  })
  const remove = (viewId: string, by: string | undefined): WorkspaceCommand => ({
    type: 'DeleteInboxView',
    viewId,
    by,
  })
  given(workspace, created)
    .when(save('u1', 'v1', 'VIPs'))
    .then(saved('v1', 'VIPs'))
  const two = given(workspace, created, saved('v1', 'VIPs'), saved('v2', 'Mine', 'u1'))
  two.when(save('u2', 'v1', 'VIPs')).thenNothing()
  two.when(save('u2', 'v1', 'Important')).then(saved('v1', 'Important'))
  two.when(save('u2', 'v3', 'vips', 'u2')).thenRejected('name-taken')
  // A person's own view can't be changed, deleted or collided with by others.
  two.when(save('u2', 'v3', 'Mine')).then(saved('v3', 'Mine'))
  two.when(save('u2', 'v2', 'Taken')).thenRejected('not-found')
  two.when(remove('v2', 'u2')).thenRejected('not-found')
  two.when(remove('v2', undefined)).thenRejected('not-found')
  two.when(remove('v2', 'u1')).then({ type: 'InboxViewDeleted', data: { viewId: 'v2' } })
  two.when(remove('v9', 'u1')).thenRejected('not-found')
  given(workspace, created, ...Array.from({ length: 200 }, (_, nth) => saved(`v${nth}`, `${nth}`)))
    .when(save('u1', 'more', 'More'))
    .thenRejected('too-many')
})

test('how far the onboarding is: each flag stays until it is given, and nothing happens twice', () => {
  const finish: WorkspaceCommand = {
    type: 'SaveWorkspace',
    internal: { isAgentOnboardingDone: true, completedDriverOnboarding: true },
  }
  const done = { isAgentOnboardingDone: true, completedDriverOnboarding: true }
  const finished: WorkspaceEvent = { type: 'WorkspaceOnboardingChanged', data: done }
  given(workspace, created).when(finish).then(finished)
  given(workspace, created, finished).when(finish).thenNothing()
  given(workspace, created, finished)
    .when({ type: 'SaveWorkspace', internal: { completedDriverOnboarding: false } })
    .then({ type: 'WorkspaceOnboardingChanged', data: { ...done, completedDriverOnboarding: false } })
})
