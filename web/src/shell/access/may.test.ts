import { holds, ownerOnly as inContract, workspacePermissionNames } from '@parley/contracts/permissions.ts'
import { expect, test } from 'vitest'
import { mayIn, ownerOnly } from './may.ts'

test('the interface knows the permissions of owners as the contract has them', () => {
  expect([...ownerOnly]).toEqual(inContract)
})

test('the interface shows what the server allows', () => {
  const listed = { role: 'member', permissions: ['agent.list', 'conversation.read', 'test.read'] } as const
  for (const name of workspacePermissionNames) {
    expect(mayIn({ role: 'owner' }, name)).toBe(holds({ role: 'owner' }, name))
    expect(mayIn({ role: 'member' }, name)).toBe(holds({ role: 'member' }, name))
    const permissions = [...listed.permissions]
    expect(mayIn({ role: 'member', permissions }, name)).toBe(holds(listed, name))
  }
})
