/** The command endpoints of the knowledge context. */
import {
  documentExtensions,
  type knowledgeEndpoints,
  maxDocumentMB,
} from '@parley/contracts/knowledge/endpoints.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import type { z } from 'zod'
import { isFull, unlimited, type WithinCharacters } from './character-limit.ts'
import { normaliseUrl, pageIdOf } from './crawl/web-address.ts'
import { defaultMaxChunkSize, type Pair } from './ingestion/chunk.ts'
import {
  type AddSource,
  type ChangeChunk,
  type KnowledgeSourceCommand,
  knowledgeSource,
} from './knowledge-source.decider.ts'
import type { Embedding } from './retrieval/embedding-port.ts'
import { packVectors } from './retrieval/vectors.ts'

export type KnowledgeHandlersDeps = {
  handle: CommandHandler['handle']
  /** The agent's settings for its knowledge; undefined if there is no such agent (any more). */
  settingsOf(tenant: string, agentId: string): Promise<{ maxChunkSize?: number } | undefined>
  /** How many sources a workspace may have, and how many exist; unlimited by default. */
  sourceLimit?(tenant: string): Promise<{ maxSources: number; sources: number }>
  /** Without it characters are not limited. */
  withinCharacters?: WithinCharacters
  inTurn: InTurn
  embedding?: Embedding
  onEmbeddingFault?(error: unknown): void
}

type NewSource = Omit<AddSource, 'type' | 'sourceId' | 'agentId' | 'tags' | 'maxChunkSize'> & {
  tags?: string[]
}

/** The events by which a team changes a source: its text, how it is used, and chunks. */
const contentChanged = ['KnowledgeSourceEdited'] as const
const settingsChanged = [
  'KnowledgeSourceTagged',
  'KnowledgeSourceDisabled',
  'KnowledgeSourceEnabled',
  'KnowledgeRefreshRateSet',
  'KnowledgeRefreshesPaused',
  'KnowledgeRefreshesResumed',
] as const
const chunkChanged = [
  'KnowledgeChunkEdited',
  'KnowledgeChunkDisabled',
  'KnowledgeChunkEnabled',
  'KnowledgeChunkDeleted',
  'KnowledgeChunkRestored',
] as const

const noSuchAgent = refuse('not-found', 'This agent does not exist.')

export function knowledgeHandlers({
  handle,
  settingsOf,
  sourceLimit,
  withinCharacters = unlimited,
  inTurn,
  embedding,
  onEmbeddingFault,
}: KnowledgeHandlersDeps): Handlers<typeof knowledgeEndpoints> {
  const add = sourceAdder({
    ...{ handle, settingsOf, inTurn, withinCharacters },
    ...(sourceLimit ? { sourceLimit } : {}),
  })

  async function changed(
    call: { context: CommandContext },
    sourceId: string,
    command: KnowledgeSourceCommand,
  ) {
    const done = await handle(knowledgeSource, sourceId, command, call.context)
    return done.ok ? reply({ sourceId }, done.position) : done
  }

  /** An edited chunk without a vector is still found by its words. */
  async function vectorOf(text: string): Promise<Pick<ChangeChunk, 'vector' | 'embedding'>> {
    if (!embedding || (await embedding.isOffered?.()) === false) return {}
    try {
      const [vector] = await embedding.embed([text])
      if (!vector) return {}
      const { model } = embedding
      return { vector: packVectors([vector]), embedding: { model, dimensions: vector.length } }
    } catch (error) {
      onEmbeddingFault?.(error)
      return {}
    }
  }

  return {
    'knowledge.addText': (call) => add(call, { kind: 'text', ...call.body }),

    'knowledge.addPairs': (call) => add(call, { kind: 'qa', ...call.body }),

    'knowledge.addDocument'(call) {
      const document = documentSource(call.body)
      return 'ok' in document ? document : add(call, document)
    },

    async 'knowledge.addWebsite'(call) {
      const website = websiteSource(call.body, call.context.cause.command)
      return 'ok' in website ? website : add(call, website)
    },

    'knowledge.refresh'(call) {
      const { agentId, sourceId } = call.params
      const { only, pageId } = call.body
      const reason = only === undefined && pageId === undefined ? ('asked' as const) : ('retry' as const)
      const crawlId = derivedId(20, 'crawl', call.context.cause.command)
      return changed(call, sourceId, { type: 'StartCrawl', crawlId, reason, agentId, only, pageId })
    },

    'knowledge.cancel': (call) =>
      changed(call, call.params.sourceId, { type: 'CancelCrawl', agentId: call.params.agentId }),

    'knowledge.change': (call) =>
      changed(
        { context: overwriting(knowledgeSource, call.context, settingsChanged) },
        call.params.sourceId,
        {
          type: 'ChangeSource',
          agentId: call.params.agentId,
          ...call.body,
          ...(call.body.tags ? { tags: [...new Set(call.body.tags)] } : {}),
        },
      ),

    async 'knowledge.changeChunk'(call) {
      const { agentId, sourceId } = call.params
      const { pageId, key, action, text } = call.body
      const change = { type: 'ChangeChunk' as const, agentId, pageId, key, action, text }
      const vector = action === 'edit' && text !== undefined ? await vectorOf(text) : {}
      const chunk = { chunkKey: key, ...(pageId === undefined ? {} : { pageId }) }
      const context = overwriting(knowledgeSource, call.context, chunkChanged, chunk)
      return changed({ context }, sourceId, { ...change, ...vector })
    },

    async 'knowledge.edit'(call) {
      const { agentId, sourceId } = call.params
      const { name, content, pairs } = call.body
      if (content !== undefined && pairs !== undefined)
        return refuse('invalid-input', 'Send either a text or pairs, not both.', 'pairs')
      const settings = await settingsOf(call.tenant, agentId)
      if (!settings) return noSuchAgent
      const edit = {
        type: 'EditSource',
        ...{ agentId, name },
        maxChunkSize: settings.maxChunkSize ?? defaultMaxChunkSize,
        ...(pairs === undefined ? {} : { pairs }),
        ...(content === undefined ? {} : { content }),
      } as const
      const context = overwriting(knowledgeSource, call.context, contentChanged)
      const run = () => handle(knowledgeSource, sourceId, edit, context)
      const characters = charactersOf({ content, pairs })
      // A name alone, or nothing in the place of a text, needs no room.
      const edited = await (characters === 0
        ? run()
        : withinCharacters({ tenant: call.tenant, sourceId, characters }, run))
      if (isFull(edited)) return { ok: false, rejection: edited.rejection }
      return edited.ok ? reply({ sourceId }, edited.position) : edited
    },

    async 'knowledge.delete'(call) {
      const { agentId, sourceId } = call.params
      const command = { type: 'DeleteSource', agentId } as const
      const changes = [...contentChanged, ...settingsChanged, ...chunkChanged]
      const context = overwriting(knowledgeSource, call.context, changes)
      const deleted = await handle(knowledgeSource, sourceId, command, context)
      return deleted.ok ? reply({ success: true as const }, deleted.position) : deleted
    },
  }
}

/** What is known of a source's length before it is read: nothing of documents and websites. */
function charactersOf(source: { content?: string | undefined; pairs?: readonly Pair[] | undefined }): number {
  const { content = '', pairs = [] } = source
  return pairs.reduce((sum, { question, answer }) => sum + question.length + answer.length, content.length)
}

type AddedTo = { tenant: string; params: { agentId: string }; context: CommandContext }

/** Returns a function that adds a source to an agent. Idempotent for the same cause. */
export function sourceAdder({
  handle,
  settingsOf,
  sourceLimit,
  withinCharacters = unlimited,
  inTurn,
}: Pick<KnowledgeHandlersDeps, 'handle' | 'settingsOf' | 'sourceLimit' | 'withinCharacters' | 'inTurn'>) {
  return async function add({ tenant, params: { agentId }, context }: AddedTo, source: NewSource) {
    const settings = await settingsOf(tenant, agentId)
    if (!settings) return noSuchAgent
    const sourceId = derivedId(20, tenant, agentId, context.cause.command)
    const command = {
      ...source,
      type: 'AddSource',
      sourceId,
      agentId,
      tags: source.tags ?? [],
      maxChunkSize: settings.maxChunkSize ?? defaultMaxChunkSize,
    } as const
    const added = await withinCharacters({ tenant, sourceId, characters: charactersOf(source) }, () =>
      inTurn(tenant, 'sources', async () => {
        const limit = await sourceLimit?.(tenant)
        return handle(knowledgeSource, sourceId, { ...command, ...(limit ? { limit } : {}) }, context)
      }),
    )
    if (isFull(added)) return { ok: false, rejection: added.rejection } as const
    return added.ok ? reply({ sourceId }, added.position) : added
  }
}

/** The source of a file; refuses one of another type, or that is too large. */
export function documentSource(body: {
  fileName: string
  base64Payload: string
  tags?: string[] | undefined
}): NewSource | ReturnType<typeof refuse> {
  const { fileName, base64Payload, tags } = body
  const file = base64Payload.replace(/^data:[^,]{0,200};base64,/, '')
  const fault = faultOfDocument(fileName, file)
  if (fault) return fault
  const mimeType = mimeTypes[extensionOf(fileName)]
  return { kind: 'document', name: fileName, file, fileName, mimeType, ...(tags ? { tags } : {}) }
}

export type WebsiteBody = z.infer<(typeof knowledgeEndpoints)['knowledge.addWebsite']['body']>

/** The source of a website; `command` is the cause that its first crawl is named by. */
export function websiteSource(body: WebsiteBody, command: string): NewSource | ReturnType<typeof refuse> {
  const { kind, tags, refreshRate = 'never', include = [], exclude = [] } = body
  const url = normaliseUrl(withScheme(body.url))
  if (!url) return refuse('invalid-input', 'Please enter a web address such as https://example.com.', 'url')
  const maxPages = kind === 'url' ? 1 : (body.maxPages ?? DEFAULT_PAGES)
  const maxDepth = kind === 'site' ? (body.maxDepth ?? DEFAULT_DEPTH) : 0
  return {
    kind,
    name: body.name ?? nameOf(url, kind),
    url,
    crawl: { maxPages, maxDepth, include: include.map(asPath), exclude: exclude.map(asPath) },
    refreshRate,
    crawlId: derivedId(20, 'crawl', command),
    ...(kind === 'sitemap' ? {} : { firstPage: { pageId: pageIdOf(url), url } }),
    ...(tags ? { tags } : {}),
  }
}

export type TemplateKnowledge = {
  name: string
  kind: 'text' | 'qa'
  content?: string
  pairs?: Pair[]
  sample?: true
}

/**
 * Gives a new agent the knowledge of its template. Idempotent for the same cause. `position` is that of the last source
 * added, undefined if there were none.
 */
export function templateKnowledge({ handle }: Pick<KnowledgeHandlersDeps, 'handle'>) {
  return async function addTemplateKnowledge(
    tenant: string,
    agentId: string,
    items: readonly TemplateKnowledge[],
    context: CommandContext,
    maxChunkSize: number = defaultMaxChunkSize,
  ): Promise<{ sourceIds: string[]; position?: number }> {
    const sourceIds: string[] = []
    let position: number | undefined
    for (const [index, { name, kind, content, pairs, sample }] of items.entries()) {
      const command = `${context.cause.command}/knowledge/${index}`
      const sourceId = derivedId(20, tenant, agentId, command)
      const added = await handle(
        knowledgeSource,
        sourceId,
        {
          type: 'AddSource',
          sourceId,
          agentId,
          kind,
          name,
          ...(kind === 'qa' ? { pairs: pairs ?? [] } : { content: content ?? '' }),
          ...(sample ? { sample } : {}),
          tags: [],
          maxChunkSize,
        },
        { ...context, tenant, cause: { ...context.cause, command } },
      )
      if (!added.ok)
        throw new Error(`The template's knowledge "${name}" was refused: ${added.rejection.message}`)
      sourceIds.push(sourceId)
      position = added.position
    }
    return { sourceIds, position }
  }
}

/** The default limits of a crawl. */
const DEFAULT_PAGES = 200
const DEFAULT_DEPTH = 5

/** Adds the scheme to addresses that people entered without one. */
function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`
}

function nameOf(url: string, kind: 'url' | 'sitemap' | 'site'): string {
  const { host, pathname } = new URL(url)
  return (kind === 'url' && pathname !== '/' ? host + pathname : host).slice(0, 300)
}

function asPath(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

type DocumentExtension = (typeof documentExtensions)[number]

const mimeTypes: Record<string, string> = {
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.csv': 'text/csv',
} satisfies Record<DocumentExtension, string>

/** The alerts are the specification's (part 1 §7, Upload). */
function faultOfDocument(fileName: string, file: string) {
  if (!(extensionOf(fileName) in mimeTypes))
    return refuse('file-type-not-accepted', `Only ${documentExtensions.join(', ')} Files`, 'fileName')
  if (!isBase64(file)) return refuse('invalid-input', 'The file must be base64 encoded.', 'base64Payload')
  if (Math.floor(((file.length - paddingOf(file)) * 3) / 4) > maxDocumentMB * 1_000_000)
    return refuse('file-too-large', `Max size: ${maxDocumentMB} MBs`, 'base64Payload')
  return undefined
}

/** Whether a text is base64, with or without its padding. Read in parts: one match of millions of characters may overflow the stack. */
function isBase64(text: string): boolean {
  const content = text.slice(0, text.length - paddingOf(text))
  if (content === '' || text.length % 4 === 1) return false
  for (let from = 0; from < content.length; from += MATCHED_AT_ONCE)
    if (/[^A-Za-z0-9+/]/.test(content.slice(from, from + MATCHED_AT_ONCE))) return false
  return true
}

const MATCHED_AT_ONCE = 65_536

function paddingOf(text: string): number {
  if (text.endsWith('==')) return 2
  return text.endsWith('=') ? 1 : 0
}

function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? '' : fileName.slice(dot).toLowerCase()
}
