/** Opens the chunks of an agent for whoever builds an index of them. */
import type { Reader } from '@parley/kernel/reader.ts'
import { type KnowledgeChunksDocument, knowledgeChunks } from './knowledge-chunks.projection.ts'

export type LoadedSource = {
  sourceId: string
  name: string
  /** Changes whenever anything of the source does. */
  version: number
  /** Undefined where the caller knows this version already. */
  chunks?: string[]
  vectors?: { model: string; dimensions: number; base64: string }
}

/**
 * Every source of an agent that has chunks. `known` tells the versions that the caller holds already, whose texts
 * are not opened again. A source whose key is gone is left out.
 */
export function loadKnowledgeChunks({ reader }: { reader: Reader }) {
  return async function loadChunks(
    tenant: string,
    agentId: string,
    known: ReadonlyMap<string, number> = new Map(),
  ): Promise<LoadedSource[]> {
    const sources: LoadedSource[] = []
    let cursor: string | undefined
    do {
      const page = await reader.find(knowledgeChunks, tenant, {
        index: 'byAgent',
        where: { agentId },
        limit: 200,
        cursor,
      })
      const filled = page.items.filter((document) => document.chunkCount > 0)
      sources.push(...(await Promise.all(filled.map((document) => load(tenant, document, known)))).flat())
      cursor = page.next
    } while (cursor !== undefined)
    return sources
  }

  async function load(
    tenant: string,
    document: KnowledgeChunksDocument,
    known: ReadonlyMap<string, number>,
  ): Promise<LoadedSource[]> {
    const { sourceId, name, version, embedding } = document
    if (known.get(sourceId) === version) return [{ sourceId, name, version }]
    const [chunks, base64] = await reader.open(tenant, [document.chunks ?? '[]', document.vectors ?? ''])
    const texts = textsOf(chunks ?? '')
    if (!texts) return []
    const vectors = embedding && base64 ? { ...embedding, base64 } : undefined
    return [{ sourceId, name, version, chunks: texts, ...(vectors ? { vectors } : {}) }]
  }
}

/** Undefined for what is no JSON of texts, such as `[erased]`. */
export function textsOf(json: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined
  } catch {
    return undefined
  }
}
