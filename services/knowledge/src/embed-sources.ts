/**
 * Embeds in the background what has no vectors of the present embedding model: sources from before there was one, from
 * before it was changed, and those that could not be embedded when they were read. What is left is found by a projection
 * of the log, so the work continues after the process ended, and each source or page is recorded as soon as it is done.
 * Tenants take turns. While the provider fails, the pauses between attempts grow.
 */
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createFairQueue } from '@parley/kernel/limits/fair-queue.ts'
import { EmbeddingError, toEmbeddingError } from './embedding-error.ts'
import type { SharedEmbeddingState } from './embedding-state.ts'
import { chunkKeysOf } from './ingestion/chunk-keys.ts'
import { type KnowledgeSourceCommand, knowledgeSource } from './knowledge-source.decider.ts'
import type { Embedding } from './retrieval/embedding-port.ts'
import { packVectors } from './retrieval/vectors.ts'

/** A source, or a page of a website. */
export type EmbeddingPlace = { tenant: string; sourceId: string; pageId?: string }
export type TextsToEmbed = {
  /** Changes with every change of the texts or vectors. */
  version: number
  /** The model of the vectors that exist. */
  model?: string
  chunks: { key: string; text: string }[]
  edited: { key: string; text: string; model?: string }[]
}

export type EmbedSourcesDeps = {
  handle: CommandHandler['handle']
  /** Without one, nothing is embedded. */
  embedding: Embedding | undefined
  /** Some of what has no vectors of a model, of the next tenants after a tenant in the order of their ids. */
  due(model: string, after: string, most: { tenants: number; perTenant: number }): Promise<EmbeddingPlace[]>
  /** The texts of a place; undefined if there are none any more. */
  textsOf(place: EmbeddingPlace): Promise<TextsToEmbed | undefined>
  /** Resolves when `due` knows what happened up to a position. */
  shown(position: number): Promise<void>
  state: SharedEmbeddingState
  onFault(error: unknown): void
  now?: () => number
}

const name = 'embed-sources'
/** Requests at a time, and of one tenant. */
const SIDE_BY_SIDE = 3
const OF_A_TENANT = 2
/** Looked up at once. */
const TENANTS = 20
const PER_TENANT = 8
/** After so many of a tenant that could not be embedded, the tenant's others wait for the next attempt. */
const MOST_PASSED_OVER = 100
/** Texts in one request, so that a slow server can answer in time. */
const TEXTS_AT_ONCE = 64
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** Faults that another text would meet too. */
const OF_EVERY_TEXT = ['wrong-key', 'quota', 'rate-limited', 'model-not-found', 'unreachable']

/** Returns a function that embeds everything due, unless the provider has failed a short while ago. */
export function embedSources(deps: EmbedSourcesDeps): (signal: AbortSignal) => Promise<void> {
  const { embedding, state, now = Date.now } = deps
  const queue = createFairQueue({
    slots: { small: SIDE_BY_SIDE },
    perTenant: { small: OF_A_TENANT },
  })
  let failures = 0
  let notBefore = 0

  return async (signal) => {
    if (!embedding) return state.write(undefined)
    if ((await embedding.isOffered?.()) === false) return noteAbsence()
    const { model } = embedding
    if ((await state.read())?.model !== model) await state.write({ model })
    if (now() < notBefore) return
    const { embedded, fault } = await embedAll(embedding, signal)
    if (embedded > 0) failures = 0
    if (fault) {
      notBefore = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      const { detail } = fault
      const told = { modelId: model, fault: fault.fault, ...(detail === undefined ? {} : { detail }) }
      await state.write({ model, fault: told })
    } else if (!signal.aborted) {
      await state.write({ model })
    }
    signal.throwIfAborted()
  }

  /** The model stays known while its server is away or has none, so that it goes on with the same one. */
  async function noteAbsence(): Promise<void> {
    const known = await state.read()
    if (known) await state.write({ ...known, fault: { modelId: known.model, fault: 'unreachable' } })
  }

  /** Returns how many places were embedded, and why others were not. */
  async function embedAll(
    used: Embedding,
    signal: AbortSignal,
  ): Promise<{ embedded: number; fault?: EmbeddingError }> {
    const { model } = used
    /** What could not be embedded, by tenant. */
    // bounded: of one run, MOST_PASSED_OVER of a tenant
    const passedOver = new Map<string, Set<string>>()
    let embedded = 0
    let fault: EmbeddingError | undefined
    let providerFails = false
    let tries = 0
    for (let after = '', triesBefore = 0; !signal.aborted && !providerFails; ) {
      const most = Math.max(0, ...[...passedOver.values()].map(({ size }) => size))
      const found = await deps.due(model, after, { tenants: TENANTS, perTenant: PER_TENANT + most })
      const last = found.at(-1)
      if (!last) {
        if (after === '' || tries === triesBefore) break
        after = ''
        triesBefore = tries
        continue
      }
      const tried = await Promise.allSettled(
        found.filter(isToTry).map((place) => queue.run(place, () => embedOne(place))),
      )
      for (const one of tried) if (one.status === 'rejected') throw one.reason
      await deps.shown(Math.max(-1, ...tried.map((one) => (one.status === 'fulfilled' ? one.value : -1))))
      after = last.tenant
    }
    return fault ? { embedded, fault } : { embedded }

    function isToTry({ tenant, ...place }: EmbeddingPlace): boolean {
      const ofTenant = passedOver.get(tenant)
      return !ofTenant || (ofTenant.size < MOST_PASSED_OVER && !ofTenant.has(idOf(place)))
    }

    /** Returns the position of what was recorded, -1 if nothing was. */
    async function embedOne(place: EmbeddingPlace): Promise<number> {
      if (signal.aborted || providerFails || !isToTry(place)) return -1
      tries++
      try {
        const position = await embedPlace(used, place, signal)
        if (position < 0) passOver(place)
        else if (embedded++ === 0) await state.write({ model })
        return position
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error
        deps.onFault(error)
        fault = error
        passOver(place)
        providerFails ||= OF_EVERY_TEXT.includes(fault.fault) || !(await embedsAnything(used))
        return -1
      }
    }

    function passOver({ tenant, ...place }: EmbeddingPlace): void {
      passedOver.set(tenant, (passedOver.get(tenant) ?? new Set()).add(idOf(place)))
    }
  }

  /** Returns the position of what was recorded, -1 if nothing was. */
  async function embedPlace(used: Embedding, place: EmbeddingPlace, signal: AbortSignal): Promise<number> {
    const { model } = used
    const { tenant, sourceId, pageId } = place
    const texts = await deps.textsOf(place)
    if (!texts) return -1
    const chunks = texts.model === model ? [] : texts.chunks
    const edited = texts.edited.filter((chunk) => chunk.model !== model)
    const vectors = await vectorsOf(
      used,
      [...chunks, ...edited].map(({ text }) => text),
      signal,
    )
    const embedding = { model, dimensions: vectors[0]?.length ?? 0 }
    let position = -1
    const step = `${name}/${model}/${idOf(place)}/${texts.version}`
    if (chunks.length > 0)
      await record(step, {
        type: 'RecordVectors',
        pageId,
        chunkKeys: chunks.map(({ key }) => key),
        vectors: packVectors(vectors.slice(0, chunks.length)),
        embedding,
      })
    for (const [nth, { key: chunkKey, text }] of edited.entries())
      await record(`${step}/${chunkKey}`, {
        type: 'RecordChunkVector',
        pageId,
        chunkKey,
        textKey: chunkKeysOf([text])[0] ?? '',
        vector: packVectors(vectors.slice(chunks.length + nth, chunks.length + nth + 1)),
        embedding,
      })
    return position

    /** A refusal means that the source was changed or deleted meanwhile. */
    async function record(command: string, what: KnowledgeSourceCommand): Promise<void> {
      const context: CommandContext = {
        tenant,
        actor: { kind: 'policy', id: name },
        cause: { via: 'policy', by: name, command, correlation: command },
      }
      const recorded = await deps.handle(knowledgeSource, sourceId, what, context)
      if (recorded.ok && !recorded.repeated) position = Math.max(position, recorded.position)
    }
  }
}

async function vectorsOf(embedding: Embedding, texts: string[], signal: AbortSignal): Promise<number[][]> {
  const vectors: number[][] = []
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    signal.throwIfAborted()
    const slice = texts.slice(from, from + TEXTS_AT_ONCE)
    const embedded = await embedding.embed(slice).catch((error) => {
      throw toEmbeddingError(error)
    })
    vectors.push(...embedded)
  }
  const [first] = vectors
  if (vectors.length !== texts.length || !vectors.every(({ length }) => length === first?.length))
    throw new EmbeddingError('The embedding provider answered with other vectors', 'unusable-answer')
  return vectors
}

/** Whether the provider embeds at all, so that it was the text that it refused. */
async function embedsAnything(embedding: Embedding): Promise<boolean> {
  return embedding.embed(['a']).then(
    (vectors) => vectors.length === 1,
    () => false,
  )
}

function idOf({ sourceId, pageId }: Omit<EmbeddingPlace, 'tenant'>): string {
  return pageId === undefined ? sourceId : `${sourceId}/${pageId}`
}
