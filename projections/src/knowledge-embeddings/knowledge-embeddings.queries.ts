/** What is to be embedded, of all tenants, and how far the embedding of an agent's knowledge is. */
import { PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { knowledgeChunks } from '../knowledge-chunks/knowledge-chunks.projection.ts'
import { openLapsed, openPassages } from '../knowledge-chunks/knowledge-chunks.queries.ts'
import { pageDocumentId } from '../knowledge-pages/knowledge-pages.projection.ts'
import { type KnowledgeEmbeddingDocument, knowledgeEmbeddings } from './knowledge-embeddings.projection.ts'

type Store = Pick<ReadStore, 'find' | 'count'>
type CollectionOf = (projection: string) => string | Promise<string>

/** A source, or a page of a website. */
export type EmbeddingPlace = { tenant: string; sourceId: string; agentId: string; pageId?: string }

/**
 * Returns some of what has no vectors of a model: at most `perTenant` of each of the next `tenants` tenants after a
 * tenant, in the order of their ids.
 */
export function dueEmbeddings(store: Store, collectionOf: CollectionOf) {
  return async (
    model: string,
    after: string,
    most: { tenants: number; perTenant: number },
  ): Promise<EmbeddingPlace[]> => {
    const others = (await modelsInUse()).filter((other) => other !== model)
    const waiting = await Promise.all(others.map((other) => tenantsOf(other, after, most.tenants)))
    const next = [...new Set(waiting.flat())].sort().slice(0, most.tenants)
    const due: EmbeddingPlace[] = []
    for (const tenant of next) {
      const ofTenant: EmbeddingPlace[] = []
      for (const other of others) {
        if (ofTenant.length >= most.perTenant) break
        const left = most.perTenant - ofTenant.length
        ofTenant.push(...(await find({ model: other, tenant }, left)).map(placeIn))
      }
      due.push(...ofTenant)
    }
    return due
  }

  /** There are few: operators seldom change the model. */
  async function modelsInUse(): Promise<string[]> {
    const models: string[] = []
    for (
      let [next] = await find({ model: { gte: '' } }, 1);
      next;
      [next] = await find({ model: { gt: models.at(-1)! } }, 1)
    )
      models.push(next.model ?? '')
    return models
  }

  async function tenantsOf(model: string, after: string, most: number): Promise<string[]> {
    const tenants: string[] = []
    while (tenants.length < most) {
      const [next] = await find({ model, tenant: { gt: tenants.at(-1) ?? after } }, 1)
      if (!next) break
      tenants.push(next.tenant)
    }
    return tenants
  }

  async function find(where: NonNullable<Parameters<Store['find']>[2]['where']>, limit: number) {
    const collection = await collectionOf(knowledgeEmbeddings.name)
    const { items } = await store.find(collection, PUBLIC, { index: 'byModel', where, limit })
    return items.map(({ document }) => document as KnowledgeEmbeddingDocument)
  }
}

function placeIn({ tenant, sourceId, agentId, pageId }: KnowledgeEmbeddingDocument): EmbeddingPlace {
  return { tenant, sourceId, agentId, ...(pageId === undefined ? {} : { pageId }) }
}

/** Counts the sources of an agent that have passages, and those with vectors of a model; each page of a website is one. */
export function embeddingProgress(store: Store, collectionOf: CollectionOf) {
  return async (tenant: string, agentId: string, model: string): Promise<{ done: number; total: number }> => {
    const collection = await collectionOf(knowledgeEmbeddings.name)
    const count = (where: Record<string, string>) =>
      store.count(collection, PUBLIC, { index: 'byAgent', where: { tenant, agentId, ...where } })
    const [done, total] = await Promise.all([count({ model }), count({})])
    return { done, total }
  }
}

/** The texts of a source or page, with the models of the vectors they have. */
export type TextsToEmbed = {
  /** Changes with every change of the texts or vectors. */
  version: number
  model?: string
  /** The chunks as read. */
  chunks: { key: string; text: string }[]
  /** The edited chunks, those too whose chunk is no longer part of the source. */
  edited: { key: string; text: string; model?: string }[]
}

/** Opens the texts of a source or page; undefined if there are none, or their key is erased. */
export function textsToEmbed(reader: Reader) {
  return async ({ tenant, sourceId, pageId }: EmbeddingPlace): Promise<TextsToEmbed | undefined> => {
    const id = pageId === undefined ? sourceId : pageDocumentId(sourceId, pageId)
    const document = await reader.get(knowledgeChunks, tenant, id)
    if (!document || document.chunkCount === 0) return undefined
    const passages = await openPassages(reader, tenant, document)
    if (!passages) return undefined
    const lapsed = await openLapsed(reader, tenant, document)
    const present = passages.flatMap(({ key, text, original }) =>
      original === undefined ? [] : [{ key, text }],
    )
    const edited = [...present, ...lapsed].flatMap(({ key, text }) => {
      const model = document.changes?.[key]?.embedding?.model
      return text === undefined ? [] : [{ key, text, ...(model === undefined ? {} : { model }) }]
    })
    const { version, embedding } = document
    const chunks = passages.map(({ key, text, original = text }) => ({ key, text: original }))
    return { version, ...(embedding ? { model: embedding.model } : {}), chunks, edited }
  }
}
