/**
 * Retrieves what an agent knows about a question: its chunks, best first, each with a score from 0 to 1. The chunks of
 * an agent are indexed in memory on first use, and updated by source when they change; the least recently used agents
 * are evicted when memory is short.
 */
import { technicalFields } from '@parley/contracts/agent/fields/technical.ts'
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
import { detectLanguage, type Language, type LanguageName, loadLanguage } from './languages.ts'
import { createLexicalIndex, type IndexedChunk, type LexicalIndex } from './lexical-index.ts'
import { type ByMeaning, nearest } from './nearest.ts'
import type { QuestionWord } from './question.ts'
import { type ReadChunk, readChunk } from './score.ts'
import type { FoundChunk } from './search-chunks.ts'
import { readableName } from './source-name.ts'
import { defaultKnowsThreshold } from './threshold.ts'
import { unpackVectors } from './vectors.ts'

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

/** `version` changes with the source; `chunks` are left out if the caller already has this version. */
export type SourceChunks = {
  sourceId: string
  name: string
  /** For a page of a website; the version of a page is stored under `sourceId/pageId`. */
  pageId?: string
  url?: string
  tags?: string[]
  version: number
  /** Empty texts keep the places of chunks that are not to be found. */
  chunks?: string[]
  vectors?: { model: string; dimensions: number; base64: string }
  /** Vectors of edited chunks by place, which replace those above. */
  edited?: Record<number, { model: string; base64: string } | undefined>
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

export type RetrieverDeps = {
  loadChunks(tenant: string, agentId: string, known: ReadonlyMap<string, number>): Promise<SourceChunks[]>
  settingsOf?(
    tenant: string,
    agentId: string,
  ): Promise<{ topChunks?: number; ifKnowsThreshold?: number } | undefined>
  embedding?: Embedding
  onEmbeddingFault?(error: unknown): void
  /** Memory for all indexes together, estimated; defaults to 128 MB. */
  maxBytes?: number
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

type About = Pick<SourceChunks, 'sourceId' | 'pageId' | 'url' | 'tags'>

type Held = {
  tenant: string
  agentId: string
  index: LexicalIndex
  versions: Map<string, number>
  /** By source or page: its data besides the text. */
  about: Map<string, About>
  languages: Map<LanguageName, Language>
  read: Map<IndexedChunk, ReadChunk>
  /** By source or page: how many chunks it has, and with which model they were embedded. */
  embedded: Map<string, { chunks: number; model: string | undefined }>
  stale: boolean
  refreshing: Promise<void> | undefined
}

const DEFAULT_LIMIT = technicalFields.vg_kbTopChunks.fallback
const CHUNKS_READ = 1_000
const SLICE_MS = 8
const LONGEST_QUESTION = 2_000
/** The part of an agent's chunks that must have vectors before retrieval uses them. */
const NEARLY_EMBEDDED = 0.9

export function createRetriever(deps: RetrieverDeps): Retriever {
  const { maxBytes = 128_000_000 } = deps
  const agents = new Map<string, Held>()

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
    invalidate(agentId) {
      for (const held of agents.values()) if (held.agentId === agentId) held.stale = true
    },
  }

  async function find(
    tenant: string,
    agentId: string,
    asked: string,
    limit: number,
    { tags = [], explain = false, before }: SearchOptions,
  ): Promise<Retrieved> {
    const question = normalised(asked)
    const held = await upToDate(tenant, agentId)
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
      const about: About = held.about.get(chunk.sourceId) ?? { sourceId: chunk.sourceId }
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
    held: Held,
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

  async function upToDate(tenant: string, agentId: string): Promise<Held> {
    const key = `${tenant}\n${agentId}`
    const held = agents.get(key) ?? emptyFor(tenant, agentId)
    agents.delete(key)
    agents.set(key, held)
    while (held.stale || held.refreshing) {
      held.refreshing ??= refresh(held).finally(() => {
        held.refreshing = undefined
      })
      await held.refreshing
    }
    forgetOldest(held)
    return held
  }

  async function refresh(held: Held): Promise<void> {
    held.stale = false
    try {
      if (held.index.worn()) forgetChunks(held)
      const sources = await deps.loadChunks(held.tenant, held.agentId, held.versions)
      const present = new Set(sources.map(unitOf))
      for (const unit of [...held.versions.keys()]) if (!present.has(unit)) drop(held, unit)
      for (const source of sources) {
        if (source.chunks) await put(held, source, source.chunks)
        const { sourceId, pageId, url, tags } = source
        held.about.set(unitOf(source), { sourceId, pageId, url, tags })
      }
    } catch (error) {
      held.stale = true
      throw error
    }
  }

  async function put(held: Held, source: SourceChunks, texts: string[]): Promise<void> {
    const unit = unitOf(source)
    drop(held, unit)
    const language = await loadLanguage((await detectLanguage(texts.join('\n'))) ?? 'english')
    held.languages.set(language.name, language)
    const { vectors } = source
    const unpacked = vectors && unpackVectors(vectors.base64, vectors.dimensions, texts.length)
    held.embedded.set(unit, { chunks: texts.length, model: unpacked ? vectors.model : undefined })
    const sourceName = readableName(source.name, texts)
    let began = performance.now()
    for (const [chunk, text] of texts.entries()) {
      if (text === '') continue
      const values = vectorOf(source, chunk, unpacked?.[chunk])
      const vector = values && vectors ? { vector: { model: vectors.model, values } } : {}
      held.index.add({ sourceId: unit, sourceName, chunk, text, language, ...vector })
      if (performance.now() - began < SLICE_MS) continue
      await new Promise((resolve) => setImmediate(resolve))
      began = performance.now()
    }
    held.versions.set(unit, source.version)
  }

  function drop(held: Held, unit: string): void {
    held.index.remove(unit)
    held.versions.delete(unit)
    held.about.delete(unit)
    held.embedded.delete(unit)
    held.read.clear()
  }

  /** Where there is no room, a tenant with more than half of the bytes makes it among its own first. */
  function forgetOldest(present: Held): void {
    const bytesOf = (all: Held[]) => all.reduce((sum, { index }) => sum + index.bytes(), 0)
    const own = [...agents.values()].filter(({ tenant }) => tenant === present.tenant)
    let excess = bytesOf([...agents.values()]) - maxBytes
    let above = bytesOf(own) - maxBytes / 2
    const oldestFirst = [...agents]
    const forget = (key: string, held: Held) => {
      if (!agents.delete(key)) return
      excess -= held.index.bytes()
      above -= held.index.bytes()
    }
    for (const [key, held] of oldestFirst)
      if (excess > 0 && above > 0 && held !== present && held.tenant === present.tenant) forget(key, held)
    for (const [key, held] of oldestFirst) if (excess > 0 && held !== present) forget(key, held)
  }
}

function emptyFor(tenant: string, agentId: string): Held {
  return {
    tenant,
    agentId,
    index: createLexicalIndex(),
    versions: new Map(),
    about: new Map(),
    languages: new Map(),
    read: new Map(),
    embedded: new Map(),
    stale: true,
    refreshing: undefined,
  }
}

/** The key of a unit of the index: a source, or a page of one. */
function unitOf({ sourceId, pageId }: { sourceId: string; pageId?: string }): string {
  return pageId === undefined ? sourceId : `${sourceId}/${pageId}`
}

/** An edited chunk has its own vector, if one of the same model exists; never that of the previous text. */
function vectorOf(
  { edited, vectors }: SourceChunks,
  place: number,
  original: Float32Array | undefined,
): Float32Array | undefined {
  if (!edited || !(place in edited)) return original
  const own = edited[place]
  if (!own || !vectors || own.model !== vectors.model) return undefined
  return unpackVectors(own.base64, vectors.dimensions, 1)?.[0]
}

function explained(words: readonly QuestionWord[], matched: readonly string[], chunk: IndexedChunk) {
  return foundWords(
    words.filter(({ text }) => matched.includes(text)),
    chunk,
  )
}

type Among = ((chunk: IndexedChunk) => boolean) | undefined

function taggedWith(held: Held, tags: readonly string[]): Among {
  const units = new Set<string>()
  for (const [unit, { tags: own = [] }] of held.about)
    if (own.some((tag) => tags.includes(tag))) units.add(unit)
  return (chunk) => units.has(chunk.sourceId)
}

/** Drops the index, so that everything is loaded again. */
function forgetChunks(held: Held): void {
  held.index = createLexicalIndex()
  held.versions.clear()
  held.embedded.clear()
  held.read.clear()
}

/**
 * Whether few enough chunks are without a vector of this model. Those without one rank below the others, so as long as
 * sources are being embedded the best answer might come last.
 */
function isNearlyEmbedded({ embedded }: Held, model: string): boolean {
  let all = 0
  let comparable = 0
  for (const unit of embedded.values()) {
    all += unit.chunks
    if (unit.model === model) comparable += unit.chunks
  }
  return comparable > 0 && comparable >= NEARLY_EMBEDDED * all
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

function readOf(held: Held, chunk: IndexedChunk): ReadChunk {
  const known = held.read.get(chunk)
  if (known) return known
  const read = readChunk(chunk)
  if (held.read.size >= CHUNKS_READ) held.read.delete(held.read.keys().next().value!)
  held.read.set(chunk, read)
  return read
}

function clipped(meaning: number): number {
  return Math.min(1, Math.max(0, meaning))
}
