/**
 * The chunks of agents, indexed in memory on first use and updated by source when they change; the least recently used
 * agents are evicted when memory is short.
 */
import { detectLanguage, type Language, type LanguageName, loadLanguage } from './languages.ts'
import { createLexicalIndex, type IndexedChunk, type LexicalIndex } from './lexical-index.ts'
import { type ReadChunk, readChunk } from './score.ts'
import { readableName } from './source-name.ts'
import { unpackVectors } from './vectors.ts'

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

export type AboutUnit = Pick<SourceChunks, 'sourceId' | 'pageId' | 'url' | 'tags'>

/** What is in memory of an agent's knowledge. */
export type AgentIndex = {
  tenant: string
  agentId: string
  index: LexicalIndex
  versions: Map<string, number>
  /** By source or page: its data besides the text. */
  about: Map<string, AboutUnit>
  languages: Map<LanguageName, Language>
  read: Map<IndexedChunk, ReadChunk>
  /** By source or page: how many chunks it has, and with which model they were embedded. */
  embedded: Map<string, { chunks: number; model: string | undefined }>
  stale: boolean
  refreshing: Promise<void> | undefined
}

export type AgentIndexesDeps = {
  /** The sources of an agent; without the chunks of those whose version is known. */
  loadChunks(tenant: string, agentId: string, known: ReadonlyMap<string, number>): Promise<SourceChunks[]>
  /** Memory for all indexes together, estimated; defaults to 128 MB. */
  maxBytes?: number
}

export type AgentIndexes = {
  /** The index of an agent with all changes up to now. */
  upToDate(tenant: string, agentId: string): Promise<AgentIndex>
  /** To be called when the knowledge of an agent changed. */
  invalidate(agentId: string): void
}

const CHUNKS_READ = 1_000
const SLICE_MS = 8
/** The part of an agent's chunks that must have vectors before retrieval uses them. */
const NEARLY_EMBEDDED = 0.9

export function createAgentIndexes(deps: AgentIndexesDeps): AgentIndexes {
  const { maxBytes = 128_000_000 } = deps
  const agents = new Map<string, AgentIndex>()

  return {
    upToDate,
    invalidate(agentId) {
      for (const held of agents.values()) if (held.agentId === agentId) held.stale = true
    },
  }

  async function upToDate(tenant: string, agentId: string): Promise<AgentIndex> {
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

  async function refresh(held: AgentIndex): Promise<void> {
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

  async function put(held: AgentIndex, source: SourceChunks, texts: string[]): Promise<void> {
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

  function drop(held: AgentIndex, unit: string): void {
    held.index.remove(unit)
    held.versions.delete(unit)
    held.about.delete(unit)
    held.embedded.delete(unit)
    held.read.clear()
  }

  /** Where there is no room, a tenant with more than half of the bytes makes it among its own first. */
  function forgetOldest(present: AgentIndex): void {
    const bytesOf = (all: AgentIndex[]) => all.reduce((sum, { index }) => sum + index.bytes(), 0)
    const own = [...agents.values()].filter(({ tenant }) => tenant === present.tenant)
    let excess = bytesOf([...agents.values()]) - maxBytes
    let above = bytesOf(own) - maxBytes / 2
    const oldestFirst = [...agents]
    const forget = (key: string, held: AgentIndex) => {
      if (!agents.delete(key)) return
      excess -= held.index.bytes()
      above -= held.index.bytes()
    }
    for (const [key, held] of oldestFirst)
      if (excess > 0 && above > 0 && held !== present && held.tenant === present.tenant) forget(key, held)
    for (const [key, held] of oldestFirst) if (excess > 0 && held !== present) forget(key, held)
  }
}

function emptyFor(tenant: string, agentId: string): AgentIndex {
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

type Among = ((chunk: IndexedChunk) => boolean) | undefined

/** Keeps to the sources that have one of these tags. */
export function taggedWith(held: AgentIndex, tags: readonly string[]): Among {
  const units = new Set<string>()
  for (const [unit, { tags: own = [] }] of held.about)
    if (own.some((tag) => tags.includes(tag))) units.add(unit)
  return (chunk) => units.has(chunk.sourceId)
}

/** Drops the index, so that everything is loaded again. */
function forgetChunks(held: AgentIndex): void {
  held.index = createLexicalIndex()
  held.versions.clear()
  held.embedded.clear()
  held.read.clear()
}

/**
 * Whether few enough chunks are without a vector of this model. Those without one rank below the others, so as long as
 * sources are being embedded the best answer might come last.
 */
export function isNearlyEmbedded({ embedded }: AgentIndex, model: string): boolean {
  let all = 0
  let comparable = 0
  for (const unit of embedded.values()) {
    all += unit.chunks
    if (unit.model === model) comparable += unit.chunks
  }
  return comparable > 0 && comparable >= NEARLY_EMBEDDED * all
}

/** The chunk as it is scored; the most recent ones stay in memory. */
export function readOf(held: AgentIndex, chunk: IndexedChunk): ReadChunk {
  const known = held.read.get(chunk)
  if (known) return known
  const read = readChunk(chunk)
  if (held.read.size >= CHUNKS_READ) held.read.delete(held.read.keys().next().value!)
  held.read.set(chunk, read)
  return read
}
