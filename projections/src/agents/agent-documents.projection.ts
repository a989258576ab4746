/** The whole document of each agent, with secrets sealed as in the events. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `position` is that of the last event that changed the document. */
export type StoredAgent = { agentId: string; document: AgentDocument; position: number }

export const agentDocumentsProjection = tenantProjection<StoredAgent>()({
  name: 'agent-documents',
  version: 2,
  events: pick(
    agentEvents,
    'AgentCreated',
    'AgentPublished',
    'AgentRenamed',
    'AgentVersionRestored',
    'AgentDeleted',
  ),
  indexes: {},
  identify: (event) => event.data.agentId,
  project(stored, event) {
    const { agentId } = event.data
    const { position } = event
    if (event.type === 'AgentCreated') return { agentId, document: event.data.document, position }
    if (!stored || event.type === 'AgentDeleted') return undefined
    switch (event.type) {
      case 'AgentPublished': {
        const { changes, lastModified } = event.data
        return { agentId, document: { ...stored.document, ...changes, lastModified }, position }
      }
      case 'AgentRenamed': {
        const { title, lastModified } = event.data
        return { agentId, document: { ...stored.document, title, lastModified }, position }
      }
      case 'AgentVersionRestored':
        return { agentId, document: event.data.document, position }
    }
  },
})
