import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'

test('compares lists of plain values as sets', () => {
  const before = { permissions: ['agent.read', 'workspace.follow', 'workspace.read'] }
  const after = { permissions: ['agent.read', 'audit.read', 'workspace.follow', 'workspace.read'] }
  expect(changesBetween(before, after)).toEqual([{ path: 'permissions', added: ['audit.read'] }])
  expect(changesBetween(after, before)).toEqual([{ path: 'permissions', removed: ['audit.read'] }])
  expect(changesBetween({ tags: ['a', 'b'] }, { tags: ['b', 'c'] })).toEqual([
    { path: 'tags', removed: ['a'], added: ['c'] },
  ])
  expect(changesBetween({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual([
    { path: 'tags', before: ['a', 'b'], after: ['b', 'a'] },
  ])
  expect(changesBetween({ tags: ['a'] }, { tags: ['a'] })).toEqual([])
  expect(changesBetween({ tags: [] }, { tags: [] })).toEqual([])
})

test('compares items with ids by their ids, whatever the field is called', () => {
  const ada = { userId: 'u1', role: 'owner' }
  const otto = { userId: 'u2', role: 'member', permissions: ['agent.read'] }
  const changed = { ...otto, permissions: ['agent.read', 'audit.read'] }
  expect(changesBetween({ members: [ada, otto] }, { members: [changed, ada] })).toEqual([
    { path: 'members[userId=u2].permissions', added: ['audit.read'] },
  ])
  expect(changesBetween({ nodes: [{ id: 'n1', x: 1 }] }, { nodes: [{ id: 'n1', x: 2 }] })).toEqual([
    { path: 'nodes[n1].x', before: 1, after: 2 },
  ])
  const rules = [
    { agentId: 'a', x: 1 },
    { agentId: 'a', x: 2 },
  ]
  expect(changesBetween({ rules }, { rules: rules.slice(1) })).toEqual([
    { path: 'rules[0].x', before: 1, after: 2 },
    { path: 'rules[1].agentId', before: 'a' },
    { path: 'rules[1].x', before: 2 },
  ])
})
