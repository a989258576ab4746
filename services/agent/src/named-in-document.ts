/** The ids in an agent's document: of the agent itself, its workspace, and the workspace's tools and pictures. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { picturesIn } from '@parley/contracts/agent/pictures.ts'
import { toolsIn } from '@parley/contracts/agent/tools-in.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { agent, refuseMisplaced } from './agent.decider.ts'

/**
 * Refuses a document that names another agent, another workspace, or a tool or a picture that the workspace does not
 * have; undefined if all belong to the agent. What the stored document already names is accepted: a tool that was deleted
 * since must not prevent saving. `within`: the document's place in the body, such as `draft.`.
 */
export type RefuseStrangers = (
  of: { tenant: string; agentId: string | undefined },
  document: AgentDocument,
  within?: string,
) => Promise<{ ok: false; rejection: Rejection } | undefined>

export function refuseStrangers(deps: {
  load: CommandHandler['load']
  isTool(tenant: string, toolId: string): Promise<boolean>
  /** Whether a picture's address is elsewhere, or of a picture that the workspace has. */
  isPicture(tenant: string, address: string): Promise<boolean>
}): RefuseStrangers {
  return async ({ tenant, agentId }, document, within = '') => {
    const misplaced = refuseMisplaced({ agentId, ownerID: tenant, document }, within)
    if (misplaced) return misplaced
    const tools = toolsIn(document)
    const pictures = picturesIn(document)
    if (tools.length + pictures.length === 0) return undefined
    const stored = agentId === undefined ? undefined : await deps.load(agent, agentId, tenant)
    const before = stored?.state.document ?? {}
    const known = new Set([
      ...toolsIn(before).map(({ toolId }) => toolId),
      ...picturesIn(before).map(({ address }) => address),
    ])
    for (const { toolId, field } of tools)
      if (!known.has(toolId) && !(await deps.isTool(tenant, toolId)))
        return refuse(
          'invalid-input',
          'The agent names a tool that this workspace does not have.',
          within + field,
        )
    for (const { address, field } of pictures)
      if (!known.has(address) && !(await deps.isPicture(tenant, address)))
        return refuse(
          'invalid-input',
          'The agent names a picture that this workspace does not have.',
          within + field,
        )
    return undefined
  }
}
