/** Composes the knowledge context of a region: ingestion, retrieval, queries. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { ProjectionFollower } from '@parley/kernel/projection-follower.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { deleteKnowledge } from '@parley/knowledge/delete-knowledge.policy.ts'
import { ingestSource } from '@parley/knowledge/ingest-source.policy.ts'
import { createExtractor } from '@parley/knowledge/ingestion/extract.ts'
import {
  knowledgeSourcesQueries,
  sourceIdsOf,
} from '@parley/projections/knowledge-sources/knowledge-sources.queries.ts'
import type { Config } from './config.ts'

export type KnowledgeOptions = {
  config: Config
  reader: Reader
  commands: CommandHandler
  projections: ProjectionFollower
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  onFault(message: string, details: object): void
}

export type Knowledge = ReturnType<typeof composeKnowledge>

export function composeKnowledge({ reader, commands, projections }: KnowledgeOptions) {
  const { handle, load } = commands
  const policies: AnyPolicy[] = [
    ingestSource({ handle, load, extract: createExtractor() }),
    deleteKnowledge({
      handle,
      async sourceIdsOf(tenant, agentId, after) {
        await projections.waitFor(after, 10_000)
        return sourceIdsOf(reader, tenant, agentId)
      },
    }),
  ]
  return {
    policies,
    queries: knowledgeSourcesQueries({
      reader,
      search: async () => ({ items: [], threshold: 0, knows: false }),
    }),
    invalidate: (_agentId: string) => {},
    async exportFor(_tenant: string, _agentId: string): Promise<NonNullable<AgentTemplate['knowledge']>> {
      return []
    },
    async stop() {},
  }
}
