/** Adds a member to a workspace without an invitation and its mail, however many seats there are. */
import { type WorkspaceEvent, workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { accept } from '@parley/kernel/commands/decider.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import type { Person, TestPlatform } from './test-platform.ts'

/** Resolves when the colleague has the permissions of members. */
export async function joinWorkspace(
  parley: TestPlatform,
  owner: Person,
  colleague: Person,
  permissions?: readonly string[],
): Promise<void> {
  const engines = parley.platform.regions.get(owner.region)?.engines
  if (!engines) throw new Error('The platform has no such region')
  const { userId, email } = colleague
  const joining = {
    ...workspace,
    events: workspaceEvents,
    decider: {
      ...workspace.decider,
      decide: (_: 'join') =>
        accept<WorkspaceEvent>({
          type: 'WorkspaceMemberAdded',
          data: { userId, email, role: 'member', ...(permissions && { permissions: [...permissions] }) },
        }),
    },
  }
  const joined = await engines.commands.handle(joining, owner.workspaceId, 'join', {
    tenant: owner.workspaceId,
    actor: { kind: 'user', id: owner.userId },
    cause: { via: 'system', command: `join/${userId}`, correlation: `join/${userId}` },
  })
  if (!joined.ok) throw new Error(joined.rejection.message)
  await parley.settled(owner.region)
}
