/** Sources of a knowledge base as their owner would add them. */
import { chunkPairs, chunkText } from '../../src/ingestion/chunk.ts'
import { cleanDocument } from '../../src/ingestion/clean-document.ts'
import { normalise, unwrapLines } from '../../src/ingestion/normalise.ts'
import type { SourceChunks } from '../../src/retrieval/agent-indexes.ts'

/** A document or text, read as the server reads it. */
export function text(name: string, content: string): SourceChunks {
  return {
    sourceId: name,
    name,
    version: 1,
    chunks: chunkText(unwrapLines(cleanDocument(normalise(content)))),
  }
}

export function pairs(name: string, content: [question: string, answer: string][]): SourceChunks {
  const chunks = chunkPairs(content.map(([question, answer]) => ({ question, answer })))
  return { sourceId: name, name, version: 1, chunks }
}
