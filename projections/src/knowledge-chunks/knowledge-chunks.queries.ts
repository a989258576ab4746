/** Opens the chunks of an agent for an index, and those of one source for users. */

import type { ChunkView } from '@parley/contracts/knowledge/endpoints.ts'
import { chunkTexts } from '@parley/contracts/knowledge/events.ts'
import { readJson } from '@parley/contracts/message.ts'
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { knowledgeSources } from '../knowledge-sources/knowledge-sources.projection.ts'
import {
  type ChunkChange,
  type KnowledgeChunksDocument,
  knowledgeChunks,
} from './knowledge-chunks.projection.ts'

export type LoadedSource = {
  sourceId: string
  name: string
  /** Set for a page of a website. */
  pageId?: string
  url?: string
  tags: string[]
  /** Changes with every change of the source. */
  version: number
  /** Undefined if the caller has this version already. An empty text is a chunk that must not be found. */
  chunks?: string[]
  vectors?: { model: string; dimensions: number; base64: string }
  /** Vectors of edited chunks by place; undefined for those without one. */
  edited?: Record<number, { model: string; base64: string } | undefined>
}

/**
 * Loads every source of an agent that has chunks, and for websites every page. `known` contains the versions that the
 * caller has already, by source and page (`unitOf`); their texts are not opened again. Omits sources that are disabled
 * or whose key is erased.
 */
export function loadKnowledgeChunks({ reader }: { reader: Reader }) {
  return async function loadChunks(
    tenant: string,
    agentId: string,
    known: ReadonlyMap<string, number> = new Map(),
  ): Promise<LoadedSource[]> {
    const sources = await sourcesOf(tenant, agentId)
    const loaded: LoadedSource[] = []
    const query = { index: 'byAgent', where: { agentId }, limit: 200 }
    for await (const page of everyPage(reader, knowledgeChunks, tenant, query)) {
      const filled = page.flatMap((document) => {
        const source = sources.get(document.sourceId)
        return source && !source.disabled && document.chunkCount > 0 ? [{ document, tags: source.tags }] : []
      })
      const opened = filled.map(({ document, tags }) => load(tenant, document, tags, known))
      loaded.push(...(await Promise.all(opened)).flat())
    }
    return loaded
  }

  async function sourcesOf(tenant: string, agentId: string) {
    const sources = new Map<string, { tags: string[]; disabled?: true }>()
    const query = { index: 'byAgent', where: { agentId }, limit: 1000 }
    for await (const page of everyPage(reader, knowledgeSources, tenant, query))
      for (const source of page) sources.set(source.sourceId, source)
    return sources
  }

  async function load(
    tenant: string,
    document: KnowledgeChunksDocument,
    tags: string[],
    known: ReadonlyMap<string, number>,
  ): Promise<LoadedSource[]> {
    const { sourceId, name, pageId, url, version, embedding } = document
    const page = pageId === undefined || url === undefined ? {} : { pageId, url }
    const base: LoadedSource = { sourceId, name, ...page, tags, version }
    if (known.get(unitOf(document)) === version) return [base]
    const [[base64 = ''], passages] = await Promise.all([
      reader.open(tenant, [document.vectors ?? '']),
      openPassages(reader, tenant, document),
    ])
    if (!passages) return []
    const chunks = passages.map(({ text, state }) => (state === 'as-read' || state === 'edited' ? text : ''))
    const vectors = embedding && base64 ? { vectors: { ...embedding, base64 } } : {}
    return [{ ...base, chunks, ...vectors, ...(await vectorsOfEdited(tenant, document, passages)) }]
  }

  async function vectorsOfEdited(tenant: string, document: KnowledgeChunksDocument, passages: ChunkView[]) {
    const places = passages.flatMap(({ state }, place) => (state === 'edited' ? [place] : []))
    if (places.length === 0) return {}
    const edited: LoadedSource['edited'] = {}
    for (const place of places) {
      const change = document.changes?.[passages[place]?.key ?? '']
      const [base64] = change?.vector === undefined ? [] : await reader.open(tenant, [change.vector])
      edited[place] = base64 && change?.embedding ? { model: change.embedding.model, base64 } : undefined
    }
    return { edited }
  }
}

/** Identifies a unit of an index: a source, or a page of one. */
export function unitOf({ sourceId, pageId }: { sourceId: string; pageId?: string }): string {
  return pageId === undefined ? sourceId : `${sourceId}/${pageId}`
}

/** Returns the chunks of a source or page with their states; undefined if their key is erased. */
export async function openPassages(
  reader: Reader,
  tenant: string,
  document: KnowledgeChunksDocument,
): Promise<ChunkView[] | undefined> {
  const { changes = {}, chunkKeys } = document
  const edits = Object.entries(changes).filter(([, change]) => change.text !== undefined)
  const [json = '', ...opened] = await reader.open(tenant, [
    document.chunks ?? '[]',
    ...edits.map(([, change]) => change.text ?? ''),
  ])
  const edited = new Map(edits.map(([key], at) => [key, opened[at] ?? '']))
  return readJson(chunkTexts, json)?.map((original, place): ChunkView => {
    const key = chunkKeys?.[place] ?? `#${place}`
    const change: ChunkChange = changes[key] ?? {}
    const text = edited.get(key)
    const state = change.deleted
      ? 'deleted'
      : change.disabled
        ? 'disabled'
        : text === undefined
          ? 'as-read'
          : 'edited'
    return { key, text: text ?? original, state, ...(text === undefined ? {} : { original }) }
  })
}

/** Returns changes whose chunk is no longer part of the source. */
export async function openLapsed(
  reader: Reader,
  tenant: string,
  document: KnowledgeChunksDocument,
): Promise<{ key: string; text?: string }[]> {
  const present = new Set(
    document.chunkKeys ?? Array.from({ length: document.chunkCount }, (_, place) => `#${place}`),
  )
  const lapsed = Object.entries(document.changes ?? {}).filter(([key]) => !present.has(key))
  const texts = await reader.open(
    tenant,
    lapsed.map(([, change]) => change.text ?? ''),
  )
  return lapsed.map(([key], at) => (texts[at] ? { key, text: texts[at] } : { key }))
}
