/** The command endpoints of workspaces, for one region. */
import type { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { workspace } from './workspace.decider.ts'

export function workspaceHandlers(deps: {
  handle: CommandHandler['handle']
}): Handlers<typeof workspaceEndpoints> {
  const { handle } = deps

  return {
    async 'workspaces.save'(call) {
      const { workspaceName } = call.body
      const command = { type: 'RenameWorkspace', workspaceName } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'workspaces.regenerateSecret'(call) {
      const command = { type: 'RegenerateSecret', workspaceSecret: newWorkspaceSecret() } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      if (!handled.ok) return handled
      if (handled.state.status === 'none') throw new Error('A workspace vanished while its secret changed')
      return reply({ workspaceSecret: handled.state.workspaceSecret }, handled.position)
    },
  }
}

/** `ws_` and 20 random characters (part 2 §9: 'workspace secret 20 random characters with a prefix'). */
export function newWorkspaceSecret(): string {
  return `ws_${randomText(20)}`
}
