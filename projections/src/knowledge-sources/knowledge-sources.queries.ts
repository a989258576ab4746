/** The query endpoints of the knowledge context. */

import type { AgentTemplate } from '@parley/contracts/agent/templates.ts'
import type { ModelFaultRecord } from '@parley/contracts/conversation/model-faults.ts'
import { embeddingAdvice } from '@parley/contracts/knowledge/embedding-faults.ts'
import type {
  EmbeddingProgressView,
  KnowledgeSourceView,
  knowledgeEndpoints,
  RetrievedChunkView,
} from '@parley/contracts/knowledge/endpoints.ts'
import { questionPairs } from '@parley/contracts/knowledge/events.ts'
import { readJson } from '@parley/contracts/message.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Page, Reader } from '@parley/kernel/read-models/reader.ts'
import { knowledgeChunks } from '../knowledge-chunks/knowledge-chunks.projection.ts'
import { openLapsed, openPassages } from '../knowledge-chunks/knowledge-chunks.queries.ts'
import { NEVER_DUE, nextRefresh } from '../knowledge-refreshes/knowledge-refreshes.projection.ts'
import { type KnowledgeSourceDocument, knowledgeSources } from './knowledge-sources.projection.ts'

export type KnowledgeQueriesDeps = {
  reader: Reader
  /** Returns what an agent would be given for a question, best first, with the agent's threshold. */
  search(
    tenant: string,
    agentId: string,
    question: string,
    options: { tags?: string[]; explain?: boolean },
  ): Promise<{ items: RetrievedChunkView[]; threshold: number; knows: boolean; unknown?: string[] }>
  /** The embedding model in use and its last fault; undefined while there is none. */
  embeddingState?(): Promise<{ model: string; fault?: ModelFaultRecord | undefined } | undefined>
  /** How many of an agent's sources have vectors of a model. */
  embeddingProgress?(tenant: string, agentId: string, model: string): Promise<{ done: number; total: number }>
}

export function knowledgeSourcesQueries({
  reader,
  search,
  embeddingState,
  embeddingProgress,
}: KnowledgeQueriesDeps): Handlers<typeof knowledgeEndpoints> {
  return {
    async 'knowledge.list'(call) {
      const { agentId } = call.params
      const [page, summary, embedding] = await Promise.all([
        listed(reader, call.tenant, agentId, call.query),
        summaryOf(reader, call.tenant, agentId),
        embeddingOf(call.tenant, agentId),
      ])
      return reply({ ...page, items: page.items.map(viewOf), ...summary, ...embedding })
    },

    async 'knowledge.get'(call) {
      const { agentId, sourceId } = call.params
      const found = await openSource(reader, call.tenant, agentId, sourceId)
      return found ? replyWithTag(found.view, found.builtFrom) : noSuchSource
    },

    async 'knowledge.search'(call) {
      const { q, tag } = call.query
      const options = { explain: true, ...(tag === undefined ? {} : { tags: [tag] }) }
      return reply(await search(call.tenant, call.params.agentId, q, options))
    },
  }

  /** Nothing if there is no embedding model, or everything is embedded. */
  async function embeddingOf(
    tenant: string,
    agentId: string,
  ): Promise<{ embedding?: EmbeddingProgressView }> {
    const state = await embeddingState?.()
    const progress = state && (await embeddingProgress?.(tenant, agentId, state.model))
    if (!progress || progress.done >= progress.total) return {}
    const fault = state.fault ? { fault: embeddingAdvice(state.fault) } : {}
    return { embedding: { ...progress, ...fault } }
  }
}

const noSuchSource = refuse('not-found', 'This knowledge source does not exist.')

/** Returns a source with its texts; undefined if the agent has none with this id. */
async function openSource(reader: Reader, tenant: string, agentId: string, sourceId: string) {
  const [source, texts] = await Promise.all([
    reader.get(knowledgeSources, tenant, sourceId),
    reader.get(knowledgeChunks, tenant, sourceId),
  ])
  if (!source || !texts || source.agentId !== agentId) return undefined
  const [[content = '', json = ''], passages, lapsed] = await Promise.all([
    reader.open(tenant, [texts.content ?? '', texts.pairs ?? '']),
    openPassages(reader, tenant, texts),
    openLapsed(reader, tenant, texts),
  ])
  const view = {
    ...viewOf(source),
    content,
    ...(source.kind === 'qa' ? { pairs: readJson(questionPairs, json) ?? [] } : {}),
    chunks: (passages ?? []).map(({ text }) => text),
    chunkIds: (passages ?? []).map(({ key }) => key),
    passages: passages ?? [],
    lapsed,
  }
  return { view, builtFrom: reader.newestIn([source, texts]) }
}

/** Returns an agent's texts and pairs in the form that templates have, and how many documents and websites are left out. */
export async function exportKnowledge(reader: Reader, tenant: string, agentId: string) {
  const items: NonNullable<AgentTemplate['knowledge']> = []
  const leftOut = { documents: 0, websites: 0 }
  for (const sourceId of await sourceIdsOf(reader, tenant, agentId)) {
    const source = await openSource(reader, tenant, agentId, sourceId)
    if (!source) continue
    const { name, kind, content, pairs } = source.view
    if (kind === 'text') items.push({ name, kind, content })
    else if (kind === 'document') leftOut.documents += 1
    else if (kind !== 'qa') leftOut.websites += 1
    else if (pairs) items.push({ name, kind, pairs })
  }
  return { items, leftOut }
}

/** Yields every source of an agent with its text, for an export of the workspace. */
export async function* wholeKnowledge(reader: Reader, tenant: string, agentId: string) {
  for await (const { sourceId } of everySource(reader, tenant, agentId)) {
    const source = await openSource(reader, tenant, agentId, sourceId)
    if (!source) continue
    const { chunks: _, chunkIds: __, passages: ___, lapsed: ____, ...view } = source.view
    yield view
  }
}

/** Returns the number of sources of all agents of a workspace, to compare with its plan's limit. */
export function countSources(reader: Reader, tenant: string): Promise<number> {
  return reader.count(knowledgeSources, tenant, { index: 'byAgent' })
}

/** Returns the characters of all sources of a workspace but one, to compare with its plan's limit. */
export async function charactersOf(reader: Reader, tenant: string, exceptSourceId?: string): Promise<number> {
  let characters = 0
  for await (const page of everyPage(reader, knowledgeSources, tenant, { index: 'byAgent', limit: 1000 }))
    for (const { sourceId, charCount } of page) if (sourceId !== exceptSourceId) characters += charCount
  return characters
}

const MOST_LOOKED_THROUGH = 5

type ListQuery = { q?: string; tag?: string; status?: string; cursor?: string; limit?: number }

/** Returns a page of matching sources. Reads a limited number of pages of a long list; `next` continues. */
async function listed(reader: Reader, tenant: string, agentId: string, query: ListQuery) {
  const { limit = 50 } = query
  const wanted = query.q?.toLowerCase() ?? ''
  const items: KnowledgeSourceDocument[] = []
  let { cursor } = query
  for (let looked = 0; looked < MOST_LOOKED_THROUGH; looked++) {
    const page: Page<KnowledgeSourceDocument> = await reader.find(knowledgeSources, tenant, {
      index: 'byAgent',
      where: { agentId },
      order: 'desc',
      limit: Math.max(1, limit - items.length),
      cursor,
    })
    items.push(...page.items.filter(fits))
    cursor = page.next
    if (cursor === undefined || items.length >= limit) break
  }
  return cursor === undefined ? { items } : { items, next: cursor }

  function fits({ name, url, fileName, tags, status }: KnowledgeSourceDocument): boolean {
    return (
      (query.tag === undefined || tags.includes(query.tag)) &&
      (query.status === undefined || status === query.status) &&
      (wanted === '' || `${name}\n${url ?? ''}\n${fileName ?? ''}`.toLowerCase().includes(wanted))
    )
  }
}

/** Returns the ids of all sources of an agent. */
export async function sourceIdsOf(reader: Reader, tenant: string, agentId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const source of everySource(reader, tenant, agentId)) ids.push(source.sourceId)
  return ids
}

/** Whether an agent knows anything but the unchanged examples of its template. */
export async function hasOwnKnowledge(reader: Reader, tenant: string, agentId: string): Promise<boolean> {
  for await (const source of everySource(reader, tenant, agentId)) if (!source.sample) return true
  return false
}

async function summaryOf(reader: Reader, tenant: string, agentId: string) {
  const tags = new Set<string>()
  const totals = { sources: 0, chunks: 0, chars: 0 }
  for await (const source of everySource(reader, tenant, agentId)) {
    totals.sources += 1
    totals.chunks += source.chunkCount
    totals.chars += source.charCount
    for (const tag of source.tags) tags.add(tag)
  }
  return { totals, tags: [...tags].sort((a, b) => a.localeCompare(b)) }
}

async function* everySource(reader: Reader, tenant: string, agentId: string) {
  const query = { index: 'byAgent', where: { agentId }, limit: 1000 }
  for await (const page of everyPage(reader, knowledgeSources, tenant, query)) yield* page
}

function viewOf(document: KnowledgeSourceDocument): KnowledgeSourceView {
  const { crawlId: _, failedAt: __, ...view } = document
  const { refreshRate, lastRefreshTS, disabled, paused, progress, addedAt } = document
  if (!refreshRate || disabled || paused || progress) return view
  const last = lastRefreshTS === undefined ? Date.parse(addedAt) : lastRefreshTS * 1000
  const next = nextRefresh(refreshRate, last)
  return next >= NEVER_DUE ? view : { ...view, nextRefreshAt: new Date(next).toISOString() }
}
