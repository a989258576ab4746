/** The command endpoints of workspaces, for one region. */
import type { workspaceEndpoints } from '@parley/contracts/workspace/endpoints.ts'
import type { inboxSettingsEndpoints } from '@parley/contracts/workspace/inbox-settings.ts'
import type { savedViewEndpoints } from '@parley/contracts/workspace/saved-views.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/handler.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { workspace } from './workspace.decider.ts'

export function workspaceHandlers(deps: {
  handle: CommandHandler['handle']
}): Handlers<typeof workspaceEndpoints> &
  Omit<Handlers<typeof inboxSettingsEndpoints>, 'inbox.get'> &
  Handlers<typeof savedViewEndpoints> {
  const { handle } = deps

  return {
    async 'workspaces.save'(call) {
      const command = { type: 'SaveWorkspace', ...call.body } as const
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

    async 'inbox.save'(call) {
      const command = { type: 'ChangeInboxSettings', settings: call.body } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.saveCannedResponse'(call) {
      const { cannedResponseId } = call.params
      const command = {
        type: 'SaveCannedResponse',
        cannedResponse: { cannedResponseId, ...call.body },
      } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.deleteCannedResponse'(call) {
      const { cannedResponseId } = call.params
      const command = { type: 'DeleteCannedResponse', cannedResponseId } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.saveView'(call) {
      const { viewId } = call.params
      const { name, filters, onlyMine } = call.body
      const by = personOf(call)
      if (onlyMine && by === undefined)
        return refuse('invalid-input', 'Only a signed-in person has views of their own.', 'onlyMine')
      const view = { viewId, name, filters, ...(onlyMine ? { ownerId: by } : {}) }
      const command = { type: 'SaveInboxView', view, by } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'inbox.deleteView'(call) {
      const command = { type: 'DeleteInboxView', viewId: call.params.viewId, by: personOf(call) } as const
      const handled = await handle(workspace, call.tenant, command, call.context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },
  }
}

function personOf({ principal }: Pick<Call, 'principal'>): string | undefined {
  return principal.kind === 'user' ? principal.userId : undefined
}

/** `ws_` and 20 random characters (part 2 §9: 'workspace secret 20 random characters with a prefix'). */
export function newWorkspaceSecret(): string {
  return `ws_${randomText(20)}`
}
