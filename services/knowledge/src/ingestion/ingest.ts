/** Ingests a source that was added or edited: extracts its text, cuts it into chunks and embeds them if possible. */
import { createHash } from 'node:crypto'
import { type knowledgeEvents, questionPairs } from '@parley/contracts/knowledge/events.ts'
import { type EventOf, readJson } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Lane } from '@parley/kernel/limits/fair-queue.ts'
import type { Place } from '@parley/kernel/log/recorded-event.ts'
import { reactingTo } from '@parley/kernel/policies/policy.ts'
import { isFull, unlimited, type WithinCharacters } from '../character-limit.ts'
import {
  isWebsite,
  knowledgeSource,
  type RecordFailure,
  type RecordIngestion,
  type SourceKind,
} from '../knowledge-source.decider.ts'
import { type EmbedDeps, embedChunks } from '../retrieval/embed-chunks.ts'
import { chunkPairs, chunkText, type Pair } from './chunk.ts'
import { chunkKeysOf } from './chunk-keys.ts'
import { cleanDocument } from './clean-document.ts'
import type { Extract } from './extract.ts'
import { normalise } from './normalise.ts'
import { withRowsAsParagraphs } from './pasted-tables.ts'

export type IngestDeps = EmbedDeps & {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  extract: Extract
  /** Without it characters are not limited. */
  withinCharacters?: WithinCharacters
}

/** An event that gives a source its text, its sealed fields opened. */
export type SourceEvent = EventOf<
  Pick<typeof knowledgeEvents, 'KnowledgeSourceAdded' | 'KnowledgeSourceEdited'>
> &
  Place
/** Ingests an event and records the outcome; `too-big`: nothing recorded yet, it has to be read in the big lane. */
export type Ingest = (event: SourceEvent, lane: Lane) => Promise<'done' | 'too-big'>

type Ingested = Pick<RecordIngestion, 'chunks' | 'content'> & { charCount: number }
type Unread = { reason: string; tooBig?: true }

const name = 'ingest-source'

export function createIngest(deps: IngestDeps): Ingest {
  return async (event, lane) => {
    const source = await deps.load(knowledgeSource, event.data.sourceId, event.tenant)
    if (source?.state.stage !== 'present' || isWebsite(source.state.kind)) return 'done'
    const ingested = await ingest(event, source.state.kind, lane)
    if (ingested === 'too-big') return ingested
    if (ingested) await record(event, ingested)
    return 'done'
  }

  /** A source that was deleted meanwhile refuses the outcome, which is then discarded. */
  async function record(event: SourceEvent, ingested: RecordIngestion | RecordFailure): Promise<void> {
    const { sourceId } = event.data
    const run = (outcome: RecordIngestion | RecordFailure) =>
      deps.handle(knowledgeSource, sourceId, outcome, reactingTo(event, name))
    if (ingested.type === 'RecordFailure') return void (await run(ingested))
    const of = { tenant: event.tenant, sourceId, characters: ingested.charCount }
    const recorded = await (deps.withinCharacters ?? unlimited)(of, () => run(ingested))
    if (isFull(recorded)) await run({ type: 'RecordFailure', reason: recorded.rejection.message })
  }

  async function ingest(
    event: SourceEvent,
    kind: SourceKind,
    lane: Lane,
  ): Promise<RecordIngestion | RecordFailure | 'too-big' | undefined> {
    const { content, pairs, maxChunkSize } = event.data
    if (event.type === 'KnowledgeSourceEdited' && content === undefined && pairs === undefined)
      return undefined
    const outcome =
      event.type === 'KnowledgeSourceAdded' && kind === 'document'
        ? await readDocument(event, lane)
        : kind === 'qa'
          ? readPairs(pairs ?? readJson(questionPairs, content ?? '') ?? [], maxChunkSize)
          : readText(content ?? '', maxChunkSize)
    if ('reason' in outcome)
      return outcome.tooBig ? 'too-big' : { type: 'RecordFailure', reason: outcome.reason }
    if (outcome.chunks.length === 0) return { type: 'RecordFailure', reason: 'The source holds no text.' }
    return {
      type: 'RecordIngestion',
      ...outcome,
      chunkKeys: chunkKeysOf(outcome.chunks),
      contentHash: createHash('sha256').update(outcome.chunks.join('\0')).digest('base64url'),
      ...(await embedChunks(deps, outcome.chunks)),
    }
  }

  async function readDocument(
    { data, tenant }: SourceEvent & { type: 'KnowledgeSourceAdded' },
    lane: Lane,
  ): Promise<Ingested | Unread> {
    const file = Buffer.from(data.file ?? '', 'base64')
    const extracted = await deps.extract({ tenant, lane }, file, data.fileName ?? data.name)
    if (!extracted.ok) return extracted
    return { ...readText(extracted.text, data.maxChunkSize), content: extracted.text }
  }
}

function readText(content: string, maxChunkSize: number): Ingested {
  const text = cleanDocument(normalise(withRowsAsParagraphs(content)))
  return { chunks: chunkText(text, maxChunkSize), charCount: text.length }
}

function readPairs(pairs: readonly Pair[], maxChunkSize: number): Ingested {
  const normal = pairs.map(({ question, answer }) => ({
    question: cleanDocument(normalise(question)),
    answer: cleanDocument(normalise(answer)),
  }))
  const charCount = normal.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0)
  const answered = normal.filter(({ question, answer }) => question !== '' && answer !== '')
  return { chunks: chunkPairs(answered, maxChunkSize), charCount }
}
