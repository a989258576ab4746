/** A knowledge base that is searched without a retriever around it, so that candidates can be looked at. */
import type { Searched } from '../src/retrieval/find-chunks.ts'
import { detectLanguage, type Language, loadLanguage } from '../src/retrieval/languages.ts'
import { createLexicalIndex, type IndexedChunk } from '../src/retrieval/lexical-index.ts'
import type { SourceChunks } from '../src/retrieval/retriever.ts'
import { type ReadChunk, readChunk } from '../src/retrieval/score.ts'
import { readableName } from '../src/retrieval/source-name.ts'
import { unpackVectors } from '../src/retrieval/vectors.ts'

export async function searchedIn(sources: readonly SourceChunks[]): Promise<Searched> {
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
  return { index, languages: [...languages], readOf }
}
