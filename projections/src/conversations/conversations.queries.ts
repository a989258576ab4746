/** The query handlers of an agent's conversations for the team. */

import { insertMessage, type MessageView } from '@parley/contracts/conversation/blocks.ts'
import type {
  ConversationAct,
  ConversationListItem,
  readingEndpoints,
} from '@parley/contracts/conversation/reading-endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'
import { showsCosts } from '../analytics/costs-shown.ts'
import { clientNamesOf } from '../clients/client-names.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { searchedPage } from '../searched-list/searched-list.ts'
import { allMessages } from './all-messages.ts'
import { conversationActsProjection } from './conversation-acts.projection.ts'
import { countOf, countViews } from './conversation-count.ts'
import { conversationCsv, conversationFile } from './conversation-export.ts'
import { filtersOf, fits } from './conversation-filters.ts'
import { conversationMessagesProjection } from './conversation-messages.projection.ts'
import { scan } from './conversation-scan.ts'
import { matcherOf } from './conversation-search.ts'
import {
  listItem,
  type OpenedConversation,
  openConversations,
  openMessages,
  type WithAddresses,
} from './conversation-views.ts'
import { type ConversationDocument, conversationsProjection } from './conversations.projection.ts'

export type ConversationQueriesDeps = {
  reader: Reader
  withAddresses?: WithAddresses
  /** Maximum time, in ms, that one call may search for rare matches. */
  budgetMs?: number
  now?: () => number
}

const PAGE = 50
const TRANSCRIPT_PAGE = 50
const EARLIER_CONVERSATIONS = 10

const gone = refuse('not-found', 'This conversation does not exist.')

export function conversationQueries(deps: ConversationQueriesDeps): Handlers<typeof readingEndpoints> {
  const { reader, withAddresses, budgetMs = 700, now = () => performance.now() } = deps

  return {
    async 'conversations.list'(call) {
      const { tenant } = call
      const { agentId } = call.params
      const { cursor, limit = PAGE, ids, ...asked } = call.query
      const understood = filtersOf(asked, personOf(call))
      if (!understood.ok) return understood
      const { filters } = understood
      if (ids !== undefined) {
        const { items, searched } = await named(call, ids.split(','))
        return reply({ items: await withClientNames(call, items), searched })
      }
      const found = await searchedPage({
        ...{ cursor, limit, budgetMs, now },
        scan: (after) => scan({ reader, tenant, agentId, filters, q: asked.q, after }),
        itemOf: (one) => one.found && listItem(shownTo(call, one.found.opened), one.found.match),
      })
      if (!found.ok) return found
      const { looked: conversations, backTo, ...page } = found.page
      const items = await withClientNames(call, page.items)
      return reply({
        ...page,
        items,
        searched: { conversations, ...(backTo === undefined ? {} : { backTo }) },
      })
    },

    async 'conversations.counts'({ tenant, params, ...call }) {
      return reply(await countViews({ reader, tenant, agentId: params.agentId, me: personOf(call) }))
    },

    async 'conversations.count'(call) {
      const { tenant } = call
      const understood = filtersOf(call.query, personOf(call))
      if (!understood.ok) return understood
      return reply(
        await countOf({ reader, tenant, agentId: call.params.agentId, filters: understood.filters }),
      )
    },

    async 'conversations.get'(call) {
      const { tenant } = call
      const opened = await find(tenant, call.params)
      if (!opened) return gone
      const { document, person, fields, variables, pages, notes, pageUrl, handoffNote, approvals } = opened
      const { conversationId, agentId, visitorId, browser, platform, agentVersion, imported } = document
      const [page, others, lead, done] = await Promise.all([
        messagesBefore(tenant, document, undefined, TRANSCRIPT_PAGE),
        othersOf(tenant, document),
        reader.find(leadsProjection, tenant, { index: 'byVisitor', where: { agentId, visitorId }, limit: 1 }),
        reader.get(conversationActsProjection, tenant, conversationId),
      ])
      const shown = await openConversations(reader, tenant, others)
      const acts = done?.acts ?? []
      return replyWithTag(
        withoutUndefined({
          ...listItem(shownTo(call, opened)),
          notes,
          acts,
          approvals,
          ...(await clientNamesFor(call, [document.assignee, ...acts.flatMap(peopleIn)])),
          pageUrl,
          browser,
          platform,
          agentVersion,
          imported,
          handoffNote,
          feedbackComment: opened.feedbackComment,
          readUpTo: document.readUpTo,
          visitor: withoutUndefined({
            visitorId,
            ...person,
            fields,
            variables,
            pages: pages.toReversed(),
            leadId: lead.items[0]?.leadId,
            conversations: shown
              .filter(({ document }) => document.conversationId !== conversationId)
              .map((one) => {
                const { conversationId, startedAt, preview } = listItem(one)
                return { conversationId, startedAt, preview }
              }),
          }),
          transcript: page.messages,
          earlier: page.earlier,
        }),
        reader.newestIn([document]),
      )
    },

    async 'conversations.transcript'(call) {
      const { before, limit = TRANSCRIPT_PAGE } = call.query
      const document = await found(call.tenant, call.params)
      if (!document) return gone
      return reply(await messagesBefore(call.tenant, document, before, limit))
    },

    async 'conversations.export'(call) {
      const { tenant } = call
      const { format = 'json' } = call.query
      const opened = await find(tenant, call.params)
      if (!opened) return gone
      const { conversationId } = opened.document
      const isText = format === 'text'
      const name = `conversation-${conversationId}.${isText ? 'txt' : 'json'}`
      return {
        ok: true,
        text: conversationFile(shownTo(call, opened), allMessages(reader, tenant, conversationId), format),
        contentType: isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
        headers: { 'content-disposition': `attachment; filename="${name}"` },
      }
    },

    async 'conversations.exportList'(call) {
      const { tenant } = call
      const { agentId } = call.params
      const understood = filtersOf(call.query, personOf(call))
      if (!understood.ok) return understood
      const options = { reader, tenant, agentId, filters: understood.filters, q: call.query.q }
      return {
        ok: true,
        text: conversationCsv(scan(options), showsCosts(call)),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="conversations.csv"' },
      }
    },
  }

  async function found(
    tenant: string,
    { agentId, conversationId }: { agentId: string; conversationId: string },
  ): Promise<ConversationDocument | undefined> {
    const document = await reader.get(conversationsProjection, tenant, conversationId)
    return document?.agentId === agentId ? document : undefined
  }

  async function find(
    tenant: string,
    params: { agentId: string; conversationId: string },
  ): Promise<OpenedConversation | undefined> {
    const document = await found(tenant, params)
    return document && (await openConversations(reader, tenant, [document]))[0]
  }

  /** A client is told who of its organisation is who with the settings of the inbox, and nothing of others. */
  async function clientNamesFor({ tenant, principal }: Pick<Call, 'tenant' | 'principal'>, ids: string[]) {
    if (principal.kind === 'client') return {}
    const clientNames = await clientNamesOf(reader, tenant, ids)
    return Object.keys(clientNames).length === 0 ? {} : { clientNames }
  }

  async function withClientNames(call: Pick<Call, 'tenant' | 'principal'>, items: ConversationListItem[]) {
    const assignees = items.map(({ assignee = '' }) => assignee)
    const { clientNames } = await clientNamesFor(call, assignees)
    if (!clientNames) return items
    return items.map((item) => {
      const name = item.assignee === undefined ? undefined : clientNames[item.assignee]
      return item.assignee === undefined || name === undefined
        ? item
        : { ...item, clientNames: { [item.assignee]: name } }
    })
  }

  /** Returns those of the given ids that match the filters. */
  async function named(
    call: Parameters<NonNullable<Handlers<typeof readingEndpoints>['conversations.list']>>[0],
    ids: string[],
  ) {
    const { tenant } = call
    const { agentId } = call.params
    const { q } = call.query
    const understood = filtersOf(call.query, personOf(call))
    const filters = understood.ok ? understood.filters : {}
    const { channel } = filters
    const documents = await Promise.all(
      ids.slice(0, 60).map((conversationId) => found(tenant, { agentId, conversationId })),
    )
    const fitting = documents
      .filter((document) => document !== undefined)
      .filter((document) => (channel === undefined ? document.listed : document.channel === channel))
      .filter((document) => fits(document, filters))
    const matcher = q === undefined || q.trim() === '' ? undefined : matcherOf(reader, tenant, q.trim())
    const items = []
    for (const opened of await openConversations(reader, tenant, fitting)) {
      const match = matcher === undefined ? undefined : await matcher.match(opened)
      if (matcher === undefined || match !== undefined) items.push(listItem(shownTo(call, opened), match))
    }
    return { items, searched: { conversations: documents.length } }
  }

  async function messagesBefore(
    tenant: string,
    { conversationId }: ConversationDocument,
    before: number | undefined,
    limit: number,
  ): Promise<{ messages: MessageView[]; earlier: boolean }> {
    const page = await reader.find(conversationMessagesProjection, tenant, {
      index: 'byConversation',
      where: before === undefined ? { conversationId } : { conversationId, index: { lt: before } },
      order: 'desc',
      limit,
    })
    const opened = await openMessages(reader, tenant, page.items.toReversed())
    const messages = opened.reduce(insertMessage, [])
    return {
      messages: withAddresses?.(tenant, conversationId, messages) ?? messages,
      earlier: page.next !== undefined,
    }
  }

  async function othersOf(
    tenant: string,
    { agentId, visitorId }: ConversationDocument,
  ): Promise<ConversationDocument[]> {
    const page = await reader.find(conversationsProjection, tenant, {
      index: 'byVisitor',
      where: { agentId, visitorId },
      order: 'desc',
      limit: EARLIER_CONVERSATIONS + 1,
    })
    return page.items
  }
}

/** The ids of whoever did something, and whom it was assigned to. */
const peopleIn = (act: ConversationAct): string[] =>
  act.did === 'assign' ? [act.by.id, act.assignee] : [act.by.id]

/** The acting member of the team, or client, to whom conversations can be assigned. */
function personOf({ principal }: Pick<Call, 'principal'>): string | undefined {
  if (principal.kind === 'client') return principal.clientId
  return principal.kind === 'user' ? principal.userId : undefined
}

function shownTo(call: Pick<Call, 'principal'>, opened: OpenedConversation): OpenedConversation {
  return showsCosts(call) ? opened : { ...opened, document: { ...opened.document, cost: 0 } }
}
