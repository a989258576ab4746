/** Knowledge: sources, crawls of websites, ingestion, retrieval. */
import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import { knowledgeEndpoints } from '@parley/contracts/knowledge/endpoints.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import { StoreUnavailable } from '@parley/kernel/event-store.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import { createCrawler } from '@parley/knowledge/crawl/crawler.ts'
import { crawlWebsite } from '@parley/knowledge/crawl-website.policy.ts'
import { deleteKnowledge } from '@parley/knowledge/delete-knowledge.policy.ts'
import { openAiEmbedding } from '@parley/knowledge/embedding.ts'
import { ingestSource } from '@parley/knowledge/ingest-source.policy.ts'
import { createExtractors } from '@parley/knowledge/ingestion/extract.ts'
import { createIngest } from '@parley/knowledge/ingestion/ingest.ts'
import { createIngester, ingestDue } from '@parley/knowledge/ingestion/ingester.ts'
import { sourceEventAt } from '@parley/knowledge/ingestion/source-event.ts'
import { knowledgeHandlers, templateKnowledge } from '@parley/knowledge/knowledge.handlers.ts'
import { knowledgeSource } from '@parley/knowledge/knowledge-source.decider.ts'
import { refreshWebsites } from '@parley/knowledge/refresh-websites.ts'
import { createRetriever } from '@parley/knowledge/retrieval/retriever.ts'
import { knowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.projection.ts'
import { loadKnowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.queries.ts'
import {
  dueIngestions,
  knowledgeIngestions,
} from '@parley/projections/knowledge-ingestions/knowledge-ingestions.projection.ts'
import { knowledgePages } from '@parley/projections/knowledge-pages/knowledge-pages.projection.ts'
import { knowledgePagesQueries } from '@parley/projections/knowledge-pages/knowledge-pages.queries.ts'
import {
  dueRefreshes,
  knowledgeRefreshes,
} from '@parley/projections/knowledge-refreshes/knowledge-refreshes.projection.ts'
import { knowledgeSources } from '@parley/projections/knowledge-sources/knowledge-sources.projection.ts'
import {
  countSources,
  knowledgeSourcesQueries,
  sourceIdsOf,
} from '@parley/projections/knowledge-sources/knowledge-sources.queries.ts'
import type { Config } from '../config.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

export type KnowledgePorts = {
  retrieve: ReturnType<typeof createRetriever>['search']
  /** Texts and pairs in the form that templates have; documents are not exported. */
  exportFor(tenant: string, agentId: string): Promise<NonNullable<AgentTemplate['knowledge']>>
  addFromTemplate(
    tenant: string,
    agentId: string,
    items: NonNullable<AgentTemplate['knowledge']>,
    context: CommandContext,
  ): Promise<void>
  /** Resolves when no source is being ingested. */
  ingested(): Promise<void>
}

const MINUTE_MS = 60_000

export const knowledgeModule = defineModule({
  name: 'knowledge',
  endpoints: knowledgeEndpoints,
  aggregates: [knowledgeSource],
  projections: [knowledgeSources, knowledgeChunks, knowledgePages, knowledgeRefreshes, knowledgeIngestions],
  audited: knowledgeEvents,

  start({ config, engines, reader, projections, ports, closing, onFault }: RegionScope) {
    const { handle, load } = engines.commands
    const { leases, readStore } = engines
    const embedding = embeddingOf(config)
    const onEmbeddingFault = (error: unknown) => onFault('embedding failed', { err: error })
    const retriever = createRetriever({
      loadChunks: loadKnowledgeChunks({ reader }),
      embedding,
      onEmbeddingFault,
      async settingsOf(tenant, agentId) {
        const found = await ports.agents.document(tenant, agentId)
        return found && { topChunks: found.vg_kbTopChunks, ifKnowsThreshold: found.ifKnowsThreshold }
      },
    })
    const { extract, extractPage } = createExtractors()
    const crawler = createCrawler({
      handle,
      load,
      leases,
      fetch: createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
      extractPage,
      embedding,
      onEmbeddingFault,
      onFault: (error, sourceId) => onFault('reading a website failed', { sourceId, err: error }),
      publicUrl: config.publicUrl,
      signal: closing,
    })
    const ingester = createIngester({
      leases,
      ingest: createIngest({ handle, load, extract, embedding, onEmbeddingFault }),
      eventAt: sourceEventAt(engines),
      onFault: (error, sourceId) => onFault('ingesting a source failed', { sourceId, err: error }),
      signal: closing,
    })
    const addTemplate = templateKnowledge({ handle })
    const sourceQueries = knowledgeSourcesQueries({ reader, search: retriever.search })
    return {
      handlers: {
        ...knowledgeHandlers({
          handle,
          async settingsOf(tenant, agentId) {
            const found = await ports.agents.document(tenant, agentId)
            return found && (found.vgOptions ?? {})
          },
          sourceLimit: async (tenant) => ({
            maxSources: ports.quotas.of(tenant).sources,
            sources: await countSources(reader, tenant),
          }),
          embedding,
          onEmbeddingFault,
        }),
        ...sourceQueries,
        ...knowledgePagesQueries({ reader }),
      },
      policies: [
        ingestSource({ ingester }),
        crawlWebsite({ crawler }),
        deleteKnowledge({
          handle,
          async sourceIdsOf(tenant, agentId, after) {
            if (!(await projections.waitFor(after, 10_000)))
              throw new StoreUnavailable(`the read models have not come to position ${after}`)
            return sourceIdsOf(reader, tenant, agentId)
          },
        }),
      ],
      jobs: {
        // Starts crawls of websites that are due, and continues interrupted ones.
        'website-refreshes': {
          everyMs: MINUTE_MS,
          work: refreshWebsites({
            handle,
            crawler,
            due: dueRefreshes(readStore, projections.collectionOf),
          }),
        },
        // Resumes ingestions that were interrupted by the end of a process.
        ingestions: {
          everyMs: MINUTE_MS,
          work: ingestDue(ingester, dueIngestions(readStore, projections.collectionOf)),
        },
      },
      provides: {
        knowledge: {
          retrieve: retriever.search,
          ingested: ingester.idle,
          async addFromTemplate(...knowledge) {
            await addTemplate(...knowledge)
          },
          async exportFor(tenant, agentId) {
            const items: NonNullable<AgentTemplate['knowledge']> = []
            for (const sourceId of await sourceIdsOf(reader, tenant, agentId)) {
              const call = { tenant, params: { agentId, sourceId } }
              const found = await sourceQueries['knowledge.get']?.(call as never)
              if (!found?.ok || !('value' in found)) continue
              const { name, kind, content, pairs } = found.value
              if (kind === 'text') items.push({ name, kind, content })
              if (kind === 'qa' && pairs) items.push({ name, kind, pairs })
            }
            return items
          },
        },
      } satisfies Partial<Ports>,
      projected(events) {
        for (const { stream, type, data } of events) {
          if (stream.startsWith('knowledge-')) retriever.invalidate(JSON.parse(data).agentId)
          if (type === 'AgentDeleted') retriever.invalidate(stream.slice('agent-'.length))
        }
      },
    }
  },
})

/** Hybrid retrieval needs a provider of embeddings; without one, retrieval is by words only. */
function embeddingOf({ OPENAI_API_KEY, OPENAI_BASE_URL, EMBEDDING_MODEL }: Config) {
  if (OPENAI_API_KEY === undefined) return undefined
  // A compatible server may have no embeddings, so they must be configured explicitly.
  if (OPENAI_BASE_URL !== undefined && EMBEDDING_MODEL === undefined) return undefined
  return openAiEmbedding({ apiKey: OPENAI_API_KEY, baseURL: OPENAI_BASE_URL, model: EMBEDDING_MODEL })
}
