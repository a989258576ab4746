/** Deletes files with their conversation, agent or blueprint, and temporary files by day. */
import { blueprintEvents } from '@parley/contracts/agent/blueprint-events.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import type { FileStore } from '@parley/kernel/files/file-store.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { agentOwner, conversationOwner, TEMPORARY, temporaryOwner } from './file.handlers.ts'

const events = {
  ConversationDeleted: conversationEvents.ConversationDeleted,
  AgentDeleted: agentEvents.AgentDeleted,
  BlueprintDeleted: blueprintEvents.BlueprintDeleted,
}

export function deleteFilesPolicy({ store }: { store: FileStore }) {
  return definePolicy({
    name: 'delete-files',
    startFrom: 'origin',
    events,
    async react(event) {
      const { tenant } = event
      if (event.type === 'AgentDeleted') await store.remove({ tenant, owner: agentOwner(event.data.agentId) })
      else if (event.type === 'BlueprintDeleted')
        // Its pictures are kept like those of an agent.
        await store.remove({ tenant, owner: agentOwner(event.data.blueprintId) })
      else {
        const conversationId = event.stream.slice('conversation-'.length)
        await store.remove({ tenant, owner: conversationOwner(conversationId) })
      }
    },
  })
}

const DAY_MS = 86_400_000

/** Deletes temporary files from before yesterday (UTC), so that each is kept for at least a day. */
export async function sweepTemporaryFiles(store: FileStore, now: Date): Promise<void> {
  const kept = [now, new Date(now.getTime() - DAY_MS)].map(temporaryOwner)
  for (const owner of await store.owners(TEMPORARY)) {
    if (!kept.includes(owner.owner)) await store.remove(owner)
  }
}
