/** One knowledge source of one agent: stream `knowledge-<sourceId>`. */
import {
  type KnowledgeEvent,
  knowledgeEvents,
  type refreshRates,
  type sourceKinds,
} from '@parley/contracts/knowledge/events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import type { Pair } from './ingestion/chunk.ts'
import { chunkKeysOf } from './ingestion/chunk-keys.ts'
import {
  type CrawlCommand,
  type CrawlOptions,
  decideCrawl,
  emptyWebsite,
  evolveWebsite,
  progressOf,
  type Website,
} from './website.ts'

export type SourceKind = (typeof sourceKinds)[number]
export type RefreshRate = (typeof refreshRates)[number]

export type AddSource = {
  type: 'AddSource'
  sourceId: string
  agentId: string
  kind: SourceKind
  name: string
  content?: string
  pairs?: Pair[]
  /** It comes with a built-in template, as an example. */
  sample?: true
  /** Base64 of the document. */
  file?: string
  fileName?: string
  mimeType?: string
  /** This and the following for a website only; its first crawl begins at once as `crawlId`. */
  url?: string
  crawl?: CrawlOptions
  refreshRate?: RefreshRate
  crawlId?: string
  /** The page to start with; none for a sitemap. */
  firstPage?: { pageId: string; url: string }
  tags: string[]
  maxChunkSize: number
  /** How many sources the workspace may have, and how many exist. */
  limit?: { maxSources: number; sources: number }
}
export type RecordIngestion = {
  type: 'RecordIngestion'
  chunks: string[]
  chunkKeys: string[]
  charCount: number
  contentHash: string
  /** The text as extracted, for documents. */
  content?: string
  vectors?: string
  embedding?: { model: string; dimensions: number }
}
export type RecordFailure = { type: 'RecordFailure'; reason: string }
export type EditSource = {
  type: 'EditSource'
  agentId: string
  name: string
  content?: string
  pairs?: Pair[]
  maxChunkSize: number
}
export type DeleteSource = { type: 'DeleteSource'; agentId: string }
export type ChangeSource = {
  type: 'ChangeSource'
  agentId: string
  tags?: string[]
  disabled?: boolean
  refreshRate?: RefreshRate
  paused?: boolean
}
export type ChangeChunk = {
  type: 'ChangeChunk'
  agentId: string
  pageId?: string
  key: string
  action: 'edit' | 'disable' | 'enable' | 'delete' | 'restore'
  /** With the action `edit`. */
  text?: string
  vector?: string
  embedding?: { model: string; dimensions: number }
}
/** Vectors of the chunks as read, made for the chunks with these keys. */
export type RecordVectors = {
  type: 'RecordVectors'
  pageId?: string | undefined
  chunkKeys: string[]
  vectors: string
  embedding: { model: string; dimensions: number }
}
/** The vector of an edited chunk, made for the text with this key (`chunkKeysOf`). */
export type RecordChunkVector = {
  type: 'RecordChunkVector'
  pageId?: string | undefined
  chunkKey: string
  textKey: string
  vector: string
  embedding: { model: string; dimensions: number }
}
export type KnowledgeSourceCommand =
  | AddSource
  | RecordIngestion
  | RecordFailure
  | EditSource
  | DeleteSource
  | ChangeSource
  | ChangeChunk
  | RecordVectors
  | RecordChunkVector
  | CrawlCommand

export type PresentSource = {
  stage: 'present' | 'deleted'
  sourceId: string
  agentId: string
  kind: SourceKind
  name: string
  tags: string[]
  disabled: boolean
  refreshRate: RefreshRate
  /** Whether its schedule is paused. */
  paused: boolean
  maxChunkSize: number
  chunkKeys: string[]
  /** The keys of the texts of edited chunks, by page (empty for none) and chunk. */
  editedTexts: Record<string, Record<string, string>>
  /** For a website: where to start, and the limits of a crawl. */
  url: string
  crawlOptions: CrawlOptions
  website: Website
}
export type KnowledgeSource = { stage: 'absent' } | PresentSource

const noCrawl: CrawlOptions = { maxPages: 0, maxDepth: 0, include: [], exclude: [] }
const notAWebsite = refuse('not-a-website', 'Only a website can be read again.')

export function isWebsite(kind: SourceKind): boolean {
  return kind === 'url' || kind === 'sitemap' || kind === 'site'
}

const noSuchSource = refuse('not-found', 'This knowledge source does not exist.')

export const knowledgeSource: Aggregate<KnowledgeSource, KnowledgeSourceCommand, KnowledgeEvent> = {
  category: 'knowledge',
  events: knowledgeEvents,
  decider: { initialState: { stage: 'absent' }, evolve, decide },
}

function decide(command: KnowledgeSourceCommand, state: KnowledgeSource): Decision<KnowledgeEvent> {
  if (command.type === 'AddSource') return add(command, state)
  if (state.stage === 'absent') return noSuchSource
  if (command.type === 'DeleteSource') return remove(command, state)
  if (state.stage === 'deleted') return noSuchSource
  const { sourceId, agentId } = state
  // The source of another agent must not even reveal its kind.
  if ('agentId' in command && (command.agentId ?? agentId) !== agentId) return noSuchSource
  switch (command.type) {
    case 'RecordIngestion': {
      const { type: _, chunks, ...ingested } = command
      return accept({
        type: 'KnowledgeSourceIngested',
        data: { sourceId, agentId, ...ingested, chunks, chunkCount: chunks.length },
      })
    }
    case 'RecordFailure':
      return accept({ type: 'KnowledgeSourceFailed', data: { sourceId, agentId, reason: command.reason } })
    case 'EditSource':
      return edit(command, state)
    case 'ChangeSource':
      return change(command, state)
    case 'ChangeChunk':
      return changeChunk(command, state)
    case 'RecordVectors':
      return recordVectors(command, state)
    case 'RecordChunkVector':
      return recordChunkVector(command, state)
    default:
      return isWebsite(state.kind) ? decideCrawl(command, state) : notAWebsite
  }
}

function add(command: AddSource, state: KnowledgeSource): Decision<KnowledgeEvent> {
  if (state.stage !== 'absent') return refuse('conflict', 'This knowledge source exists already.')
  const { type: _, crawlId, firstPage, limit, ...data } = command
  if (limit && limit.sources >= limit.maxSources)
    return refuse(
      'source-limit-reached',
      `Your workspace has the ${limit.maxSources} knowledge sources that its plan allows. Delete some that are no longer needed, or upgrade your plan.`,
    )
  if ((command.kind === 'document') !== (command.file !== undefined))
    return refuse('invalid-input', 'A document comes as a file, everything else as text.')
  const added: KnowledgeEvent = { type: 'KnowledgeSourceAdded', data }
  if (!isWebsite(command.kind)) return accept(added)
  if (command.url === undefined || !command.crawl || crawlId === undefined)
    return refuse('invalid-input', 'A website comes with its address.', 'url')
  return accept(added, ...beginning(command, crawlId, firstPage))
}

/** The first crawl of a website, with its first page. */
function beginning(
  { sourceId, agentId }: AddSource,
  crawlId: string,
  firstPage: { pageId: string; url: string } | undefined,
): KnowledgeEvent[] {
  const base = { sourceId, agentId, crawlId }
  const progress = progressOf(emptyWebsite, crawlId)
  const started: KnowledgeEvent = {
    type: 'KnowledgeCrawlStarted',
    data: { ...base, reason: 'added', progress },
  }
  if (!firstPage) return [started]
  const pages = [{ ...firstPage, depth: 0 }]
  return [
    started,
    { type: 'KnowledgePagesFound', data: { ...base, pages, progress: { ...progress, found: 1 } } },
  ]
}

function edit(command: EditSource, state: PresentSource): Decision<KnowledgeEvent> {
  const { sourceId } = state
  const { content, pairs } = command
  const isSame = content === undefined && pairs === undefined
  if (!isSame && state.kind === 'document')
    return refuse('not-editable', 'The text of a document can’t be edited. Add the changed document instead.')
  if (!isSame && isWebsite(state.kind))
    return refuse(
      'not-editable',
      'The text of a website can’t be edited as a whole. Edit its passages instead.',
    )
  if (content !== undefined && state.kind === 'qa')
    return refuse('invalid-input', 'This source holds questions and answers.', 'content')
  if (pairs !== undefined && state.kind !== 'qa')
    return refuse('invalid-input', 'This source holds a text.', 'pairs')
  if (isSame && command.name === state.name) return accept()
  const { type: _, ...data } = command
  return accept({ type: 'KnowledgeSourceEdited', data: { sourceId, ...data } })
}

function remove(command: DeleteSource, state: PresentSource): Decision<KnowledgeEvent> {
  if (command.agentId !== state.agentId) return noSuchSource
  if (state.stage === 'deleted') return accept()
  const { sourceId, agentId, name } = state
  const pageIds = isWebsite(state.kind) ? { pageIds: Object.keys(state.website.pages) } : {}
  return accept({ type: 'KnowledgeSourceDeleted', data: { sourceId, agentId, name, ...pageIds } })
}

function change(command: ChangeSource, state: PresentSource): Decision<KnowledgeEvent> {
  const { sourceId, agentId } = state
  const { tags, disabled, refreshRate, paused } = command
  if ((refreshRate !== undefined || paused !== undefined) && !isWebsite(state.kind)) return notAWebsite
  const base = { sourceId, agentId }
  const events: KnowledgeEvent[] = []
  if (tags && tags.join('\n') !== state.tags.join('\n'))
    events.push({ type: 'KnowledgeSourceTagged', data: { ...base, tags } })
  if (disabled !== undefined && disabled !== state.disabled)
    events.push({ type: disabled ? 'KnowledgeSourceDisabled' : 'KnowledgeSourceEnabled', data: base })
  if (refreshRate !== undefined && refreshRate !== state.refreshRate)
    events.push({ type: 'KnowledgeRefreshRateSet', data: { ...base, refreshRate } })
  if (paused !== undefined && paused !== state.paused)
    events.push({ type: paused ? 'KnowledgeRefreshesPaused' : 'KnowledgeRefreshesResumed', data: base })
  return accept(...events)
}

const chunkEvents = {
  disable: 'KnowledgeChunkDisabled',
  enable: 'KnowledgeChunkEnabled',
  delete: 'KnowledgeChunkDeleted',
  restore: 'KnowledgeChunkRestored',
} as const

/** A change whose chunk no longer exists can still be restored, which removes the change. */
function changeChunk(command: ChangeChunk, state: PresentSource): Decision<KnowledgeEvent> {
  const { pageId, key: chunkKey, action } = command
  const keys = chunkKeysIn(state, pageId)
  if (!keys || (action !== 'restore' && !keys.includes(chunkKey)))
    return refuse('not-found', 'This passage is no longer there. Please look at the source again.')
  const data = { ...placeOf(state, pageId), chunkKey }
  if (action !== 'edit') return accept({ type: chunkEvents[action], data })
  const { text, vector, embedding } = command
  if (text === undefined) return refuse('invalid-input', 'Please enter some text.', 'text')
  const vectors = vector === undefined || !embedding ? {} : { vector, embedding }
  return accept({ type: 'KnowledgeChunkEdited', data: { ...data, text, ...vectors } })
}

function chunkKeysIn(state: PresentSource, pageId: string | undefined): string[] | undefined {
  return pageId === undefined ? state.chunkKeys : state.website.pages[pageId]?.chunkKeys
}

const textChanged = refuse('conflict', 'The text has changed since its vectors were made.')

function recordVectors(command: RecordVectors, state: PresentSource): Decision<KnowledgeEvent> {
  const { pageId, chunkKeys, vectors, embedding } = command
  const present = chunkKeysIn(state, pageId)
  if (!present || present.join() !== chunkKeys.join()) return textChanged
  return accept({ type: 'KnowledgeEmbedded', data: { ...placeOf(state, pageId), vectors, embedding } })
}

function recordChunkVector(command: RecordChunkVector, state: PresentSource): Decision<KnowledgeEvent> {
  const { pageId, chunkKey, textKey, vector, embedding } = command
  if (state.editedTexts[pageId ?? '']?.[chunkKey] !== textKey) return textChanged
  const data = { ...placeOf(state, pageId), chunkKey, vector, embedding }
  return accept({ type: 'KnowledgeChunkEmbedded', data })
}

function placeOf({ sourceId, agentId }: PresentSource, pageId: string | undefined) {
  return { sourceId, agentId, ...(pageId === undefined ? {} : { pageId }) }
}

/** The keys of a source's chunks; in old events, chunks without keys are identified by their places. */
function keysOf({ chunkKeys, chunkCount }: { chunkKeys?: string[]; chunkCount: number }): string[] {
  return chunkKeys ?? Array.from({ length: chunkCount }, (_, place) => `#${place}`)
}

function evolve(state: KnowledgeSource, event: KnowledgeEvent): KnowledgeSource {
  if (event.type === 'KnowledgeSourceAdded') {
    const { sourceId, agentId, kind, name, tags, maxChunkSize, refreshRate, url, crawl } = event.data
    return {
      stage: 'present',
      sourceId,
      agentId,
      kind,
      name,
      tags,
      disabled: false,
      refreshRate: refreshRate ?? 'never',
      paused: false,
      maxChunkSize,
      chunkKeys: [],
      editedTexts: {},
      url: url ?? '',
      crawlOptions: crawl ?? noCrawl,
      website: emptyWebsite,
    }
  }
  if (state.stage === 'absent') return state
  switch (event.type) {
    case 'KnowledgeSourceEdited':
      return { ...state, name: event.data.name, maxChunkSize: event.data.maxChunkSize }
    case 'KnowledgeSourceDeleted':
      return { ...state, stage: 'deleted', editedTexts: {}, website: emptyWebsite }
    case 'KnowledgeSourceTagged':
      return { ...state, tags: event.data.tags }
    case 'KnowledgeSourceDisabled':
      return { ...state, disabled: true }
    case 'KnowledgeSourceEnabled':
      return { ...state, disabled: false }
    case 'KnowledgeRefreshRateSet':
      return { ...state, refreshRate: event.data.refreshRate }
    case 'KnowledgeRefreshesPaused':
      return { ...state, paused: true }
    case 'KnowledgeRefreshesResumed':
      return { ...state, paused: false }
    case 'KnowledgeSourceIngested':
      return { ...state, chunkKeys: keysOf(event.data) }
    case 'KnowledgeSourceFailed':
      return { ...state, chunkKeys: [] }
    case 'KnowledgeChunkEdited':
      return withEditedText(state, event.data, chunkKeysOf([event.data.text])[0])
    case 'KnowledgeChunkDeleted':
    case 'KnowledgeChunkRestored':
      return withEditedText(state, event.data, undefined)
    case 'KnowledgePageSkipped':
    case 'KnowledgePageRemoved': {
      const { [event.data.pageId]: _, ...editedTexts } = state.editedTexts
      return { ...state, editedTexts, website: evolveWebsite(state.website, event) }
    }
    default: {
      const website = evolveWebsite(state.website, event)
      return website === state.website ? state : { ...state, website }
    }
  }
}

function withEditedText(
  state: PresentSource,
  { pageId = '', chunkKey }: { pageId?: string | undefined; chunkKey: string },
  textKey: string | undefined,
): PresentSource {
  const { [chunkKey]: _, ...others } = state.editedTexts[pageId] ?? {}
  const ofPage = textKey === undefined ? others : { ...others, [chunkKey]: textKey }
  const { [pageId]: __, ...pages } = state.editedTexts
  const editedTexts = Object.keys(ofPage).length === 0 ? pages : { ...pages, [pageId]: ofPage }
  return { ...state, editedTexts }
}
