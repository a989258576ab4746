/** Personal workspaces. Their id differs from the person's and is only known here. */
import { createHash } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { memberOf } from './member-view.ts'
import { type WorkspaceState, workspace } from './workspace.decider.ts'
import { newWorkspaceSecret } from './workspace.handlers.ts'

export type PersonalWorkspaces = {
  /** Creates a person's workspace, or returns the existing one. Throws if it can't be written. */
  create(
    person: { userId: string; email: string },
    context: CommandContext,
  ): Promise<{ workspace: SessionWorkspaceView; position: number }>
  /** Reads a person's personal workspace from its stream, so it is available right after sign-up. */
  find(userId: string): Promise<SessionWorkspaceView | undefined>
}

export function personalWorkspaces(deps: {
  region: Region
  handle: CommandHandler['handle']
  load: CommandHandler['load']
}): PersonalWorkspaces {
  const { region, handle, load } = deps

  return {
    async create({ userId, email }, context) {
      const workspaceId = personalWorkspaceId(userId)
      const handled = await handle(
        workspace,
        workspaceId,
        {
          type: 'CreateWorkspace',
          workspaceId,
          ownerId: userId,
          email,
          workspaceName: `Personal ${randomText(5)}`,
          workspaceSecret: newWorkspaceSecret(),
          region,
          personal: true,
        },
        { ...context, tenant: workspaceId },
      )
      const view = handled.ok ? viewFor(handled.state, userId) : undefined
      if (!handled.ok || !view) throw new Error('The personal workspace could not be created')
      return { workspace: view, position: handled.position }
    },

    async find(userId) {
      const workspaceId = personalWorkspaceId(userId)
      const loaded = await load(workspace, workspaceId, workspaceId)
      return loaded && viewFor(loaded.state, userId)
    },
  }
}

/** Derived from the person's id, so that a retried sign-up finds the same workspace, before any read model shows it. */
function personalWorkspaceId(userId: string): string {
  return createHash('sha256').update(`personal workspace of ${userId}`).digest('hex').slice(0, 24)
}

function viewFor(state: WorkspaceState, userId: string): SessionWorkspaceView | undefined {
  return state.status === 'live' ? memberOf(state, userId) : undefined
}
