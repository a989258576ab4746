import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { defineEndpoints, type Endpoint } from './endpoint.ts'
import {
  holds,
  ownerOnly,
  type Permission,
  pagePermissions,
  permissionNames,
  permissionsOnPages,
  type Role,
  roleNames,
  rolePermissions,
  workspacePermissions,
} from './permissions.ts'

const endpoints: Endpoint[] = Object.values(api)
const held = (role: Role) => permissionNames.filter((permission) => holds({ role }, permission))
const ofWorkspace = permissionNames.filter((permission) => permission in workspacePermissions)

test('every permission is named by an endpoint, but for what calls of another one may change', () => {
  const named = new Set<Permission>(endpoints.map(({ permission }) => permission))
  const unnamed = permissionNames.filter((permission) => !named.has(permission))
  expect(unnamed).toEqual(['organisation.rules.manage'])
})

test('every permission is held by a role, and no role holds one twice', () => {
  for (const permission of permissionNames)
    expect(
      roleNames.some((role) => holds({ role }, permission)),
      permission,
    ).toBe(true)
  for (const role of roleNames)
    expect(new Set(rolePermissions[role]).size, role).toBe(rolePermissions[role].length)
})

describe('the table', () => {
  test('gives the owner every workspace permission, and a member all except the owner-only ones', () => {
    expect(held('owner')).toEqual(expect.arrayContaining(ofWorkspace))
    expect(ofWorkspace.filter((permission) => !holds({ role: 'member' }, permission))).toEqual(ownerOnly)
  })

  test('gives billing to the workspace secret, which billing calls use (part 2 §6), but not members', () => {
    expect(held('secret')).toContain('billing.manage')
    expect(held('secret')).not.toContain('workspace.members.manage')
  })

  test("gives an agent's key no workspace permission", () => {
    expect(
      held('agent-key').filter((name) => /^(workspace|audit|billing|inbox|function)\./.test(name)),
    ).toEqual([])
    for (const permission of ['agent.list', 'agent.create', 'agent.delete', 'agent.export'] as const)
      expect(held('agent-key')).not.toContain(permission)
  })

  test('gives the agency admin home, leads, conversations, settings and analytics of all agents', () => {
    for (const page of ['/home', '/leads', '/convos', '/settings', '/analytics'] as const)
      expect(held('agency-admin')).toEqual(expect.arrayContaining([...pagePermissions[page]]))
    expect(held('agency-admin')).not.toContain('knowledge.manage')
    expect(held('agency-admin')).not.toContain('billing.manage')
  })

  test('gives a client what its pages need, and support no more than anyone', () => {
    const onLeads = { role: 'client', permissions: pagePermissions['/leads'] } as const
    expect(holds(onLeads, 'lead.read')).toBe(true)
    expect(holds(onLeads, 'conversation.read')).toBe(false)
    // Its prompts are the agency's.
    expect(holds(onLeads, 'agent.view')).toBe(true)
    expect(holds(onLeads, 'agent.read')).toBe(false)
    const onPrompts = { role: 'client', permissions: pagePermissions['/prompt'] } as const
    expect(holds(onPrompts, 'agent.publish')).toBe(true)
    expect(held('client')).toContain('client.profile.manage')
    for (const never of ['billing.manage', 'agent.test', 'test.read', 'workspace.read'] as const)
      expect(held('client')).not.toContain(never)
    // By its own setting alone.
    expect(held('client')).toContain('agent.create')
    expect(holds(onPrompts, 'agent.create')).toBe(false)
    expect(permissionsOnPages(['/leads', '/billing', '/voice', 'nonsense'])).toEqual(
      pagePermissions['/leads'],
    )
    expect(held('client')).not.toContain('organisation.manage')
    expect(held('support')).toEqual(held('anyone'))
  })

  test('lets organisation admins edit the organisation and add users, and root admins its rules', () => {
    expect(held('organisation-admin')).toEqual([...held('client'), 'organisation.manage'])
    expect(held('organisation-admin')).not.toContain('organisation.rules.manage')
    expect(held('root-admin')).toEqual(expect.arrayContaining(['client.manage', 'organisation.rules.manage']))
    const editor = { role: 'member', permissions: ['client.read', 'client.manage'] } as const
    expect(holds(editor, 'organisation.rules.manage')).toBe(false)
    expect(held('owner')).toContain('organisation.rules.manage')
    expect(held('token')).not.toContain('organisation.rules.manage')
  })
})

test("a holder's list of permissions restricts the role and never extends it", () => {
  const reader = { role: 'member', permissions: ['agent.read', 'billing.manage'] } as const
  expect(holds(reader, 'agent.read')).toBe(true)
  expect(holds(reader, 'agent.publish')).toBe(false)
  expect(holds(reader, 'billing.manage')).toBe(false)
})

test('a list that names a whole permission names its part too', () => {
  const reader = { role: 'member', permissions: ['agent.read', 'workspace.read'] } as const
  expect(holds(reader, 'agent.view')).toBe(true)
  expect(holds(reader, 'workspace.follow')).toBe(true)
  expect(holds({ ...reader, permissions: ['agent.view'] }, 'agent.read')).toBe(false)
})

test("an endpoint with a permission that its credentials can't hold does not compile", () => {
  const call = {
    summary: 'Sample',
    method: 'GET',
    path: '/sample',
    kind: 'query',
    output: z.string(),
  } as const
  defineEndpoints({ 'sample.open': { ...call, access: 'anyone', permission: 'agent.read-public' } })
  const signed = { ...call, access: 'signed', scheme: 'stripe' } as const
  defineEndpoints({ 'sample.signed': { ...signed, permission: 'webhook.deliver' } })
  // @ts-expect-error
  defineEndpoints({ 'sample.delivered': { ...signed, permission: 'agent.read' } })
  // @ts-expect-error
  defineEndpoints({ 'sample.unsigned': { ...call, access: 'signed', permission: 'webhook.deliver' } })
  // @ts-expect-error
  defineEndpoints({ 'sample.none': { ...call } })
  // @ts-expect-error
  defineEndpoints({ 'sample.unknown': { ...call, permission: 'agent.paint' } })
  // @ts-expect-error
  defineEndpoints({ 'sample.visitor': { ...call, access: 'visitor', permission: 'agent.read' } })
})
