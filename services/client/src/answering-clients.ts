/** Which clients answer visitors in the inbox, so that conversations can be assigned to them. */
import { clientEvents } from '@parley/contracts/client/events.ts'
import { holds, permissionsOnPages } from '@parley/contracts/permissions.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { EventStore } from '@parley/kernel/event-store.ts'
import { decode } from '@parley/kernel/recorded-event.ts'
import { z } from 'zod'
import { client } from './client.decider.ts'
import { liveClient } from './live-client.ts'
import { accessDisabled, type FindOrganisation } from './sign-in/client-access.ts'

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

export function answeringClients(deps: {
  commands: Pick<CommandHandler, 'load' | 'refresh'>
  eventStore: EventStore
  organisationOf: FindOrganisation
}): AnsweringClients {
  const { commands, eventStore, organisationOf } = deps
  return {
    async find(tenant, clientId) {
      await commands.refresh(client.category, clientId)
      const found = await liveClient(commands, tenant, clientId)
      if (!found || accessDisabled(await organisationOf(tenant, found.orgId))) return undefined
      const { canAccess, orgId, widgetIDs: agentIds } = found
      const holder = { role: 'client', permissions: permissionsOnPages(canAccess) } as const
      return holds(holder, 'conversation.answer') ? { orgId, agentIds } : undefined
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
