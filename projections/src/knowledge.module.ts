/** The read models of knowledge. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { untilProjected } from '@parley/kernel/read-models/projection-follower.ts'
import { crawlChangesProjection } from './crawls/crawl-changes.projection.ts'
import { crawlsProjection } from './crawls/crawls.projection.ts'
import { type CrawlQueriesDeps, crawlQueries } from './crawls/crawls.queries.ts'
import { knowledgeChunks } from './knowledge-chunks/knowledge-chunks.projection.ts'
import { loadKnowledgeChunks } from './knowledge-chunks/knowledge-chunks.queries.ts'
import { knowledgeEmbeddings } from './knowledge-embeddings/knowledge-embeddings.projection.ts'
import {
  dueEmbeddings,
  embeddingProgress,
  textsToEmbed,
} from './knowledge-embeddings/knowledge-embeddings.queries.ts'
import { dueIngestions, knowledgeIngestions } from './knowledge-ingestions/knowledge-ingestions.projection.ts'
import { knowledgePages } from './knowledge-pages/knowledge-pages.projection.ts'
import { knowledgePagesQueries } from './knowledge-pages/knowledge-pages.queries.ts'
import { dueRefreshes, knowledgeRefreshes } from './knowledge-refreshes/knowledge-refreshes.projection.ts'
import { knowledgeSources } from './knowledge-sources/knowledge-sources.projection.ts'
import {
  charactersOf,
  countSources,
  exportKnowledge,
  type KnowledgeQueriesDeps,
  knowledgeSourcesQueries,
  sourceIdsOf,
} from './knowledge-sources/knowledge-sources.queries.ts'
import { countInLog, shownUpToHead } from './shown-up-to-head.ts'

type Needs = {
  knowledge: {
    retrieve: KnowledgeQueriesDeps['search']
    embeddingState: NonNullable<KnowledgeQueriesDeps['embeddingState']>
    pageTextAt: CrawlQueriesDeps['pageTextAt']
  }
}

/** How long the read models are waited for, in ms. */
const WAIT_MS = 10_000

export const knowledgeReadModels = defineModule({
  name: 'knowledge read models',
  projections: [
    knowledgeSources,
    knowledgeChunks,
    knowledgePages,
    knowledgeRefreshes,
    knowledgeIngestions,
    knowledgeEmbeddings,
    crawlsProjection,
    crawlChangesProjection,
  ],

  start({ engines, reader, projections, ports }: ModuleScope<Needs>) {
    const { readStore } = engines
    return {
      handlers: {
        ...knowledgeSourcesQueries({
          reader,
          search: ports.knowledge.retrieve,
          embeddingState: ports.knowledge.embeddingState,
          embeddingProgress: embeddingProgress(readStore, projections.collectionOf),
        }),
        ...knowledgePagesQueries({ reader }),
        ...crawlQueries({ reader, pageTextAt: ports.knowledge.pageTextAt }),
      },
      provides: {
        knowledge: {
          chunksOf: loadKnowledgeChunks({ reader }),
          countSources: countInLog({ engines, projections }, (tenant) => countSources(reader, tenant)),
          async charactersOf(tenant: string, exceptSourceId?: string) {
            await shownUpToHead({ engines, projections })
            return charactersOf(reader, tenant, exceptSourceId)
          },
          /** The ids of an agent's sources, once the read models have reached the position `after`. */
          async sourceIdsAfter(tenant: string, agentId: string, after: number) {
            await untilProjected(projections, after, WAIT_MS)
            return sourceIdsOf(reader, tenant, agentId)
          },
          dueRefreshes: dueRefreshes(readStore, projections.collectionOf),
          dueIngestions: dueIngestions(readStore, projections.collectionOf),
          dueEmbeddings: dueEmbeddings(readStore, projections.collectionOf),
          textsToEmbed: textsToEmbed(reader),
          /** Texts and pairs in the form that templates have, and how many other sources are left out. */
          exportFor: (tenant: string, agentId: string) => exportKnowledge(reader, tenant, agentId),
        },
      },
    }
  },
})
