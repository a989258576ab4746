/** The query handlers of visits: who is on the websites now, and who was. */
import { hasWords, wordsIn } from '@parley/contracts/conversation/folded.ts'
import type { VisitView, visitEndpoints } from '@parley/contracts/conversation/visit-endpoints.ts'
import {
  mostVisitorsShown,
  type VisitOutcome,
  type VisitState,
} from '@parley/contracts/conversation/visit-names.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { agentTitles } from '../agents/agent-titles.ts'
import { type OpenedConversation, openConversations } from '../conversations/conversation-views.ts'
import {
  type ConversationDocument,
  conversationsProjection,
} from '../conversations/conversations.projection.ts'
import { type Place, searchedPage, timesWithin } from '../searched-list/searched-list.ts'
import { type VisitsDocument, visitsProjection } from './visits.projection.ts'

export type VisitQueriesDeps = {
  reader: Reader
  /** The conversations whose visitor has the chat open, those who came last first. */
  connected(tenant: string): Promise<string[]>
  /** Maximum time of one search, in ms. */
  budgetMs?: number
  now?: () => number
}

const PAGE = 50
const SCAN_PAGE = 100

type Filters = {
  agentId?: string | undefined
  /** Of a client: the agents that it may see. */
  agentIds: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
}
type Opened = { visits: VisitsDocument; opened: OpenedConversation }

export function visitQueries({
  reader,
  connected,
  budgetMs = 500,
  now = () => performance.now(),
}: VisitQueriesDeps): Handlers<typeof visitEndpoints> {
  return {
    async 'visits.live'({ tenant, agentIds, query: { agentId } }) {
      const there = await connected(tenant)
      const found = await reader.getMany(visitsProjection, tenant, there)
      const visits = found.filter((one) => one !== undefined)
      const wanted = visits.filter((one) => isWanted(one, { agentId, agentIds }))
      const opened = await open(tenant, wanted.slice(0, mostVisitorsShown))
      return reply({ items: await views(tenant, opened), more: wanted.length > mostVisitorsShown })
    },

    async 'visits.list'({ tenant, agentIds, query: { cursor, limit = PAGE, ...filters } }) {
      const there = new Set(await connected(tenant))
      const found = await searchedPage({
        ...{ cursor, limit, budgetMs, now },
        scan: (after) => scan(tenant, { ...filters, agentIds }, there, after),
        itemOf: (one) => one.found,
      })
      if (!found.ok) return found
      const { items, looked, backTo, next } = found.page
      return reply({
        items: await views(tenant, items),
        searched: { visits: looked, ...(backTo === undefined ? {} : { backTo }) },
        ...(next === undefined ? {} : { next }),
      })
    },
  }

  /** Every visit in question, newest first, opened if it fits the filters and is over. */
  async function* scan(
    tenant: string,
    { q, from, to, ...filters }: Filters,
    there: ReadonlySet<string>,
    after?: Place,
  ): AsyncGenerator<Place & { hidden?: boolean; found?: Opened }> {
    const words = wordsIn(q ?? '')
    const range = timesWithin({ from, to }, after)
    const { agentId } = filters
    const where = { ...(agentId === undefined ? {} : { agentId }), ...(range && { lastAt: range }) }
    let cursor: string | undefined
    do {
      const page = await reader.find(visitsProjection, tenant, {
        index: agentId === undefined ? 'newest' : 'byAgent',
        where,
        order: 'desc',
        limit: SCAN_PAGE,
        cursor,
      })
      const documents = page.items.filter(
        ({ lastAt, conversationId }) => !after || lastAt !== after.at || conversationId < after.id,
      )
      const over = documents.filter((one) => !there.has(one.conversationId) && isWanted(one, filters))
      const opened = new Map((await open(tenant, over)).map((one) => [one.visits.conversationId, one]))
      for (const document of documents) {
        const { lastAt: at, conversationId: id } = document
        const found = opened.get(id)
        if (found && hasWords(textsOf(found.opened), words)) yield { at, id, found }
        else yield { at, id, hidden: !isWanted(document, filters) }
      }
      cursor = page.next
    } while (cursor !== undefined)
  }

  async function open(tenant: string, visits: readonly VisitsDocument[]): Promise<Opened[]> {
    const ids = visits.map(({ conversationId }) => conversationId)
    const found = await reader.getMany(conversationsProjection, tenant, ids)
    const both = visits.flatMap((one, nth) => {
      const document = found[nth]
      return document ? [{ visits: one, document }] : []
    })
    const opened = await openConversations(
      reader,
      tenant,
      both.map(({ document }) => document),
    )
    return both.flatMap((one, nth) => {
      const conversation = opened[nth]
      return conversation ? [{ visits: one.visits, opened: conversation }] : []
    })
  }

  async function views(tenant: string, found: readonly Opened[]): Promise<VisitView[]> {
    const titles = await agentTitles(
      reader,
      tenant,
      found.map(({ visits }) => visits.agentId),
    )
    return found.map((one) => viewOf(one, titles))
  }
}

function isWanted(
  { agentId }: Pick<VisitsDocument, 'agentId'>,
  filters: Pick<Filters, 'agentId' | 'agentIds'>,
): boolean {
  return (
    (filters.agentId === undefined || filters.agentId === agentId) &&
    (filters.agentIds === undefined || filters.agentIds.includes(agentId))
  )
}

function textsOf({ person, pages, document }: OpenedConversation): string {
  const { name = '', email = '', phone = '', externalId = '' } = person
  return [name, email, phone, externalId, document.visitorId, ...pages.map(({ url }) => url)].join('\n')
}

function viewOf({ visits, opened }: Opened, titles: ReadonlyMap<string, string>): VisitView {
  const { document, person, pageUrl } = opened
  const { conversationId, agentId, visitorId, country, browser } = document
  const last = visits.visits.at(-1)
  return withoutUndefined({
    ...{ conversationId, agentId, agent: titles.get(agentId) ?? '', visitorId },
    visitorName: person.name ?? person.email ?? person.phone,
    state: stateOf(document),
    outcome: outcomeOf(document),
    startedAt: last?.startedAt ?? visits.lastAt,
    lastAt: visits.lastAt,
    pageUrl,
    pages: last?.pages ?? 0,
    messages: last?.messages ?? 0,
    visits: visits.visits.length + visits.earlier,
    country,
    browser,
  })
}

function stateOf({ waiting, owner, visitorMessages }: ConversationDocument): VisitState {
  if (waiting) return 'waiting'
  if (owner === 'human') return 'with-person'
  return visitorMessages > 0 ? 'chatting' : 'opened'
}

function outcomeOf(document: ConversationDocument): VisitOutcome {
  const { waiting, status, humanReplies, visitorMessages, unanswered } = document
  if (waiting) return 'waiting'
  if (status === 'resolved') return 'resolved'
  if (humanReplies > 0) return 'person'
  if (visitorMessages === 0) return 'silent'
  return unanswered > 0 ? 'unanswered' : 'answered'
}
