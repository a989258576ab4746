/** Reads an agent's conversations, newest message first, and yields the matching ones. */
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { beginningOf, type Place } from '../searched-list/searched-list.ts'
import { type Filters, fits, planOf } from './conversation-filters.ts'
import { type Matcher, matcherOf } from './conversation-search.ts'
import { type Plan, plansForTag } from './conversation-tags.ts'
import { type OpenedConversation, openConversations } from './conversation-views.ts'
import { type ConversationDocument, conversationsProjection } from './conversations.projection.ts'

/** A conversation that was read, with its content if it matches. */
export type Looked = Place & { found?: { opened: OpenedConversation; match?: string } }

const PAGE = 200
const MERGED = 50

export type ScanOptions = {
  reader: Reader
  tenant: string
  agentId: string
  filters: Filters
  q?: string
  after?: Place
}

/** Ends with the list; a caller that has enough, or has no time left, stops iterating. */
export async function* scan(options: ScanOptions): AsyncGenerator<Looked> {
  const { reader, tenant, q, after } = options
  const matcher = q === undefined || q.trim() === '' ? undefined : matcherOf(reader, tenant, q.trim())
  for await (const page of documentsOf(options))
    yield* lookAt(
      options,
      matcher,
      page.filter((document) => !isBefore(document, after)),
    )
}

/** Yields all matching conversations, among others, newest message first. */
export async function* documentsOf(options: Omit<ScanOptions, 'q'>): AsyncGenerator<ConversationDocument[]> {
  const { reader, tenant, agentId, filters, after } = options
  const beside = planOf(agentId, filters)
  const { tag, channel } = filters
  const forTag =
    tag !== undefined && channel === undefined
      ? await plansForTag(reader, tenant, { agentId, tag, beside })
      : undefined
  const range = {
    // A conversation that ended earlier also started earlier.
    ...(filters.from === undefined ? {} : { gte: beginningOf(filters.from) }),
    ...(after === undefined ? {} : { lte: after.at }),
  }
  const bounded = (forTag ?? [beside]).map(({ index, where }) => ({
    index,
    where: Object.keys(range).length === 0 ? where : { ...where, lastMessageAt: range },
  }))
  yield* newestFirst(bounded.map((plan) => pagesOf(reader, tenant, plan)))
}

async function* pagesOf(reader: Reader, tenant: string, plan: Plan): AsyncGenerator<ConversationDocument[]> {
  let cursor: string | undefined
  do {
    const page = await reader.find(conversationsProjection, tenant, {
      ...plan,
      order: 'desc',
      limit: PAGE,
      cursor,
    })
    yield page.items
    cursor = page.next
  } while (cursor !== undefined)
}

/** Merges several lists, each newest first. */
async function* newestFirst(
  lists: AsyncGenerator<ConversationDocument[]>[],
): AsyncGenerator<ConversationDocument[]> {
  const [only] = lists
  if (only && lists.length === 1) return yield* only
  const heads = lists.map((list) => ({ list, documents: [] as ConversationDocument[], over: false }))
  let merged: ConversationDocument[] = []
  for (;;) {
    for (const head of heads) {
      while (!head.over && head.documents.length === 0) {
        const page = await head.list.next()
        if (page.done) head.over = true
        else head.documents = page.value
      }
    }
    const newest = heads
      .filter(({ over }) => !over)
      .toSorted((one, other) => (isNewer(one.documents[0], other.documents[0]) ? -1 : 1))[0]
    const document = newest?.documents.shift()
    if (document) merged.push(document)
    if (!document || merged.length === MERGED) {
      yield merged
      merged = []
    }
    if (!document) return
  }
}

function isNewer(one: ConversationDocument | undefined, other: ConversationDocument | undefined): boolean {
  const [a, b] = [one, other].map((document) => `${document?.lastMessageAt} ${document?.conversationId}`)
  return (a ?? '') > (b ?? '')
}

async function* lookAt(
  { reader, tenant, filters }: ScanOptions,
  matcher: Matcher | undefined,
  documents: ConversationDocument[],
): AsyncGenerator<Looked> {
  const fitting = new Set(documents.filter((document) => fits(document, filters)))
  // Without a search, texts are opened only for what is shown.
  const ahead = matcher === undefined ? 40 : 20
  let opened = new Map<string, OpenedConversation>()
  for (const [nth, document] of documents.entries()) {
    const place = placeOf(document)
    if (!fitting.has(document)) {
      yield place
      continue
    }
    if (!opened.has(document.conversationId)) {
      const next = documents
        .slice(nth)
        .filter((one) => fitting.has(one))
        .slice(0, ahead)
      const texts = await openConversations(reader, tenant, next)
      opened = new Map(texts.map((one) => [one.document.conversationId, one]))
    }
    const readable = opened.get(document.conversationId)!
    const match = matcher === undefined ? undefined : await matcher.match(readable)
    if (matcher !== undefined && match === undefined) yield place
    else yield { ...place, found: match === undefined ? { opened: readable } : { opened: readable, match } }
  }
}

/** Whether the previous page included it already. */
function isBefore(document: ConversationDocument, after: Place | undefined): boolean {
  return after !== undefined && document.lastMessageAt === after.at && document.conversationId >= after.id
}

function placeOf({ lastMessageAt: at, conversationId: id }: ConversationDocument): Place {
  return { at, id }
}
