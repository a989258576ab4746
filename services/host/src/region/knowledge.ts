/** Composes the knowledge context of a region: ingestion, retrieval, queries. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { EventStore } from '@parley/kernel/event-store.ts'
import type { Leases } from '@parley/kernel/leases.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { ProjectionFollower } from '@parley/kernel/projection-follower.ts'
import type { ReadStore } from '@parley/kernel/read-store.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { createSafeFetch } from '@parley/kernel/safe-fetch.ts'
import type { Keyring } from '@parley/kernel/sealing.ts'
import { createCrawler } from '@parley/knowledge/crawl/crawler.ts'
import { crawlWebsite } from '@parley/knowledge/crawl-website.policy.ts'
import { deleteKnowledge } from '@parley/knowledge/delete-knowledge.policy.ts'
import { openAiEmbedding } from '@parley/knowledge/embedding.ts'
import { ingestSource } from '@parley/knowledge/ingest-source.policy.ts'
import { createExtractors } from '@parley/knowledge/ingestion/extract.ts'
import { createIngest } from '@parley/knowledge/ingestion/ingest.ts'
import { createIngester, ingestDue } from '@parley/knowledge/ingestion/ingester.ts'
import { sourceEventAt } from '@parley/knowledge/ingestion/source-event.ts'
import { refreshWebsites } from '@parley/knowledge/refresh-websites.ts'
import { createRetriever } from '@parley/knowledge/retrieval/retriever.ts'
import { loadKnowledgeChunks } from '@parley/projections/knowledge-chunks/knowledge-chunks.queries.ts'
import { dueIngestions } from '@parley/projections/knowledge-ingestions/knowledge-ingestions.projection.ts'
import { knowledgePagesQueries } from '@parley/projections/knowledge-pages/knowledge-pages.queries.ts'
import { dueRefreshes } from '@parley/projections/knowledge-refreshes/knowledge-refreshes.projection.ts'
import {
  knowledgeSourcesQueries,
  sourceIdsOf,
} from '@parley/projections/knowledge-sources/knowledge-sources.queries.ts'
import type { Config } from '../config.ts'

export type KnowledgeOptions = {
  config: Config
  reader: Reader
  readStore: ReadStore
  eventStore: EventStore
  keyring: Keyring
  commands: CommandHandler
  leases: Leases
  projections: ProjectionFollower
  document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  /** Aborts when the process stops. */
  closing: AbortSignal
  onFault(message: string, details: object): void
}

export type Knowledge = ReturnType<typeof composeKnowledge>

export function composeKnowledge(options: KnowledgeOptions) {
  const { config, reader, commands, projections, document } = options
  const { handle, load } = commands
  const embedding = embeddingOf(config)
  const onEmbeddingFault = (error: unknown) => options.onFault('embedding failed', { err: error })
  const retriever = createRetriever({
    loadChunks: loadKnowledgeChunks({ reader }),
    embedding,
    onEmbeddingFault,
    async settingsOf(tenant, agentId) {
      const found = await document(tenant, agentId)
      return found && { topChunks: found.vg_kbTopChunks, ifKnowsThreshold: found.ifKnowsThreshold }
    },
  })
  const { extract, extractPage } = createExtractors()
  const crawler = createCrawler({
    handle,
    load,
    leases: options.leases,
    fetch: createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    extractPage,
    embedding,
    onEmbeddingFault,
    onFault: (error, sourceId) => options.onFault('reading a website failed', { sourceId, err: error }),
    publicUrl: config.publicUrl,
    signal: options.closing,
  })
  const ingester = createIngester({
    leases: options.leases,
    ingest: createIngest({ handle, load, extract, embedding, onEmbeddingFault }),
    eventAt: sourceEventAt(options),
    onFault: (error, sourceId) => options.onFault('ingesting a source failed', { sourceId, err: error }),
    signal: options.closing,
  })
  const policies: AnyPolicy[] = [
    ingestSource({ ingester }),
    crawlWebsite({ crawler }),
    deleteKnowledge({
      handle,
      async sourceIdsOf(tenant, agentId, after) {
        await projections.waitFor(after, 10_000)
        return sourceIdsOf(reader, tenant, agentId)
      },
    }),
  ]
  const queries = {
    ...knowledgeSourcesQueries({ reader, search: retriever.search }),
    ...knowledgePagesQueries({ reader }),
  }
  return {
    policies,
    queries,
    embedding,
    onEmbeddingFault,
    /** Begins to read websites that are due, and goes on with those whose reading was interrupted. */
    refresh: refreshWebsites({
      handle,
      crawler,
      due: dueRefreshes(options.readStore, projections.collectionOf),
    }),
    /** Ingests what the end of a process interrupted. */
    ingestInterrupted: ingestDue(ingester, dueIngestions(options.readStore, projections.collectionOf)),
    /** Resolves when no source is being ingested. */
    ingested: ingester.idle,
    retrieve: retriever.search,
    invalidate: retriever.invalidate,
    /** Texts and pairs as a template carries them; documents stay behind. */
    async exportFor(tenant: string, agentId: string): Promise<NonNullable<AgentTemplate['knowledge']>> {
      const items: NonNullable<AgentTemplate['knowledge']> = []
      for (const sourceId of await sourceIdsOf(reader, tenant, agentId)) {
        const call = { tenant, params: { agentId, sourceId } }
        const found = await queries['knowledge.get']?.(call as never)
        if (!found?.ok || !('value' in found)) continue
        const { name, kind, content, pairs } = found.value
        if (kind === 'text') items.push({ name, kind, content })
        if (kind === 'qa' && pairs) items.push({ name, kind, pairs })
      }
      return items
    },
  }
}

/** Hybrid retrieval needs a provider of vectors; without one, words alone must do. */
function embeddingOf({ OPENAI_API_KEY, OPENAI_BASE_URL, EMBEDDING_MODEL }: Config) {
  if (OPENAI_API_KEY === undefined) return undefined
  // A compatible server need not have embeddings: there they must be asked for.
  if (OPENAI_BASE_URL !== undefined && EMBEDDING_MODEL === undefined) return undefined
  return openAiEmbedding({ apiKey: OPENAI_API_KEY, baseURL: OPENAI_BASE_URL, model: EMBEDDING_MODEL })
}
