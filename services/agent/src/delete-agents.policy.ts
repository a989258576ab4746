/** Deletes the agents of deleted workspaces, so that what belongs to an agent ends as if it was deleted by itself. */

import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { agent } from './agent.decider.ts'

const name = 'delete-agents'

export type DeleteAgentsDeps = {
  handle: CommandHandler['handle']
  /** The ids of the workspace's agents, read once the read models have reached the position `after`. */
  agentIdsOf(tenant: string, after: number): Promise<string[]>
}

export function deleteAgents(deps: DeleteAgentsDeps) {
  return definePolicy({
    name,
    startFrom: 'origin',
    events: pick(workspaceEvents, 'WorkspaceDeleted'),
    async react(event) {
      const { tenant, position } = event
      for (const agentId of await deps.agentIdsOf(tenant, position)) {
        const context = atStep(reactingTo(event, name), agentId)
        const handled = await deps.handle(agent, agentId, { type: 'DeleteAgent', agentId }, context)
        if (!handled.ok && handled.rejection.code !== 'not-found') throw new Error(handled.rejection.code)
      }
    },
  })
}
