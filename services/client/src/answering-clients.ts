/** Which clients answer visitors in the inbox, so that conversations can be assigned to them. */
import { clientEvents } from '@parley/contracts/client/events.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import { z } from 'zod'
import { client } from './client.decider.ts'
import { type ClientAccessDeps, clientWithAccess } from './client-with-access.ts'

/** `agentIds`: those that it has by now. */
export type AnsweringClient = { orgId: string; agentIds: readonly string[] }

export type AnsweringClients = {
  /** As the log has it by now; undefined for whoever is no live client with access that may answer conversations. */
  find(tenant: string, clientId: string): Promise<AnsweringClient | undefined>
  /** All agents that a client, deleted or not, has or had. */
  agentsEverOf(tenant: string, clientId: string): Promise<string[]>
}

const PAGE = 500

/** What an event of a client names of agents. */
const naming = z.object({ agentId: z.string().optional(), widgetIDs: z.array(z.string()).optional() })

export function answeringClients(deps: ClientAccessDeps & { eventStore: EventStore }): AnsweringClients {
  const { eventStore } = deps
  return {
    async find(tenant, clientId) {
      const known = await clientWithAccess(deps, tenant, clientId)
      if (!known?.may('conversation.answer')) return undefined
      const { orgId, widgetIDs: agentIds } = known.found
      return { orgId, agentIds }
    },

    async agentsEverOf(tenant, clientId) {
      const agentIds = new Set<string>()
      for (let from = 0; ; from += PAGE) {
        const page = await eventStore.readStream(`${client.category}-${clientId}`, { from, limit: PAGE })
        for (const stored of page) {
          const event = decode(stored, clientEvents)
          if (event.tenant !== tenant) return []
          const { agentId, widgetIDs = [] } = naming.parse(event.data)
          for (const each of agentId === undefined ? widgetIDs : [agentId]) agentIds.add(each)
        }
        if (page.length < PAGE) return [...agentIds]
      }
    },
  }
}
