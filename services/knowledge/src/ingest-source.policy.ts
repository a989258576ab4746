/** What follows when a source is added or edited: its text is extracted, cut into chunks and, if it can, embedded. */
import { createHash } from 'node:crypto'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import { definePolicy, type Policy, reactingTo } from '@parley/kernel/policy.ts'
import { pick, type RecordedOf } from '@parley/kernel/projection.ts'
import { chunkPairs, chunkText, type Pair } from './ingestion/chunk.ts'
import { chunkKeysOf } from './ingestion/chunk-keys.ts'
import type { Extract } from './ingestion/extract.ts'
import { normalise } from './ingestion/normalise.ts'
import {
  isWebsite,
  knowledgeSource,
  type RecordFailure,
  type RecordIngestion,
  type SourceKind,
} from './knowledge-source.decider.ts'
import type { Embedding } from './retrieval/embedding-port.ts'
import { packVectors } from './retrieval/vectors.ts'

const name = 'ingest-source'
const events = pick(knowledgeEvents, 'KnowledgeSourceAdded', 'KnowledgeSourceEdited')

export type IngestSourceDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  extract: Extract
  embedding?: Embedding
  /** Told when vectors could not be had; the source is found by its words then. */
  onEmbeddingFault?(error: unknown): void
}

type Ingested = Pick<RecordIngestion, 'chunks' | 'content'> & { charCount: number }

export function ingestSource(deps: IngestSourceDeps): Policy<typeof events> {
  return definePolicy({
    name,
    startFrom: 'origin',
    events,
    unseals: true,
    async react(event) {
      const source = await deps.load(knowledgeSource, event.data.sourceId, event.tenant)
      if (source?.state.stage !== 'present' || isWebsite(source.state.kind)) return
      const ingested = await ingest(event, source.state.kind)
      if (!ingested) return
      // A source that was deleted meanwhile refuses the outcome, which is then of no use to anybody.
      await deps.handle(knowledgeSource, event.data.sourceId, ingested, reactingTo(event, name))
    },
  })

  async function ingest(
    event: RecordedOf<typeof events>,
    kind: SourceKind,
  ): Promise<RecordIngestion | RecordFailure | undefined> {
    const { content, maxChunkSize } = event.data
    if (event.type === 'KnowledgeSourceEdited' && content === undefined) return undefined
    const outcome =
      event.type === 'KnowledgeSourceAdded' && kind === 'document'
        ? await readDocument(event.data.file ?? '', event.data.fileName ?? event.data.name, maxChunkSize)
        : kind === 'qa'
          ? readPairs(content ?? '', maxChunkSize)
          : readText(content ?? '', maxChunkSize)
    if ('reason' in outcome) return { type: 'RecordFailure', reason: outcome.reason }
    if (outcome.chunks.length === 0) return { type: 'RecordFailure', reason: 'The source holds no text.' }
    return {
      type: 'RecordIngestion',
      ...outcome,
      chunkKeys: chunkKeysOf(outcome.chunks),
      contentHash: createHash('sha256').update(outcome.chunks.join('\0')).digest('base64url'),
      ...(await vectorsOf(outcome.chunks)),
    }
  }

  async function readDocument(
    base64: string,
    fileName: string,
    maxChunkSize: number,
  ): Promise<Ingested | { reason: string }> {
    const extracted = await deps.extract(Buffer.from(base64, 'base64'), fileName)
    if (!extracted.ok) return extracted
    return { ...readText(extracted.text, maxChunkSize), content: extracted.text }
  }

  /** An embedding that fails must not keep the source from being found by its words. */
  async function vectorsOf(chunks: string[]): Promise<Pick<RecordIngestion, 'vectors' | 'embedding'>> {
    const { embedding } = deps
    if (!embedding) return {}
    try {
      const vectors = await embedding.embed(chunks)
      const dimensions = vectors[0]?.length ?? 0
      return { vectors: packVectors(vectors), embedding: { model: embedding.model, dimensions } }
    } catch (error) {
      deps.onEmbeddingFault?.(error)
      return {}
    }
  }
}

function readText(content: string, maxChunkSize: number): Ingested {
  const text = normalise(content)
  return { chunks: chunkText(text, maxChunkSize), charCount: text.length }
}

function readPairs(content: string, maxChunkSize: number): Ingested {
  const pairs: Pair[] = JSON.parse(content)
  const normal = pairs.map(({ question, answer }) => ({
    question: normalise(question),
    answer: normalise(answer),
  }))
  const charCount = normal.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0)
  const answered = normal.filter(({ question, answer }) => question !== '' && answer !== '')
  return { chunks: chunkPairs(answered, maxChunkSize), charCount }
}
