/** The fields of each agent that the widget gets (part 1 §3, 'Public agent data'), with defaults. */
import type { AgentDocument, PublicAgent } from '@parley/contracts/agent/document.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { publicAgentOf } from '@parley/contracts/agent/public-agent.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'

/**
 * `agent` is sent to the widget. `position` is that of the last event that changed it; `restricted`: only certain
 * websites may embed the agent; `squareImageURL` is for the chat's own page.
 */
export type StoredPublicAgent = {
  agent: PublicAgent
  position: number
  restricted: boolean
  squareImageURL?: string
}

export const publicAgentsProjection = publicProjection<StoredPublicAgent>()({
  name: 'public-agents',
  version: 6,
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
    const { position } = event
    if (event.type === 'AgentCreated')
      return storedOf({ ...event.data.document, ID: event.data.agentId }, position)
    if (!stored || event.type === 'AgentDeleted') return undefined
    switch (event.type) {
      case 'AgentPublished': {
        const { changes } = event.data
        const before: AgentDocument = Object.fromEntries(Object.entries(stored.agent))
        return {
          ...withPicture(changes.squareImageURL ?? stored.squareImageURL),
          agent: publicAgentOf({ ...before, ...changes }),
          restricted: isRestricted(changes) ?? stored.restricted,
          position,
        }
      }
      case 'AgentRenamed':
        return { ...stored, agent: { ...stored.agent, title: event.data.title }, position }
      case 'AgentVersionRestored':
        return storedOf(event.data.document, position)
    }
  },
})

function storedOf(document: AgentDocument, position: number): StoredPublicAgent {
  return {
    ...withPicture(document.squareImageURL),
    agent: publicAgentOf(document),
    restricted: isRestricted(document) ?? false,
    position,
  }
}

const withPicture = (squareImageURL: string | undefined) => (squareImageURL ? { squareImageURL } : {})

function isRestricted({ allowedOrigins }: AgentDocument): boolean | undefined {
  return allowedOrigins === undefined ? undefined : allowedOrigins.length > 0
}
