/** A knowledge base that is searched without a retriever around it, so that candidates can be looked at. */

import type { SourceChunks } from '../src/retrieval/agent-indexes.ts'
import type { Searched } from '../src/retrieval/find-chunks.ts'
import { detectLanguage, type Language, loadLanguage } from '../src/retrieval/languages.ts'
import { createLexicalIndex, type IndexedChunk } from '../src/retrieval/lexical-index.ts'
import { type ReadChunk, readChunk } from '../src/retrieval/score.ts'
import { readableName } from '../src/retrieval/source-name.ts'
import { unpackVectors } from '../src/retrieval/vectors.ts'

export type SearchedBase = Searched & {
  /** What `search` finds if no chunk is there of which `is` says so. */
  without<T>(is: (text: string) => boolean, search: () => Promise<T>): Promise<T>
}

export async function searchedIn(sources: readonly SourceChunks[]): Promise<SearchedBase> {
  const index = createLexicalIndex()
  const languages = new Set<Language>()
  for (const { sourceId, name, chunks = [], vectors } of sources) {
    const sourceName = readableName(name, chunks)
    const language = await loadLanguage((await detectLanguage(chunks.join('\n'))) ?? 'english')
    languages.add(language)
    const unpacked = vectors && unpackVectors(vectors.base64, vectors.dimensions, chunks.length)
    chunks.forEach((text, chunk) => {
      const values = unpacked?.[chunk]
      const vector = values && vectors ? { vector: { model: vectors.model, values } } : {}
      index.add({ sourceId, sourceName, chunk, text, language, ...vector })
    })
  }
  const read = new Map<IndexedChunk, ReadChunk>()
  const readOf = (chunk: IndexedChunk) => {
    const known = read.get(chunk) ?? readChunk(chunk)
    read.set(chunk, known)
    return known
  }
  return { index, languages: [...languages], readOf, without }

  async function without<T>(is: (text: string) => boolean, search: () => Promise<T>): Promise<T> {
    const all = [...index.ids()].map((id) => index.chunk(id)!)
    const touched = new Set(all.filter(({ text }) => is(text)).map(({ sourceId }) => sourceId))
    const own = all.filter(({ sourceId }) => touched.has(sourceId))
    put(own.filter(({ text }) => !is(text)))
    const found = await search()
    put(own)
    return found

    function put(chunks: readonly IndexedChunk[]): void {
      for (const sourceId of touched) index.remove(sourceId)
      for (const chunk of chunks) index.add(chunk)
    }
  }
}
