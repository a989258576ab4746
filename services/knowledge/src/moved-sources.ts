/** Sources as they move to another workspace: what they are made of, without what is read from it. */

import { knowledgeEvents, questionPairs } from '@parley/contracts/knowledge/events.ts'
import { readJson } from '@parley/contracts/message.ts'
import type {
  ChangedPassage,
  SnapshotLineOf,
  SnapshotSource,
} from '@parley/contracts/organisation/snapshot/file.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { OpenedOf } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { unsealData } from '@parley/kernel/sealing/sealing.ts'
import {
  documentSource,
  type KnowledgeHandlersDeps,
  sourceAdder,
  websiteSource,
} from './knowledge.handlers.ts'
import { isWebsite, knowledgeSource } from './knowledge-source.decider.ts'

export type MovedSourcesDeps = Pick<
  KnowledgeHandlersDeps,
  'settingsOf' | 'sourceLimit' | 'withinCharacters'
> & {
  engines: Pick<RegionEngines, 'commands' | 'eventStore' | 'inTurn' | 'keyring'>
  sourceIdsAfter(tenant: string, agentId: string, after: number): Promise<string[]>
  closing: AbortSignal
}

const events = pick(
  knowledgeEvents,
  'KnowledgeSourceAdded',
  'KnowledgeSourceEdited',
  'KnowledgeChunkEdited',
  'KnowledgeChunkDisabled',
  'KnowledgeChunkEnabled',
  'KnowledgeChunkDeleted',
  'KnowledgeChunkRestored',
)
type Event = OpenedOf<typeof events>
type Change = Omit<ChangedPassage, 'key'>

const PAGE = 500
/** How long a source is waited for that is being read, in ms. */
const READ_MS = 60_000
const LOOK_EVERY_MS = 150

export function movedSources(deps: MovedSourcesDeps) {
  const { engines } = deps
  const { handle, load, refresh } = engines.commands
  const add = sourceAdder({ handle, inTurn: engines.inTurn, settingsOf: deps.settingsOf, ...limitOf(deps) })

  return {
    /** An agent's sources, oldest first, with how many passages of its websites were changed by hand; one at a time. */
    async *sourcesOf(tenant: string, agentId: string): AsyncGenerator<SnapshotLineOf<'source'>> {
      const head = await engines.eventStore.head()
      for (const sourceId of await deps.sourceIdsAfter(tenant, agentId, head)) {
        const found = await sourceOf(tenant, sourceId)
        if (found) yield { ...found.source, id: sourceId, websitePassages: found.websitePassages }
      }
    },

    /** Adds a source to an agent. Idempotent for the same context. */
    async add(tenant: string, agentId: string, source: SnapshotSource, context: CommandContext) {
      const sourceId = derivedId(20, tenant, agentId, context.cause.command)
      if (!(await load(knowledgeSource, sourceId, tenant))) {
        const made = newSource(source, context)
        if ('ok' in made) return made
        const added = await add({ tenant, params: { agentId }, context }, made)
        if (!added.ok) return added
      }
      if (source.disabled) {
        const command = { type: 'ChangeSource', agentId, disabled: true } as const
        const disabled = await handle(knowledgeSource, sourceId, command, atStep(context, 'disabled'))
        if (!disabled.ok) return disabled
      }
      return { ok: true as const, sourceId }
    },

    /** Changes passages once the source is read; returns how many could not be changed. */
    async changePassages(
      { tenant, agentId, sourceId }: { tenant: string; agentId: string; sourceId: string },
      passages: readonly ChangedPassage[],
      context: CommandContext,
    ): Promise<number> {
      if (passages.length === 0) return 0
      for (const until = Date.now() + READ_MS; ; ) {
        await refresh(knowledgeSource.category, sourceId)
        const state = (await load(knowledgeSource, sourceId, tenant))?.state
        const isRead = state?.stage === 'present' && state.chunkKeys.length > 0
        if (isRead || Date.now() >= until || deps.closing.aborted) break
        await pause(LOOK_EVERY_MS, deps.closing)
      }
      deps.closing.throwIfAborted()
      let missed = 0
      for (const { key, text, disabled, deleted } of passages) {
        const actions = deleted
          ? (['delete'] as const)
          : [...(text === undefined ? [] : (['edit'] as const)), ...(disabled ? (['disable'] as const) : [])]
        let isChanged = true
        for (const action of actions) {
          const change = { type: 'ChangeChunk', agentId, key, action } as const
          const command = action === 'edit' && text !== undefined ? { ...change, text } : change
          const changed = await handle(
            knowledgeSource,
            sourceId,
            command,
            atStep(context, `${action}/${key}`),
          )
          isChanged &&= changed.ok
        }
        if (!isChanged) missed++
      }
      return missed
    },
  }

  async function sourceOf(tenant: string, sourceId: string) {
    const state = (await load(knowledgeSource, sourceId, tenant))?.state
    if (state?.stage !== 'present') return undefined
    const { kind, name, tags, disabled, refreshRate, url, crawlOptions } = state
    const texts: Pick<SnapshotSource, 'content' | 'pairs' | 'file' | 'fileName'> = {}
    const changes = new Map<string, Change>()
    const ofPages = new Map<string, Change>()
    for await (const event of eventsOf(tenant, sourceId)) {
      if (event.type === 'KnowledgeSourceAdded' || event.type === 'KnowledgeSourceEdited') {
        const { content, pairs } = event.data
        if (kind === 'qa' && (content !== undefined || pairs !== undefined))
          texts.pairs = pairs ?? readJson(questionPairs, content ?? '') ?? []
        else if (content !== undefined) texts.content = content
        if (event.type === 'KnowledgeSourceEdited') continue
        const { file, fileName } = event.data
        if (file !== undefined) Object.assign(texts, { file, fileName: fileName ?? name })
        continue
      }
      const { pageId, chunkKey } = event.data
      const known = pageId === undefined ? changes : ofPages
      const place = pageId === undefined ? chunkKey : `${pageId}/${chunkKey}`
      const change = changeAfter(known.get(place) ?? {}, event)
      if (change) known.set(place, change)
      else known.delete(place)
    }
    const { include, exclude, maxPages, maxDepth } = crawlOptions
    const source: SnapshotSource = {
      ...{ kind, name, tags, disabled, ...texts },
      ...(isWebsite(kind) && { website: { url, maxPages, maxDepth, include, exclude, refreshRate } }),
      passages: [...changes].map(([key, change]) => ({ key, ...change })),
    }
    return { source, websitePassages: ofPages.size }
  }

  async function* eventsOf(tenant: string, sourceId: string): AsyncIterable<Event> {
    const stream = `${knowledgeSource.category}-${sourceId}`
    for (let from = 0; ; from += PAGE) {
      const page = await engines.eventStore.readStream(stream, { from, limit: PAGE })
      for (const stored of page) {
        if (!(stored.type in events)) continue
        const event = decode(stored, events)
        if (event.tenant !== tenant) return
        const data = await unsealData(engines.keyring, events, event.type, event.data, tenant)
        yield { ...event, data } as Event
      }
      if (page.length < PAGE) return
    }
  }
}

const incomplete = refuse('invalid-input', 'This source is not complete.')

function newSource(source: SnapshotSource, { cause }: CommandContext) {
  const { kind, name, tags, content, pairs, file, fileName, website } = source
  if (isWebsite(kind)) {
    if (!website || (kind !== 'url' && kind !== 'sitemap' && kind !== 'site')) return incomplete
    return websiteSource({ ...website, kind, name, tags }, cause.command)
  }
  if (kind === 'document') {
    if (file === undefined || fileName === undefined) return incomplete
    const made = documentSource({ fileName, base64Payload: file, tags })
    return 'ok' in made ? made : { ...made, name }
  }
  if (kind === 'qa') return pairs ? { kind, name, tags, pairs } : incomplete
  return content === undefined ? incomplete : { kind, name, tags, content }
}

/** What a passage differs by after the event; undefined if it is as it was read. */
function changeAfter(
  before: Change,
  event: Exclude<Event, { type: 'KnowledgeSourceAdded' | 'KnowledgeSourceEdited' }>,
): Change | undefined {
  switch (event.type) {
    case 'KnowledgeChunkEdited': {
      const { deleted: _, ...rest } = before
      return { ...rest, text: event.data.text }
    }
    case 'KnowledgeChunkDisabled':
      return { ...before, disabled: true }
    case 'KnowledgeChunkEnabled': {
      const { disabled: _, ...rest } = before
      return Object.keys(rest).length === 0 ? undefined : rest
    }
    case 'KnowledgeChunkDeleted':
      return { deleted: true }
    case 'KnowledgeChunkRestored':
      return undefined
  }
}

function limitOf({
  sourceLimit,
  withinCharacters,
}: Pick<MovedSourcesDeps, 'sourceLimit' | 'withinCharacters'>) {
  return { ...(sourceLimit ? { sourceLimit } : {}), ...(withinCharacters ? { withinCharacters } : {}) }
}
