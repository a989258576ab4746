import { expect, test } from 'vitest'
import { holds, ownerOnly, workspacePermissionNames } from '../permissions.ts'
import {
  completed,
  givable,
  memberPresets,
  permissionGroups,
  permissionsIn,
  presetOf,
} from './member-permissions.ts'

test('every permission that can be given stands in one group', () => {
  const grouped = permissionGroups.flatMap(permissionsIn)
  expect(grouped.toSorted()).toEqual(givable.toSorted())
  expect(givable.filter((name) => ownerOnly.includes(name))).toEqual([])
})

test('what a permission needs comes with it, and nothing that is for owners', () => {
  const ofEveryMember = ['workspace.follow', 'workspace.read']
  expect(completed([])).toEqual(ofEveryMember)
  expect(completed(['billing.manage', 'made.up'])).toEqual(ofEveryMember)
  expect(completed(['knowledge.manage'])).toEqual([
    'agent.list',
    'agent.view',
    'agent.read',
    'knowledge.read',
    'knowledge.manage',
    ...ofEveryMember,
  ])
  for (const name of givable) {
    const permissions = completed([name])
    expect(completed(permissions)).toEqual(permissions)
    expect(permissions.every((one) => holds({ role: 'member', permissions }, one))).toBe(true)
  }
})

test('a set is found by its permissions', () => {
  for (const { name, permissions } of memberPresets) expect(presetOf(permissions)).toBe(name)
  expect(presetOf(['lead.read'])).toBe('Custom')
  expect(presetOf([])).toBe('Custom')
})

test('viewers change nothing but how they are notified, and see no secret', () => {
  const viewer = memberPresets.find(({ name }) => name === 'Viewer')
  const changing = viewer?.permissions?.filter((name) => !/\.(read|list|view|follow)$/.test(name))
  expect(changing).toEqual(['notification.manage'])
  for (const { permissions = workspacePermissionNames, name } of memberPresets)
    expect(permissions.includes('workspace.secret.manage')).toBe(name === 'Admin')
})
