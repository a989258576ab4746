/** Retrieves what an agent knows about a question: its chunks, best first, each with a score from 0 to 1. */
import { technicalFields } from '@parley/contracts/agent/fields/technical.ts'
import {
  type AboutUnit,
  type AgentIndex,
  type AgentIndexesDeps,
  createAgentIndexes,
  isNearlyEmbedded,
  readOf,
  taggedWith,
} from './agent-indexes.ts'
import { answerOf, type CitedChunk, type ExtractedAnswer } from './answer.ts'
import type { Embedding } from './embedding-port.ts'
import {
  type Found,
  findChunks,
  findParts,
  likelyChunks,
  type Searched,
  textsToEmbed,
} from './find-chunks.ts'
import { type FoundWord, foundWords } from './found-words.ts'
import type { IndexedChunk } from './lexical-index.ts'
import { type ByMeaning, nearest } from './nearest.ts'
import type { QuestionWord } from './question.ts'
import type { FoundChunk } from './search-chunks.ts'
import { defaultKnowsThreshold } from './threshold.ts'

export type RetrievedChunk = {
  sourceId: string
  sourceName: string
  /** The chunk's place in its source, from 0. */
  chunk: number
  text: string
  /** The probability that the chunk answers; at `ifKnowsThreshold` and above the agent knows. */
  score: number
  /** The question's words that the chunk contains. */
  matched: string[]
  /** The same with the matching words of the chunk, if requested. */
  found?: FoundWord[]
  /** For a page of a website. */
  pageId?: string
  url?: string
  tags?: string[]
  /** From 0 for unrelated to 1, if there are vectors. */
  meaning?: number
}

export type SearchOptions = {
  limit?: number
  /** Only sources that have one of these tags. */
  tags?: readonly string[]
  /** The visitor's question before this one, which this one may refer to. */
  before?: string
  /** Whether to return which words of a chunk match the question's. */
  explain?: boolean
}

export type RetrieverDeps = AgentIndexesDeps & {
  settingsOf?(
    tenant: string,
    agentId: string,
  ): Promise<{ topChunks?: number; ifKnowsThreshold?: number } | undefined>
  embedding?: Embedding
  onEmbeddingFault?(error: unknown): void
}

export type Retriever = {
  /** Returns at most `limit` chunks (the agent's setting, or 5) that are related to the question, best first. */
  retrieve(
    tenant: string,
    agentId: string,
    question: string,
    options?: SearchOptions,
  ): Promise<RetrievedChunk[]>
  /**
   * The same with the agent's threshold, whether the best chunk reaches it, and the question's words that no chunk
   * contains.
   */
  search(
    tenant: string,
    agentId: string,
    question: string,
    options?: SearchOptions,
  ): Promise<{
    items: RetrievedChunk[]
    threshold: number
    knows: boolean
    unknown: string[]
    /** For when no model writes one; only if the agent knows. */
    answer?: ExtractedAnswer
  }>
  /** To be called when the knowledge of an agent changed. */
  invalidate(agentId: string): void
}

type Retrieved = {
  items: RetrievedChunk[]
  unknown: string[]
  /** Undefined if the agent doesn't know. */
  answerFrom(threshold: number): ExtractedAnswer | undefined
}

const DEFAULT_LIMIT = technicalFields.vg_kbTopChunks.fallback
const LONGEST_QUESTION = 2_000

export function createRetriever(deps: RetrieverDeps): Retriever {
  const indexes = createAgentIndexes(deps)

  return {
    async retrieve(tenant, agentId, question, options = {}) {
      const limit = options.limit ?? (await deps.settingsOf?.(tenant, agentId))?.topChunks ?? DEFAULT_LIMIT
      return (await find(tenant, agentId, question, limit, options)).items
    },
    async search(tenant, agentId, question, options = {}) {
      const settings = await deps.settingsOf?.(tenant, agentId)
      const limit = options.limit ?? settings?.topChunks ?? DEFAULT_LIMIT
      const threshold = settings?.ifKnowsThreshold ?? defaultKnowsThreshold
      const { items, unknown, answerFrom } = await find(tenant, agentId, question, limit, options)
      const answer = answerFrom(threshold)
      return { items, threshold, knows: answer !== undefined, unknown, ...(answer ? { answer } : {}) }
    },
    invalidate: indexes.invalidate,
  }

  async function find(
    tenant: string,
    agentId: string,
    asked: string,
    limit: number,
    { tags = [], explain = false, before }: SearchOptions,
  ): Promise<Retrieved> {
    const question = normalised(asked)
    const held = await indexes.upToDate(tenant, agentId)
    const among = tags.length === 0 ? undefined : taggedWith(held, tags)
    const previous = before === undefined ? undefined : normalised(before)
    const byWords: Searched = {
      index: held.index,
      languages: [...held.languages.values()],
      readOf: (chunk) => readOf(held, chunk),
      among,
    }
    const searched = { ...byWords, byMeaning: await meaningsIn(held, byWords, question, previous) }
    const whole = await findChunks(searched, question, previous)
    const parts = await findParts(searched, question, previous)
    const best = [...bestByChunk([whole, ...parts]).values()].sort((a, b) => b.score - a.score)
    const items = best.slice(0, limit).map(({ chunk, score, match: { matched }, meaning }) => {
      const about: AboutUnit = held.about.get(chunk.sourceId) ?? { sourceId: chunk.sourceId }
      const { sourceId, pageId, url, tags: own = [] } = about
      const page = { ...(pageId === undefined ? {} : { pageId }), ...(url === undefined ? {} : { url }) }
      const { sourceName, text } = chunk
      const told = explain ? { found: explained(whole.words, matched, chunk) } : {}
      const what = { sourceId, sourceName, ...page, tags: own, chunk: chunk.chunk, text }
      return {
        ...what,
        score,
        matched,
        ...told,
        ...(meaning === undefined ? {} : { meaning: clipped(meaning) }),
      }
    })
    const unknown = whole.words.filter(({ known }) => !known).map(({ text }) => text)
    return { items, unknown, answerFrom }

    function answerFrom(threshold: number): ExtractedAnswer | undefined {
      const cite = (unit: string, name: string): CitedChunk => {
        const { sourceId = unit, url } = held.about.get(unit) ?? {}
        return { sourceId, name, ...(url === undefined ? {} : { url }) }
      }
      return answerOf(whole, parts, threshold, cite)
    }
  }

  /**
   * Undefined if most chunks have no vectors of the present model, or the provider fails: retrieval then uses words only.
   */
  async function meaningsIn(
    held: AgentIndex,
    searched: Searched,
    question: string,
    before: string | undefined,
  ): Promise<ByMeaning | undefined> {
    const { embedding } = deps
    if (!embedding || (await embedding.isOffered?.()) === false) return undefined
    if (!isNearlyEmbedded(held, embedding.model)) return undefined
    try {
      const likely = await likelyChunks(searched, question)
      const texts = textsToEmbed(question, before)
      return await nearest(held.index, embedding, {
        texts,
        likely,
        among: searched.among,
        tenant: held.tenant,
      })
    } catch (error) {
      deps.onEmbeddingFault?.(error)
      return undefined
    }
  }
}

function explained(words: readonly QuestionWord[], matched: readonly string[], chunk: IndexedChunk) {
  return foundWords(
    words.filter(({ text }) => matched.includes(text)),
    chunk,
  )
}

function normalised(question: string): string {
  return question.slice(0, LONGEST_QUESTION).normalize('NFC')
}

/** Each chunk once, with its best score. */
function bestByChunk(all: readonly Found[]): Map<number, FoundChunk> {
  const best = new Map<number, FoundChunk>()
  for (const chunk of all.flatMap(({ found }) => found))
    if (chunk.score > (best.get(chunk.id)?.score ?? -1)) best.set(chunk.id, chunk)
  return best
}

function clipped(meaning: number): number {
  return Math.min(1, Math.max(0, meaning))
}
