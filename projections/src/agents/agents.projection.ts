/** The agent list of a workspace: what a list shows of each agent. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type AgentListItem, agentListItem } from '@parley/contracts/agent/endpoints.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

export const agentsProjection = tenantProjection<AgentListItem>()({
  name: 'agents',
  version: 4,
  events: {
    ...pick(
      agentEvents,
      'AgentCreated',
      'AgentPublished',
      'AgentRenamed',
      'AgentVersionRestored',
      'AgentDeleted',
    ),
    ...pick(conversationEvents, 'ConversationStarted', 'VisitorMessageReceived'),
  },
  indexes: { byLastModified: ['lastModified'] },
  identify: (event) => event.data.agentId,
  project(item, event) {
    if (event.type === 'AgentCreated') return listItem(event.data.document, event.data.agentId)
    if (!item || event.type === 'AgentDeleted') return undefined
    switch (event.type) {
      case 'AgentPublished':
        return {
          ...item,
          ...shownOf(event.data.changes),
          lastModified: event.data.lastModified,
        }
      case 'AgentRenamed':
        return { ...item, title: event.data.title, lastModified: event.data.lastModified }
      case 'AgentVersionRestored':
        return {
          ...listItem(event.data.document, item.ID),
          conversations: item.conversations,
          lastConversationAt: item.lastConversationAt,
        }
      case 'ConversationStarted':
        return isVisit(event.data) ? { ...item, conversations: item.conversations + 1 } : item
      case 'VisitorMessageReceived':
        return isVisit(event.data) ? { ...item, lastConversationAt: event.data.at } : item
    }
  },
})

/** Conversations of the test panel are not conversations with a visitor. */
function isVisit({ channel }: { channel: string }): boolean {
  return channel !== 'test-panel'
}

function listItem(document: AgentDocument, ID: string): AgentListItem {
  return {
    ID,
    title: '',
    description: '',
    agentPlatform: 'vg',
    enableNodes: false,
    lastModified: 0,
    conversations: 0,
    ...shownOf(document),
  }
}

/** The fields of a document that a list item has. An agent keeps its id. */
const { ID: _, ...listed } = agentListItem.shape

function shownOf(document: AgentDocument): Partial<AgentListItem> {
  return Object.fromEntries(
    Object.entries(document).filter(([name, value]) => name in listed && value !== undefined),
  )
}
