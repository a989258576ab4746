/** Deletes the knowledge of deleted agents. */
import { agentEvents } from '@parley/contracts/agent/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { knowledgeSource } from './knowledge-source.decider.ts'

const name = 'delete-knowledge'
const events = pick(agentEvents, 'AgentDeleted')

export type DeleteKnowledgeDeps = {
  handle: CommandHandler['handle']
  /** The ids of the agent's sources, read once the read models have reached the position `after`. */
  sourceIdsOf(tenant: string, agentId: string, after: number): Promise<string[]>
}

export function deleteKnowledge({ handle, sourceIdsOf }: DeleteKnowledgeDeps): Policy<typeof events> {
  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    async react(event) {
      const { agentId } = event.data
      for (const sourceId of await sourceIdsOf(event.tenant, agentId, event.position)) {
        await handle(knowledgeSource, sourceId, { type: 'DeleteSource', agentId }, reactingTo(event, name))
      }
    },
  })
}
