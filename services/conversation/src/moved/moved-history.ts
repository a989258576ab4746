/**
 * Conversations and leads as they move to another workspace. What happened is taken over event by event, as imported
 * (`CommandContext.happenedAt`): nobody is notified, answered or charged, and read models are what they were.
 */
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import type { LeadEvent } from '@parley/contracts/conversation/lead-events.ts'
import {
  type MovedConversation,
  type MovedEvent,
  type MovedFile,
  type MovedHandledQuestion,
  type MovedLead,
  type MovedOn,
  mostMovedEvents,
  movedConversationEvents,
  movedLeadEvents,
} from '@parley/contracts/conversation/moved.ts'
import { conversationSubject, type EventCatalogue } from '@parley/contracts/message.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { decode } from '@parley/kernel/log/recorded-event.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { unsealData } from '@parley/kernel/sealing/sealing.ts'
import { conversation } from '../conversation.decider.ts'
import { lead, leadIdOf, visitorSubject } from '../leads/lead.decider.ts'
import { removeLead } from '../leads/lead.handlers.ts'
import { type ErasingDeps, eraseConversation } from '../retention/erasing.ts'
import { mappedConversationEvent, mappedLeadEvent, type NewIds } from './mapped.ts'

type Context = CommandContext & { tenant: string }
type Outcome = { ok: true } | { ok: false; rejection: Rejection }

export type MovedHistoryDeps = {
  engines: Pick<RegionEngines, 'commands' | 'eventStore' | 'keyring'>
  erasing: ErasingDeps
  /** The ids of an agent's conversations with visitors that are recorded, and of its leads, oldest first. */
  conversationIdsOf(tenant: string, agentId: string): AsyncIterable<string>
  leadIdsOf(tenant: string, agentId: string): AsyncIterable<string>
  openFile(
    tenant: string,
    conversationId: string,
    fileId: string,
  ): Promise<{ name: string; bytes: Buffer } | undefined>
  keepFile(
    of: { tenant: string; conversationId: string; fileId: string },
    file: { name: string; bytes: Buffer },
  ): Promise<Outcome>
  agent(tenant: string, agentId: string): Promise<{ retentionDays?: number | undefined } | undefined>
  isMember(tenant: string, userId: string): Promise<boolean>
  questions: {
    /** Since when a question is handled that the agent could not answer. */
    handledOf(
      tenant: string,
      of: { conversationId: string; messageId: string },
    ): Promise<{ at: string; sourceId?: string } | undefined>
    /** Takes that over. Idempotent. */
    importHandled(
      of: { agentId: string; conversationId: string; messageId: string },
      handled: { at: string; sourceId?: string },
      context: Context,
    ): Promise<void>
  }
}

/** Where what is imported comes to stand, with the ids that the import made. */
export type ImportPlace = {
  tenant: string
  importId: string
  agentId: string
  /** Of sources and clients, by their ids at the old place. */
  sources: ReadonlyMap<string, string>
  clients: ReadonlyMap<string, string>
  /** Nothing of it may have happened later (ISO 8601). */
  before: string
}

export type MovedHistoryLine =
  | { conversation: MovedConversation }
  | { continued: MovedOn }
  | { file: MovedFile }
  | { lead: MovedLead }

const PAGE = 200
/** Characters of the events of a line, so that they fit in one append; larger ones are alone in theirs. */
const LINE_CHARACTERS = 300_000
const DAY_MS = 86_400_000
/** How keys of a workspace are named as the authors of messages (`inbox.handlers.ts`). */
const KEY = 'key-'

const notImportable = refuse('not-importable', 'It can’t be read.')
const noAgent = refuse('not-found', 'Its agent does not exist.')
const tooOld = refuse('too-old', 'It is older than its agent keeps conversations.')

export function movedHistory(deps: MovedHistoryDeps) {
  const { engines, erasing } = deps
  const { handle, load, refresh } = engines.commands

  return {
    /** Everything of an agent, a line at a time; nothing of erased visitors and conversations. */
    async *linesOf(tenant: string, agentId: string): AsyncGenerator<MovedHistoryLine> {
      for await (const id of deps.conversationIdsOf(tenant, agentId)) yield* conversationLines(tenant, id)
      for await (const leadId of deps.leadIdsOf(tenant, agentId)) {
        const line = await leadLine(tenant, agentId, leadId)
        if (line) yield line
      }
    },

    /**
     * Takes a line over; the same line twice is one. Refuses with `not-importable`, `not-found` (no such agent any more)
     * and `too-old`.
     */
    async importLine(line: MovedHistoryLine, place: ImportPlace, context: Context): Promise<Outcome> {
      const { tenant, agentId } = place
      const document = await deps.agent(tenant, agentId)
      if (!document) return noAgent
      const ids = newIds(place)
      if ('lead' in line) return importLead(line.lead, ids, place, context)
      if ('file' in line) return importFile(line.file, ids, place)
      if ('continued' in line) return importEvents(line.continued, ids, place, context)
      const { retentionDays } = document
      const kept = retentionDays === undefined || retentionDays <= 0 ? undefined : retentionDays * DAY_MS
      if (kept !== undefined && Date.parse(line.conversation.lastAt) < Date.now() - kept) return tooOld
      return importEvents(line.conversation, ids, place, context)
    },

    /** Erases all conversations and leads of an agent, with their keys. Idempotent. */
    async removeAll(tenant: string, agentId: string, context: Context): Promise<void> {
      const { actor, cause } = context
      const by = { actor, via: 'policy', correlation: cause.correlation } as const
      for await (const conversationId of deps.conversationIdsOf(tenant, agentId))
        await eraseConversation(erasing, { tenant, conversationId, reason: 'person', by })
      for await (const leadId of deps.leadIdsOf(tenant, agentId)) {
        const command = { ...context, cause: { ...cause, command: `${cause.command}/${leadId}` } }
        await removeLead(erasing, leadId, { agentId, reason: 'person' }, command)
      }
    },
  }

  async function* conversationLines(
    tenant: string,
    conversationId: string,
  ): AsyncGenerator<MovedHistoryLine> {
    await refresh(conversation.category, conversationId)
    const state = (await load(conversation, conversationId, tenant))?.state
    if (!state?.started || state.deleted || state.started.recorded === false) return
    if (await engines.keyring.isErased({ tenant, subject: conversationSubject(conversationId) })) return
    const { agentId } = state.started
    const lastAt = state.messages.findLast(({ index }) => index === state.messageCount - 1)?.at
    const files = new Set<string>()
    let isFirst = true
    const stream = `${conversation.category}-${conversationId}`
    for await (const events of pagesOf(stream, tenant, movedConversationEvents)) {
      const handled = await handledIn(tenant, conversationId, events)
      const about = { conversationId, events, ...(handled.length > 0 && { handled }) }
      if (isFirst) yield { conversation: { ...about, agentId, lastAt: lastAt ?? events.at(-1)?.at ?? '' } }
      else yield { continued: about }
      isFirst = false
      for (const fileId of fileIdsIn(events)) files.add(fileId)
    }
    for (const fileId of isFirst ? [] : files) {
      const file = await deps.openFile(tenant, conversationId, fileId)
      if (file)
        yield { file: { conversationId, fileId, name: file.name, bytes: file.bytes.toString('base64') } }
    }
  }

  async function handledIn(
    tenant: string,
    conversationId: string,
    events: readonly MovedEvent[],
  ): Promise<MovedHandledQuestion[]> {
    const handled: MovedHandledQuestion[] = []
    for (const messageId of unansweredIn(events)) {
      const found = await deps.questions.handledOf(tenant, { conversationId, messageId })
      if (found) handled.push({ messageId, ...found })
    }
    return handled
  }

  async function leadLine(tenant: string, agentId: string, leadId: string) {
    await refresh(lead.category, leadId)
    const state = (await load(lead, leadId, tenant))?.state
    if (state?.status !== 'live') return undefined
    if (await engines.keyring.isErased({ tenant, subject: visitorSubject(agentId, state.visitorId) }))
      return undefined
    const all: MovedEvent[] = []
    for await (const events of pagesOf(`${lead.category}-${leadId}`, tenant, movedLeadEvents))
      all.push(...events)
    // Of one that was changed very often, what was first and what is last is what is shown.
    const [first, ...later] = all
    const events = first ? [first, ...later.slice(1 - mostMovedEvents)] : []
    return events.length === 0 ? undefined : { lead: { agentId, leadId, events } }
  }

  /** The opened events of a stream that move, in pages that each fit in a line. */
  async function* pagesOf(
    stream: string,
    tenant: string,
    catalogue: EventCatalogue,
  ): AsyncGenerator<MovedEvent[]> {
    let page: MovedEvent[] = []
    let characters = 0
    for (let from = 0; ; from += PAGE) {
      const stored = await engines.eventStore.readStream(stream, { from, limit: PAGE })
      for (const one of stored) {
        if (!(one.type in catalogue)) continue
        const event = decode(one, catalogue)
        if (event.tenant !== tenant) return
        const data = await unsealData(engines.keyring, catalogue, event.type, event.data, tenant)
        const moved = { type: event.type, at: event.at, data: withoutWhatStays(data) }
        const size = JSON.stringify(moved).length
        if (page.length === mostMovedEvents || (page.length > 0 && characters + size > LINE_CHARACTERS)) {
          yield page
          page = []
          characters = 0
        }
        page.push(moved)
        characters += size
      }
      if (stored.length < PAGE) break
    }
    if (page.length > 0) yield page
  }

  async function importEvents(
    { conversationId: old, events, handled = [] }: MovedOn,
    ids: NewIds,
    place: ImportPlace,
    context: Context,
  ): Promise<Outcome> {
    const read = checked<ConversationEvent>(events, movedConversationEvents, place.before)
    if (!read || read.some(({ event }) => isUnrecorded(event))) return notImportable
    const unanswered = unansweredIn(events)
    if (handled.some(({ messageId, at }) => !unanswered.has(messageId) || isLater(at, place.before)))
      return notImportable
    const mapped: ConversationEvent[] = []
    for (const { event } of read) mapped.push(await mappedConversationEvent(event, ids))
    const conversationId = ids.conversation(old)
    const command = { type: 'ImportConversation', events: mapped } as const
    const imported = await handle(conversation, conversationId, command, {
      ...context,
      subject: conversationSubject(conversationId),
      happenedAt: read.map(({ at }) => at),
    })
    if (!imported.ok) return imported
    for (const { messageId, sourceId, at } of handled) {
      const of = { agentId: ids.agentId, conversationId, messageId }
      const source = sourceId === undefined ? {} : { sourceId: ids.source(sourceId) }
      const moment = new Date(at).toISOString()
      await deps.questions.importHandled(of, { at: moment, ...source }, context)
    }
    return { ok: true }
  }

  async function importFile(file: MovedFile, ids: NewIds, { tenant }: ImportPlace): Promise<Outcome> {
    const conversationId = ids.conversation(file.conversationId)
    const state = (await load(conversation, conversationId, tenant))?.state
    if (!state?.started?.imported || state.deleted) return notImportable
    const bytes = Buffer.from(file.bytes, 'base64')
    return deps.keepFile({ tenant, conversationId, fileId: file.fileId }, { name: file.name, bytes })
  }

  async function importLead(
    { events }: MovedLead,
    ids: NewIds,
    place: ImportPlace,
    context: Context,
  ): Promise<Outcome> {
    const read = checked<LeadEvent>(events, movedLeadEvents, place.before)
    const first = read?.[0]?.event
    if (!read || first?.type !== 'LeadCaptured') return notImportable
    const visitorId = ids.visitor(first.data.visitorId)
    const leadId = leadIdOf(ids.agentId, visitorId)
    const mapped = read.map(({ event }) => mappedLeadEvent(event, ids, leadId))
    const handled = await handle(
      lead,
      leadId,
      { type: 'ImportLead', events: mapped },
      {
        ...context,
        subject: visitorSubject(ids.agentId, visitorId),
        happenedAt: read.map(({ at }) => at),
      },
    )
    return handled.ok ? { ok: true } : handled
  }

  function newIds({ tenant, importId, agentId, sources, clients }: ImportPlace): NewIds {
    const derived = (kind: string, id: string) => derivedId(20, tenant, importId, agentId, kind, id)
    const known = async (id: string) =>
      clients.get(id) ?? ((await deps.isMember(tenant, id)) ? id : undefined)
    return {
      agentId,
      conversation: (id) => derived('conversation', id),
      visitor: (id) => derived('visitor', id),
      source: (id) => sources.get(id) ?? derived('source', id),
      other: (id) => derived('other', id),
      async person(id) {
        return id.startsWith(KEY) ? `${KEY}${tenant}` : ((await known(id)) ?? derived('person', id))
      },
      assignee: known,
    }
  }
}

const isUnrecorded = (event: ConversationEvent) =>
  event.type === 'ConversationStarted' && event.data.recorded === false

/** Of a reply, what was paid for it, and where the flow stood; of a conversation, its channel. */
const staying = [
  'flow',
  'impersonal',
  'holdId',
  'reservationId',
  'payingOrganisationId',
  'channelId',
  'agentVersion',
]

function withoutWhatStays(data: unknown): object {
  return Object.fromEntries(Object.entries(Object(data)).filter(([name]) => !staying.includes(name)))
}

/**
 * The events, each as its own schema has it and none later than `before`; undefined if they are something else. Clocks of
 * several processes may differ, so one that seems earlier than the one before it counts as having happened with it.
 */
function checked<Event>(
  events: readonly MovedEvent[],
  catalogue: EventCatalogue,
  before: string,
): { event: Event; at: string }[] | undefined {
  const read: { event: Event; at: string }[] = []
  let last = ''
  for (const { type, at: given, data } of events) {
    const shape = Object.hasOwn(catalogue, type) ? catalogue[type] : undefined
    const parsed = shape?.data.safeParse(data)
    const at = [last, new Date(given).toISOString()].sort().at(-1) ?? ''
    if (!parsed?.success || at > before || !areTimes(parsed.data, before)) return undefined
    read.push({ event: { type, data: parsed.data } as Event, at })
    last = at
  }
  return read
}

/** Whether the times in an event's data are times as we write them, and none is later than `before`. */
function areTimes(data: unknown, before: string): boolean {
  const { at, sentAt }: { at?: unknown; sentAt?: unknown } = Object(data)
  return [at, sentAt].every((moment) => {
    if (moment === undefined) return true
    const ms = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
    if (Number.isNaN(ms) || ms > Date.parse(before)) return false
    return moment === sentAt || moment === new Date(ms).toISOString()
  })
}

const isLater = (at: string, before: string) => Date.parse(at) > Date.parse(before)

/** The messages that replies without knowledge answer. */
function unansweredIn(events: readonly MovedEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ type, data }) => {
      const { grounded, inReplyTo, alsoAnswers = [] } = Object(data)
      return type === 'AgentReplied' && grounded === false ? [inReplyTo, ...alsoAnswers] : []
    }),
  )
}

function fileIdsIn(events: readonly MovedEvent[]): string[] {
  return events.flatMap(({ data }) => {
    const { content } = Object(data)
    if (!Array.isArray(content)) return []
    return content.flatMap((block) =>
      block?.type === 'file' && typeof block.fileId === 'string' ? [block.fileId] : [],
    )
  })
}
