/** The ids in an agent's document: of the agent itself, its workspace, and the workspace's tools. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import { agent, refuseMisplaced } from './agent.decider.ts'

/**
 * Refuses a document that names another agent, another workspace, or a tool that the workspace does not have; undefined
 * if all belong to the agent. Tools that the stored document already names are accepted: one that was deleted since
 * must not prevent saving. `within`: the document's place in the body, such as `draft.`.
 */
export type RefuseStrangers = (
  of: { tenant: string; agentId: string | undefined },
  document: AgentDocument,
  within?: string,
) => Promise<{ ok: false; rejection: Rejection } | undefined>

export function refuseStrangers(deps: {
  load: CommandHandler['load']
  isTool(tenant: string, toolId: string): Promise<boolean>
}): RefuseStrangers {
  return async ({ tenant, agentId }, document, within = '') => {
    const misplaced = refuseMisplaced({ agentId, ownerID: tenant, document }, within)
    if (misplaced) return misplaced
    const named = toolsIn(document)
    if (named.length === 0) return undefined
    const stored = agentId === undefined ? undefined : await deps.load(agent, agentId, tenant)
    const known = new Set(toolsIn(stored?.state.document ?? {}).map(({ toolId }) => toolId))
    for (const { toolId, field } of named)
      if (!known.has(toolId) && !(await deps.isTool(tenant, toolId)))
        return refuse(
          'invalid-input',
          'The agent names a tool that this workspace does not have.',
          within + field,
        )
    return undefined
  }
}

/** A node without a chosen tool is skipped. */
function toolsIn({ assignedToolsIds = [], nodes = [] }: AgentDocument): { toolId: string; field: string }[] {
  return [
    ...assignedToolsIds.map((toolId) => ({ toolId, field: 'assignedToolsIds' })),
    ...nodes.flatMap((node) =>
      node.type === 'tool' && node.toolId !== '' ? [{ toolId: node.toolId, field: `nodes.${node.id}` }] : [],
    ),
  ]
}
