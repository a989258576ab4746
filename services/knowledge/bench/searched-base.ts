/** A knowledge base that is searched without a retriever around it, so that candidates can be looked at. */
import type { Searched } from '../src/retrieval/find-by-words.ts'
import { detectLanguage, type Language, loadLanguage } from '../src/retrieval/languages.ts'
import { createLexicalIndex, type IndexedChunk } from '../src/retrieval/lexical-index.ts'
import type { SourceChunks } from '../src/retrieval/retriever.ts'
import { type ReadChunk, readChunk } from '../src/retrieval/score.ts'
import { readableName } from '../src/retrieval/source-name.ts'

export async function searchedIn(sources: readonly SourceChunks[]): Promise<Searched> {
  const index = createLexicalIndex()
  const languages = new Set<Language>()
  for (const { sourceId, name, chunks = [] } of sources) {
    const sourceName = readableName(name, chunks)
    const language = await loadLanguage((await detectLanguage(chunks.join('\n'))) ?? 'english')
    languages.add(language)
    chunks.forEach((text, chunk) => {
      index.add({ sourceId, sourceName, chunk, text, language })
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
