/** Which workspaces a person must hand over before they can leave them. */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { workspace } from './workspace.decider.ts'

/** Returns the names of those workspaces among the tenants that the person owns and others are members of. */
export type OwnedWithOthers = (userId: string, tenants: readonly string[]) => Promise<string[]>

export function ownedWithOthers({ load }: Pick<CommandHandler, 'load'>): OwnedWithOthers {
  return async (userId, tenants) => {
    const states = await Promise.all(
      tenants.map(async (tenant) => (await load(workspace, tenant, tenant))?.state),
    )
    return states.flatMap((state) =>
      state?.status === 'live' && !state.deletion && state.ownerId === userId && state.members.length > 1
        ? [state.workspaceName]
        : [],
    )
  }
}
