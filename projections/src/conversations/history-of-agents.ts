/** All that an agent has of visitors, for moving it to another workspace and for removing it again. */
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { conversationsProjection } from './conversations.projection.ts'

const PAGE = 200

export function historyOfAgents(reader: Reader, shown: () => Promise<void>) {
  return {
    /** The ids of the conversations with visitors that are recorded, those without news for longest first. */
    async *conversationIds(tenant: string, agentId: string): AsyncGenerator<string> {
      await shown()
      const query = { index: 'byAgent', where: { agentId, listed: true }, limit: PAGE }
      for await (const page of everyPage(reader, conversationsProjection, tenant, query))
        yield* page.map(({ conversationId }) => conversationId)
    },

    /** The ids of the leads, oldest first. */
    async *leadIds(tenant: string, agentId: string): AsyncGenerator<string> {
      await shown()
      const query = { index: 'byAgent', where: { agentId }, limit: PAGE }
      for await (const page of everyPage(reader, leadsProjection, tenant, query))
        yield* page.map(({ leadId }) => leadId)
    },
  }
}
