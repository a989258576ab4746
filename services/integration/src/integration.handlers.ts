/** The command endpoints of tools, for one region. */
import type { integrationEndpoints } from '@parley/contracts/integration/endpoints.ts'
import type { ToolSettings } from '@parley/contracts/integration/tool.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { type CallingDeps, callTool } from './calling.ts'
import { MOST_TOOLS, noTool, noToolVersion, tool, toolVersionOf } from './tool.decider.ts'

export type IntegrationDeps = CallingDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  inTurn: InTurn
  toolCount(tenant: string): Promise<number>
}

export function integrationHandlers(deps: IntegrationDeps): Handlers<typeof integrationEndpoints> {
  const { handle, load } = deps

  return {
    async 'tools.create'(call) {
      const { settings, serverUrlSecret } = call.body
      const refused = await refusedCredential(deps, call.tenant, settings)
      if (refused) return refused
      const id = derivedId(20, call.tenant, call.context.cause.command)
      const secret = serverUrlSecret ? { serverUrlSecret } : {}
      const userId = call.context.actor.id
      const handled = await deps.inTurn(call.tenant, 'tools', async () => {
        const limit = { maxTools: MOST_TOOLS, tools: await deps.toolCount(call.tenant) }
        const command = { type: 'CreateTool', id, userId, settings, limit, ...secret } as const
        return handle(tool, id, command, call.context)
      })
      return handled.ok ? reply({ id }, handled.position) : handled
    },

    async 'tools.save'(call) {
      const { settings, serverUrlSecret } = call.body
      const refused = await refusedCredential(deps, call.tenant, settings)
      if (refused) return refused
      const secret = serverUrlSecret === undefined ? {} : { serverUrlSecret }
      const command = { type: 'ChangeTool', settings, ...secret } as const
      const context = overwriting(tool, call.context, ['ToolChanged'])
      const handled = await handle(tool, call.params.toolId, command, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'tools.delete'(call) {
      const context = overwriting(tool, call.context, ['ToolChanged'])
      const handled = await handle(tool, call.params.toolId, { type: 'DeleteTool' }, context)
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'tools.undelete'(call) {
      const { tenant, context, params } = call
      const state = (await load(tool, params.toolId, tenant))?.state
      const former = state?.status === 'deleted' ? state.former?.tool : undefined
      const refused = former && (await refusedCredential(deps, tenant, former))
      if (refused) return refused
      const handled = await deps.inTurn(tenant, 'tools', async () => {
        const limit = { maxTools: MOST_TOOLS, tools: await deps.toolCount(tenant) }
        const command = { type: 'UndeleteTool', userId: context.actor.id, limit } as const
        return handle(tool, params.toolId, command, context)
      })
      return handled.ok ? reply({ success: true }, handled.position) : handled
    },

    async 'tools.version'({ tenant, params: { toolId, version } }) {
      const state = (await load(tool, toolId, tenant))?.state
      if (state?.status !== 'live') return noTool
      const found = toolVersionOf(state, version)
      return found ? reply(found) : noToolVersion
    },

    async 'tools.restoreVersion'(call) {
      const { toolId, version } = call.params
      const state = (await load(tool, toolId, call.tenant))?.state
      const restored = state?.status === 'live' ? toolVersionOf(state, version) : undefined
      const refused = restored && (await refusedCredential(deps, call.tenant, restored.settings))
      if (refused) return refused
      const context = overwriting(tool, call.context, ['ToolChanged'])
      const { approval } = call.query
      const command = { type: 'RestoreToolVersion', version, approval } as const
      const handled = await handle(tool, toolId, command, context)
      if (!handled.ok) return handled
      const made = handled.state.status === 'live' ? handled.state.versions.at(-1) : undefined
      const approvalKept = made?.settings.needsApproval === true && !restored?.settings.needsApproval
      return reply({ version: made?.version ?? 0, approvalKept }, handled.position)
    },

    async 'tools.test'(call) {
      const { toolId } = call.params
      const state = (await load(tool, toolId, call.tenant))?.state
      if (state?.status !== 'live') return noTool
      const key = `test.${toolId}.${call.context.cause.command}`
      const { outcome, status, tookMs, request, response } = await callTool(
        deps,
        state.tool,
        call.body.values,
        key,
        { tenant: call.tenant },
      )
      const answered = status === undefined ? {} : { status }
      const command = { type: 'RecordTest', outcome, tookMs, ...answered } as const
      const handled = await handle(tool, toolId, command, call.context)
      if (!handled.ok) return handled
      return reply({ outcome, tookMs, request, response, ...answered }, handled.position)
    },
  }
}

/** Why a function with these settings can't have its credential; undefined if it can. */
export async function refusedCredential(
  { credentials }: Pick<CallingDeps, 'credentials'>,
  tenant: string,
  { credentialId, serverUrl }: ToolSettings,
) {
  if (credentialId === undefined) return undefined
  const fault = await credentials.faultAt(tenant, credentialId, serverUrl)
  if (fault === undefined) return undefined
  return fault === 'not-found'
    ? refuse('not-found', 'This credential does not exist.', 'settings.credentialId')
    : refuse('credential-not-for-host', fault, 'settings.credentialId')
}
