/** The query handlers of a website's pages. */
import type { KnowledgePageView, knowledgeEndpoints } from '@parley/contracts/knowledge/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Page, Reader } from '@parley/kernel/read-models/reader.ts'
import { knowledgeChunks } from '../knowledge-chunks/knowledge-chunks.projection.ts'
import { openLapsed, openPassages } from '../knowledge-chunks/knowledge-chunks.queries.ts'
import { knowledgeSources } from '../knowledge-sources/knowledge-sources.projection.ts'
import { type KnowledgePageDocument, knowledgePages, pageDocumentId } from './knowledge-pages.projection.ts'

const noSuchSource = refuse('not-found', 'This knowledge source does not exist.')
const noSuchPage = refuse('not-found', 'This page is no longer there.')
const MOST_LOOKED_THROUGH = 5

export function knowledgePagesQueries({ reader }: { reader: Reader }): Handlers<typeof knowledgeEndpoints> {
  return {
    async 'knowledge.pages'(call) {
      const { agentId, sourceId } = call.params
      const { status, q = '', limit = 50 } = call.query
      const source = await reader.get(knowledgeSources, call.tenant, sourceId)
      if (source?.agentId !== agentId) return noSuchSource
      const round = source.progress ? source.crawlId : undefined
      const wanted = q.toLowerCase()
      const items: KnowledgePageView[] = []
      let { cursor } = call.query
      for (let looked = 0; looked < MOST_LOOKED_THROUGH; looked++) {
        const page: Page<KnowledgePageDocument> = await reader.find(knowledgePages, call.tenant, {
          index: 'bySource',
          where: { sourceId },
          limit: Math.max(1, limit - items.length),
          cursor,
        })
        const views = page.items.map((document) => viewOf(document, round))
        items.push(
          ...views.filter(
            (view) =>
              (status === undefined || view.status === status) &&
              (wanted === '' || `${view.title}\n${view.url}`.toLowerCase().includes(wanted)),
          ),
        )
        cursor = page.next
        if (cursor === undefined || items.length >= limit) break
      }
      return reply(cursor === undefined ? { items } : { items, next: cursor })
    },

    async 'knowledge.page'(call) {
      const { agentId, sourceId, pageId } = call.params
      const id = pageDocumentId(sourceId, pageId)
      const [source, page, texts] = await Promise.all([
        reader.get(knowledgeSources, call.tenant, sourceId),
        reader.get(knowledgePages, call.tenant, id),
        reader.get(knowledgeChunks, call.tenant, id),
      ])
      if (source?.agentId !== agentId) return noSuchSource
      if (!page) return noSuchPage
      return reply({
        ...viewOf(page, source.progress ? source.crawlId : undefined),
        passages: (texts && (await openPassages(reader, call.tenant, texts))) ?? [],
        lapsed: texts ? await openLapsed(reader, call.tenant, texts) : [],
      })
    },
  }
}

/**
 * During a crawl, a page that failed before and that this crawl has not reached yet is shown as pending. Other pages
 * keep their status.
 */
function viewOf(document: KnowledgePageDocument, round: string | undefined): KnowledgePageView {
  const { sourceId: _, agentId: __, crawlId, ...view } = document
  return view.status === 'ERROR' && round !== undefined && crawlId !== round
    ? { ...view, status: 'PENDING' }
    : view
}
