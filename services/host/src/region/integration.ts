/** Composes the integration context of a region: the workspace's tools, and what calls them. */
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { agentTools } from '@parley/integration/agent-tools.ts'
import { integrationHandlers } from '@parley/integration/integration.handlers.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { replyTraceQueries } from '@parley/projections/reply-traces/reply-traces.queries.ts'
import { countTools, toolQueries } from '@parley/projections/tools/tools.queries.ts'
import type { Config } from '../config.ts'
import type { RegionEngines } from '../region.ts'

export function composeIntegration(options: { config: Config; engines: RegionEngines; reader: Reader }) {
  const { config, engines, reader } = options
  const { handle, load } = engines.commands
  const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
  return {
    safeFetch,
    tools: agentTools({ load, safeFetch }),
    handlers: {
      ...integrationHandlers({
        handle,
        load,
        safeFetch,
        newId: () => randomText(20),
        toolCount: (tenant) => countTools(reader, tenant),
      }),
      ...toolQueries({ reader }),
      ...replyTraceQueries({
        reader,
        isOfAgent: async (tenant, agentId, conversationId) =>
          (await load(conversation, conversationId, tenant))?.state.started?.agentId === agentId,
      }),
    },
  }
}
