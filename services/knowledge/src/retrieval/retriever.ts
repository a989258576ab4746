/**
 * What an agent knows about a question: its chunks, best first, each with a score from 0 to 1. The chunks of an
 * agent are indexed in memory when they are first asked for, and brought up to date by source when they changed;
 * the agents asked longest ago are forgotten when memory is short.
 */
import type { Embedding } from './embedding-port.ts'
import { type FoundWord, foundWords } from './found-words.ts'
import { fuse } from './hybrid.ts'
import { detectLanguage, type Language, type LanguageName, loadLanguage } from './languages.ts'
import { createLexicalIndex, type IndexedChunk, type LexicalIndex } from './lexical-index.ts'
import { analyseQuestion, type QuestionLanguages, type QuestionWord } from './question.ts'
import { otherLanguagesOf } from './question-language.ts'
import { type ReadChunk, readChunk, scoreOf, weigh } from './score.ts'
import { defaultKnowsThreshold } from './threshold.ts'
import { dot, unit, unpackVectors } from './vectors.ts'

export type RetrievedChunk = {
  sourceId: string
  sourceName: string
  /** The chunk's place in its source, from 0. */
  chunk: number
  text: string
  /** 0 to 1; at `ifKnowsThreshold` and above the agent knows. */
  score: number
  /** The question's words that stand in the chunk. */
  matched: string[]
  /** The same with what stands there for them, where this was asked for. */
  found?: FoundWord[]
  /** Of a page of a website. */
  pageId?: string
  url?: string
  tags?: string[]
  /** The score by words, and by meaning where there are vectors. */
  lexical?: number
  semantic?: number
}

/** `version` changes with the source; `chunks` are left out where the caller knows the version already. */
export type SourceChunks = {
  sourceId: string
  name: string
  /** A page of a website; the versions of pages are known under `sourceId/pageId`. */
  pageId?: string
  url?: string
  tags?: string[]
  version: number
  /** Empty texts keep the places of chunks that are not to be found. */
  chunks?: string[]
  vectors?: { model: string; dimensions: number; base64: string }
  /** Vectors of edited chunks by place, in place of those above. */
  edited?: Record<number, { model: string; base64: string } | undefined>
}

export type SearchOptions = {
  limit?: number
  /** Only among sources that have one of these tags. */
  tags?: readonly string[]
  /** Whether to say which words of a chunk stand for the question's. */
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
  /** Memory for all indexes together, estimated; 128 MB unless told. */
  maxBytes?: number
}

export type Retriever = {
  /** At most `limit` chunks (the agent's setting, else 5) that have anything to do with the question, best first. */
  retrieve(
    tenant: string,
    agentId: string,
    question: string,
    options?: SearchOptions,
  ): Promise<RetrievedChunk[]>
  /**
   * The same with the agent's threshold, whether the best chunk reaches it, and which words of the question stand
   * in no chunk at all.
   */
  search(
    tenant: string,
    agentId: string,
    question: string,
    options?: SearchOptions,
  ): Promise<{ items: RetrievedChunk[]; threshold: number; knows: boolean; unknown: string[] }>
  /** To be called when the knowledge of an agent changed. */
  invalidate(agentId: string): void
}

type About = Pick<SourceChunks, 'sourceId' | 'pageId' | 'url' | 'tags'>

type Held = {
  tenant: string
  agentId: string
  index: LexicalIndex
  versions: Map<string, number>
  /** By source or page: what is told of it beside its text. */
  about: Map<string, About>
  languages: Map<LanguageName, Language>
  read: Map<IndexedChunk, ReadChunk>
  vectorModel: string | undefined
  stale: boolean
  refreshing: Promise<void> | undefined
}

const DEFAULT_LIMIT = 5
const CANDIDATES = 16
const CHUNKS_READ = 1_000
const SLICE_MS = 8
const LONGEST_QUESTION = 2_000

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
      const { items, unknown } = await find(tenant, agentId, question, limit, options)
      const threshold = settings?.ifKnowsThreshold ?? defaultKnowsThreshold
      return { items, threshold, knows: (items[0]?.score ?? 0) >= threshold, unknown }
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
    { tags = [], explain = false }: SearchOptions,
  ): Promise<{ items: RetrievedChunk[]; unknown: string[] }> {
    const question = asked.slice(0, LONGEST_QUESTION).normalize('NFC')
    const held = await upToDate(tenant, agentId)
    const among = tags.length === 0 ? undefined : taggedWith(held, tags)
    const { found, unknown, words } = await findByWords(held, question, among)
    const byMeaning = await findByMeaning(held, question, among)
    const items = fuse(found, byMeaning)
      .slice(0, limit)
      .flatMap(({ id, score, matched, lexical, semantic }) => {
        const chunk = held.index.chunk(id)
        if (!chunk) return []
        const about: About = held.about.get(chunk.sourceId) ?? { sourceId: chunk.sourceId }
        const { sourceId, pageId, url, tags: own = [] } = about
        const page = { ...(pageId === undefined ? {} : { pageId }), ...(url === undefined ? {} : { url }) }
        const parts = semantic === undefined ? { lexical } : { lexical, semantic }
        const { sourceName, text } = chunk
        const told = explain ? { found: explained(words, matched, chunk) } : {}
        const what = { sourceId, sourceName, ...page, tags: own, chunk: chunk.chunk, text }
        return [{ ...what, score, matched, ...told, ...parts }]
      })
    return { items, unknown }
  }

  async function findByWords(held: Held, question: string, among: Among) {
    const { index } = held
    const asked = await languagesFor(held, question)
    const words = weigh(analyseQuestion(question, asked, index), index.size(), index.frequency)
    const found = index
      .search(words, CANDIDATES, among)
      .map(([id, rank]) => ({ id, rank, ...scoreOf(words, readOf(held, index.chunk(id)!)) }))
      .sort((a, b) => b.score - a.score || b.rank - a.rank)
    const unknown = words.filter(({ variants }) => !variants.some(({ term }) => index.frequency(term) > 0))
    return { found, words, unknown: unknown.map(({ text }) => text) }
  }

  /** Empty without vectors of the present model, and when the provider fails: words alone must do then. */
  async function findByMeaning(
    held: Held,
    question: string,
    among: Among,
  ): Promise<{ id: number; cosine: number }[]> {
    const { embedding } = deps
    if (!embedding || held.vectorModel !== embedding.model) return []
    try {
      const [vector] = await embedding.embed([question])
      return vector ? nearest(held.index, Float32Array.from(vector), among) : []
    } catch (error) {
      deps.onEmbeddingFault?.(error)
      return []
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
    if (unpacked) held.vectorModel = vectors.model
    let began = performance.now()
    for (const [chunk, text] of texts.entries()) {
      if (text === '') continue
      const vector = vectorOf(source, chunk, unpacked?.[chunk])
      const { name: sourceName } = source
      held.index.add({ sourceId: unit, sourceName, chunk, text, language, ...(vector ? { vector } : {}) })
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
    held.read.clear()
  }

  function forgetOldest(present: Held): void {
    let bytes = 0
    for (const held of agents.values()) bytes += held.index.bytes()
    for (const [key, held] of agents) {
      if (bytes <= maxBytes || held === present) return
      bytes -= held.index.bytes()
      agents.delete(key)
    }
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
    vectorModel: undefined,
    stale: true,
    refreshing: undefined,
  }
}

/** What tells the unit of an index: a source, or a page of one. */
function unitOf({ sourceId, pageId }: { sourceId: string; pageId?: string }): string {
  return pageId === undefined ? sourceId : `${sourceId}/${pageId}`
}

/** Of an edited chunk its own, if it has one of the same model; never that of the text before. */
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

/** Everything is loaded again then. */
function forgetChunks(held: Held): void {
  held.index = createLexicalIndex()
  held.versions.clear()
  held.read.clear()
}

/** The languages of the agent's sources, and those the question may be asked in where it is another. */
async function languagesFor(held: Held, question: string): Promise<QuestionLanguages> {
  const others = await otherLanguagesOf(question, [...held.languages.keys()])
  return { texts: [...held.languages.values()], others }
}

function readOf(held: Held, chunk: IndexedChunk): ReadChunk {
  const known = held.read.get(chunk)
  if (known) return known
  const read = readChunk(chunk)
  if (held.read.size >= CHUNKS_READ) held.read.delete(held.read.keys().next().value!)
  held.read.set(chunk, read)
  return read
}

function nearest(
  index: LexicalIndex,
  question: Float32Array,
  among: Among,
): { id: number; cosine: number }[] {
  const direction = unit(question)
  const found: { id: number; cosine: number }[] = []
  for (const id of index.ids()) {
    const chunk = index.chunk(id)
    const vector = chunk?.vector
    if (chunk && among && !among(chunk)) continue
    if (vector?.length === direction.length) found.push({ id, cosine: dot(vector, direction) })
  }
  return found.sort((a, b) => b.cosine - a.cosine).slice(0, CANDIDATES)
}
