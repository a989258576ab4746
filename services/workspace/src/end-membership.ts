/** Ends memberships of people whose accounts are deleted. */
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { workspace } from './workspace.decider.ts'

export type EndMembership = (
  tenant: string,
  userId: string,
  by: Pick<CommandContext, 'actor' | 'cause'>,
) => Promise<void>

/** Ends a membership, if the tenant is a workspace and the person its member. Throws if that is refused. */
export function endMembership({ handle, load }: Pick<CommandHandler, 'handle' | 'load'>): EndMembership {
  return async (tenant, userId, { actor, cause }) => {
    const found = await load(workspace, tenant, tenant)
    if (found?.state.status !== 'live') return
    const ended = await handle(
      workspace,
      tenant,
      { type: 'EndMembership', userId },
      { tenant, actor, cause: { ...cause, command: `leave/${userId}` } },
    )
    if (!ended.ok) throw new Error(`A membership of workspace ${tenant} stays: ${ended.rejection.message}`)
  }
}
