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

/**
 * The same text as somebody pastes it from a letter or a mail: paragraphs without headings, or with their titles in the
 * first line (`Parking. We have …`).
 */
export function pasted(source: SourceChunks, titles: 'none' | 'in the line'): SourceChunks {
  const { name, chunks = [] } = source
  if (chunks.some((chunk) => chunk.startsWith('Q: '))) return source
  const written = chunks.join('\n\n').replace(/^# .*$/gm, '')
  const plain =
    titles === 'none'
      ? written.replace(/^#{2,6} .*$/gm, '')
      : written.replace(/^#{2,6} (.*)\n+(?=\S)/gm, '$1. ')
  return text(name, plain.replace(/\n{3,}/g, '\n\n'))
}

export function pairs(name: string, content: [question: string, answer: string][]): SourceChunks {
  const chunks = chunkPairs(content.map(([question, answer]) => ({ question, answer })))
  return { sourceId: name, name, version: 1, chunks }
}
