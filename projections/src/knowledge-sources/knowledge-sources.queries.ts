/** The query endpoints of the knowledge context. */
import type {
  KnowledgeSourceView,
  knowledgeEndpoints,
  RetrievedChunkView,
} from '@parley/contracts/knowledge/endpoints.ts'
import { refuse } from '@parley/kernel/decider.ts'
import { type Handlers, reply } from '@parley/kernel/handler.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { knowledgeChunks } from '../knowledge-chunks/knowledge-chunks.projection.ts'
import { textsOf } from '../knowledge-chunks/knowledge-chunks.queries.ts'
import { type KnowledgeSourceDocument, knowledgeSources } from './knowledge-sources.projection.ts'

export type KnowledgeQueriesDeps = {
  reader: Reader
  /** What an agent would be given for a question, best first; the threshold is the agent's. */
  search(
    tenant: string,
    agentId: string,
    question: string,
  ): Promise<{ items: RetrievedChunkView[]; threshold: number; knows: boolean }>
}

export function knowledgeSourcesQueries({
  reader,
  search,
}: KnowledgeQueriesDeps): Handlers<typeof knowledgeEndpoints> {
  return {
    async 'knowledge.list'(call) {
      const { agentId } = call.params
      const [page, totals] = await Promise.all([
        reader.find(knowledgeSources, call.tenant, {
          index: 'byAgent',
          where: { agentId },
          order: 'desc',
          limit: call.query.limit,
          cursor: call.query.cursor,
        }),
        totalsOf(reader, call.tenant, agentId),
      ])
      return reply({ ...page, items: page.items.map(viewOf), totals })
    },

    async 'knowledge.get'(call) {
      const { agentId, sourceId } = call.params
      const [source, texts] = await Promise.all([
        reader.get(knowledgeSources, call.tenant, sourceId),
        reader.get(knowledgeChunks, call.tenant, sourceId),
      ])
      if (!source || !texts || source.agentId !== agentId)
        return refuse('not-found', 'This knowledge source does not exist.')
      const [content = '', chunks = ''] = await reader.open(call.tenant, [
        texts.content ?? '',
        texts.chunks ?? '[]',
      ])
      const pairs = source.kind === 'qa' ? pairsOf(content) : undefined
      return reply({
        ...viewOf(source),
        content: pairs ? '' : content,
        ...(pairs ? { pairs } : {}),
        chunks: textsOf(chunks) ?? [],
      })
    },

    async 'knowledge.search'(call) {
      return reply(await search(call.tenant, call.params.agentId, call.query.q))
    },
  }
}

/** The ids of all sources of an agent. */
export async function sourceIdsOf(reader: Reader, tenant: string, agentId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const source of everySource(reader, tenant, agentId)) ids.push(source.sourceId)
  return ids
}

async function totalsOf(reader: Reader, tenant: string, agentId: string) {
  const totals = { sources: 0, chunks: 0, chars: 0 }
  for await (const source of everySource(reader, tenant, agentId)) {
    totals.sources += 1
    totals.chunks += source.chunkCount
    totals.chars += source.charCount
  }
  return totals
}

async function* everySource(reader: Reader, tenant: string, agentId: string) {
  let cursor: string | undefined
  do {
    const page = await reader.find(knowledgeSources, tenant, {
      index: 'byAgent',
      where: { agentId },
      limit: 1000,
      cursor,
    })
    yield* page.items
    cursor = page.next
  } while (cursor !== undefined)
}

function viewOf(document: KnowledgeSourceDocument): KnowledgeSourceView {
  return document
}

function pairsOf(content: string): { question: string; answer: string }[] | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
