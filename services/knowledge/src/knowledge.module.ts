/** Knowledge: sources, crawls of websites, ingestion, retrieval. */
import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import type { PlanLimits } from '@parley/contracts/billing/plan-limits.ts'
import { crawlEndpoints } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { knowledgeEndpoints } from '@parley/contracts/knowledge/endpoints.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import { WEBHOOKS } from '@parley/contracts/topics.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { pause } from '@parley/kernel/pause.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { untilProjected } from '@parley/kernel/read-models/projection-follower.ts'
import { withinCharacters } from './character-limit.ts'
import { createCrawler } from './crawl/crawler.ts'
import { type PageTextAt, pageTextAt } from './crawl/page-text.ts'
import { userAgentOf, type Visits } from './crawl/visits.ts'
import { crawlWebsite } from './crawl-website.policy.ts'
import { type DeleteKnowledgeDeps, deleteKnowledge } from './delete-knowledge.policy.ts'
import { type EmbedSourcesDeps, embedSources } from './embed-sources.ts'
import { openAiEmbedding } from './embedding.ts'
import { type SharedEmbeddingState, shareEmbeddingState } from './embedding-state.ts'
import { ingestSource } from './ingest-source.policy.ts'
import { createExtractors, type ExtractPage } from './ingestion/extract.ts'
import { createIngest } from './ingestion/ingest.ts'
import { createIngester, ingestDue, type WaitingSource } from './ingestion/ingester.ts'
import { sourceEventAt } from './ingestion/source-event.ts'
import { knowledgeHandlers, sourceAdder, templateKnowledge, websiteSource } from './knowledge.handlers.ts'
import { knowledgeSource } from './knowledge-source.decider.ts'
import { movedSources } from './moved-sources.ts'
import { offeredEmbedding } from './offered-embedding.ts'
import { type RefreshDeps, refreshWebsites } from './refresh-websites.ts'
import { createRetriever, type Retriever, type RetrieverDeps } from './retrieval/retriever.ts'
import { languageOf } from './retrieval/text-language.ts'

type Needs = {
  agents: {
    document(
      tenant: string,
      agentId: string,
    ): Promise<
      | {
          vg_kbTopChunks?: number | undefined
          ifKnowsThreshold?: number | undefined
          vgOptions?: { maxChunkSize?: number | undefined } | undefined
        }
      | undefined
    >
  }
  knowledge: {
    chunksOf: RetrieverDeps['loadChunks']
    countSources(tenant: string): Promise<number>
    /** The characters of all sources that the log has by now, but for one. */
    charactersOf(tenant: string, exceptSourceId?: string): Promise<number>
    sourceIdsAfter: DeleteKnowledgeDeps['sourceIdsOf']
    dueRefreshes: RefreshDeps['due']
    dueIngestions(): Promise<WaitingSource[]>
    dueEmbeddings: EmbedSourcesDeps['due']
    textsToEmbed: EmbedSourcesDeps['textsOf']
  }
  quotas: { of(tenant: string): Promise<{ sources: number } & Pick<PlanLimits, 'maxKbDocsCharCount'>> }
}

type Settings = {
  publicUrl: string
  ALLOW_PRIVATE_ADDRESSES: AllowedAddresses
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  EMBEDDING_MODEL?: string | undefined
}

type Provides = {
  knowledge: {
    retrieve: Retriever['search']
    /** The passages of a page as an event of its source has them. */
    pageTextAt: PageTextAt
    /** Whether an agent has this source. */
    isSource(tenant: string, agentId: string, sourceId: string): Promise<boolean>
    addFromTemplate(
      tenant: string,
      agentId: string,
      items: readonly (NonNullable<AgentTemplate['knowledge']>[number] & { sample?: true })[],
      context: CommandContext,
    ): Promise<void>
    /** The language of a text, such as `de`; undefined if it can't be told. */
    languageOf(text: string): Promise<string | undefined>
    /** Resolves when no source is being ingested. */
    ingested(): Promise<void>
    /** The embedding model in use and its last fault; undefined while there is none. */
    embeddingState: SharedEmbeddingState['read']
    /** Adds the website that an agent was made from, once; its crawl begins at once. The id of the source. */
    addOwnWebsite(
      tenant: string,
      agentId: string,
      website: { url: string; maxPages: number },
      context: CommandContext,
    ): Promise<{ ok: true; sourceId: string } | { ok: false; rejection: Rejection }>
    /** Resolves when that website is read, or after `mostMs`; retrieval then finds what was read. */
    ownWebsiteRead(
      tenant: string,
      agentId: string,
      mostMs: number,
    ): Promise<{ pagesRead: number; reading: boolean }>
  }
  movedKnowledge: ReturnType<typeof movedSources>
  websites: {
    /** A tenant's requests to websites, as the crawler makes them. */
    visitsOf(tenant: string): Visits
    readPage: ExtractPage
    userAgent(): string
  }
}

const MINUTE_MS = 60_000
const EMBED_EVERY_MS = 10_000
/** How long the read models are waited for, in ms. */
const WAIT_MS = 10_000
const LOOK_EVERY_MS = 150
/** How many links deep the website is read that an agent was made from. */
const OWN_DEPTH = 3
const ownWebsite = (agentId: string) => `own-website/${agentId}`

export const knowledgeModule = defineModule({
  name: 'knowledge',
  endpoints: { ...knowledgeEndpoints, ...crawlEndpoints },
  aggregates: [knowledgeSource],
  audited: knowledgeEvents,
  relays: [
    {
      events: pick(
        knowledgeEvents,
        'KnowledgeSourceAdded',
        'KnowledgeSourceIngested',
        'KnowledgeSourceFailed',
        'KnowledgeSourceDeleted',
      ),
      topics: [WEBHOOKS],
    },
  ],

  start({ config, engines, projections, ports, closing, onFault }: ModuleScope<Needs, Settings>) {
    const { handle, load } = engines.commands
    const { leases } = engines
    const { agents, knowledge, quotas } = ports
    const embeddingState = shareEmbeddingState(engines.state)
    const embedding = embeddingOf(config, async () => (await embeddingState.read())?.model)
    const onEmbeddingFault = (error: unknown) => onFault('embedding failed', { err: error })
    const retriever = createRetriever({
      loadChunks: knowledge.chunksOf,
      embedding,
      onEmbeddingFault,
      async settingsOf(tenant, agentId) {
        const found = await agents.document(tenant, agentId)
        return found && { topChunks: found.vg_kbTopChunks, ifKnowsThreshold: found.ifKnowsThreshold }
      },
    })
    const { extract, extractPage } = createExtractors()
    const limit = withinCharacters({
      most: async (tenant) => (await quotas.of(tenant)).maxKbDocsCharCount,
      used: knowledge.charactersOf,
      inTurn: engines.inTurn,
    })
    const crawler = createCrawler({
      withinCharacters: limit,
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
      ingest: createIngest({ handle, load, extract, embedding, onEmbeddingFault, withinCharacters: limit }),
      eventAt: sourceEventAt(engines),
      onFault: (error, sourceId) => onFault('ingesting a source failed', { sourceId, err: error }),
      signal: closing,
    })
    const addTemplate = templateKnowledge({ handle })
    const adding = {
      handle,
      withinCharacters: limit,
      inTurn: engines.inTurn,
      async settingsOf(tenant: string, agentId: string) {
        const found = await agents.document(tenant, agentId)
        return found && (found.vgOptions ?? {})
      },
      sourceLimit: async (tenant: string) => ({
        maxSources: (await quotas.of(tenant)).sources,
        sources: await knowledge.countSources(tenant),
      }),
    }
    const add = sourceAdder(adding)
    const moved = movedSources({ ...adding, engines, closing, sourceIdsAfter: knowledge.sourceIdsAfter })
    return {
      handlers: knowledgeHandlers({ ...adding, embedding, onEmbeddingFault }),
      policies: [
        ingestSource({ ingester }),
        crawlWebsite({ crawler }),
        deleteKnowledge({ handle, sourceIdsOf: knowledge.sourceIdsAfter }),
      ],
      jobs: {
        // Starts crawls of websites that are due, and continues interrupted ones.
        'website-refreshes': {
          everyMs: MINUTE_MS,
          work: refreshWebsites({ handle, crawler, due: knowledge.dueRefreshes }),
        },
        // Resumes ingestions that were interrupted by the end of a process.
        ingestions: { everyMs: MINUTE_MS, work: ingestDue(ingester, knowledge.dueIngestions) },
        // Embeds what has no vectors of the present model.
        embeddings: {
          everyMs: EMBED_EVERY_MS,
          work: embedSources({
            handle,
            embedding,
            due: knowledge.dueEmbeddings,
            textsOf: knowledge.textsToEmbed,
            shown: (position) => untilProjected(projections, position, WAIT_MS),
            state: embeddingState,
            onFault: onEmbeddingFault,
          }),
        },
      },
      provides: {
        knowledge: {
          retrieve: retriever.search,
          pageTextAt: pageTextAt(engines),
          async isSource(tenant, agentId, sourceId) {
            const state = (await load(knowledgeSource, sourceId, tenant))?.state
            return state?.stage === 'present' && state.agentId === agentId
          },
          async addFromTemplate(...items) {
            await addTemplate(...items)
          },
          languageOf,
          ingested: ingester.idle,
          embeddingState: embeddingState.read,
          async addOwnWebsite(tenant, agentId, { url, maxPages }, context) {
            const command = ownWebsite(agentId)
            const website = websiteSource({ url, kind: 'site', maxPages, maxDepth: OWN_DEPTH }, command)
            if ('ok' in website) return website
            const cause = { ...context.cause, command }
            const added = await add({ tenant, params: { agentId }, context: { ...context, cause } }, website)
            return added.ok ? { ok: true, sourceId: added.value.sourceId } : added
          },
          async ownWebsiteRead(tenant, agentId, mostMs) {
            const sourceId = derivedId(20, tenant, agentId, ownWebsite(agentId))
            for (const until = Date.now() + mostMs; ; ) {
              await engines.commands.refresh(knowledgeSource.category, sourceId)
              const state = (await load(knowledgeSource, sourceId, tenant))?.state
              const website = state?.stage === 'present' ? state.website : undefined
              const reading = website?.crawl !== undefined
              if (!reading || Date.now() >= until || closing.aborted) {
                await untilProjected(projections, await engines.eventStore.head(), WAIT_MS)
                const pages = Object.values(website?.pages ?? {})
                return { pagesRead: pages.filter(({ held }) => held).length, reading }
              }
              await pause(LOOK_EVERY_MS, closing)
            }
          },
        },
        movedKnowledge: moved,
        websites: {
          visitsOf: crawler.visitsOf,
          readPage: extractPage,
          userAgent: () => userAgentOf(config.publicUrl),
        },
      } satisfies Provides,
      projected(events) {
        for (const { stream, type, data } of events) {
          if (stream.startsWith('knowledge-')) retriever.invalidate(JSON.parse(data).agentId)
          if (type === 'AgentDeleted') retriever.invalidate(stream.slice('agent-'.length))
        }
      },
    }
  },
})

/** Many servers of one's own take any key. */
const NO_KEY = 'none'

/** Hybrid retrieval needs a provider of embeddings; without one, retrieval is by words only. */
function embeddingOf(
  { OPENAI_API_KEY, OPENAI_BASE_URL: baseURL, EMBEDDING_MODEL: model }: Settings,
  inUse: () => Promise<string | undefined>,
) {
  if (OPENAI_API_KEY === undefined && baseURL === undefined) return undefined
  const apiKey = OPENAI_API_KEY ?? NO_KEY
  // A compatible server may have no embeddings, or under other names.
  if (baseURL !== undefined && model === undefined) return offeredEmbedding({ baseURL, apiKey, inUse })
  return openAiEmbedding({ apiKey, baseURL, model })
}
