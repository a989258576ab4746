/** The drill-down of a figure: the documents from which it is computed, newest first. */
import type { BehindItem } from '@parley/contracts/analytics/endpoints.ts'
import type { FigureId } from '@parley/contracts/analytics/figure-names.ts'
import { figures } from '@parley/contracts/analytics/figures.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { Condition } from '@parley/kernel/read-models/read-store.ts'
import { listItem, openConversations } from '../conversations/conversation-views.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import {
  type AnalyzedConversation,
  analyticsConversationsProjection,
} from './analytics-conversations.projection.ts'
import { type AnalyzedMessage, analyticsMessagesProjection } from './analytics-messages.projection.ts'
import { type AnalyzedRating, analyticsRatingsProjection } from './analytics-ratings.projection.ts'
import { type Measuring, within } from './measuring.ts'
import { textsOf } from './message-texts.ts'
import type { Times } from './quarters.ts'

export type BehindQuery = {
  figure: FigureId
  span: Times
  limit?: number
  cursor?: string
  /** Filters conversations, or by reason failed replies. */
  by?: 'countries' | 'languages' | 'channels' | 'reasons'
  name?: string
}
export type BehindPage = { items: BehindItem[]; next?: string }

const DEFAULT_LIMIT = 50
/** Maximum reads per page, since a filter may match little: the page is then shorter and the next one continues. */
const MOST_READS = 20

export async function findBehind(place: Measuring, query: BehindQuery): Promise<BehindPage> {
  const page = await itemsOf(place, query)
  return { ...page, items: await withVisitors(place, page.items) }
}

async function itemsOf(place: Measuring, query: BehindQuery): Promise<BehindPage> {
  const when = within(query.span)
  switch (query.figure) {
    case 'loads':
      return { items: [] }
    case 'conversations':
      return conversations(place, query, 'byStart', { startedAt: when })
    case 'engaged':
      return conversations(place, query, 'byEngaged', { engaged: true, startedAt: when })
    case 'resolvedAlone':
      return conversations(place, query, 'byResolvedAlone', { resolvedAlone: true, startedAt: when })
    case 'resolutionRate':
      return conversations(place, query, 'byResolved', { resolved: true, startedAt: when })
    case 'handoffRate':
      return conversations(place, query, 'byHandedOff', { handedOff: true, startedAt: when })
    case 'firstReplyTime':
      return conversations(place, query, 'byEngaged', { engaged: true, startedAt: when })
    case 'messages':
      return messages(place, query, 'byTime', { at: when })
    case 'replies':
    case 'replyTime':
    case 'credits':
    case 'creditsPerConversation':
    case 'creditsPerResolution':
      return messages(place, query, 'byReply', { repliedAt: when })
    case 'unanswered':
      return messages(place, query, 'byUnanswered', { repliedAt: when })
    case 'failed':
      return query.by === 'reasons'
        ? messages(place, query, 'byFailureReason', { failure: query.name ?? '', failedAt: when })
        : messages(place, query, 'byFailure', { failedAt: when })
    case 'feedback':
      return ratings(place, query, when)
  }
}

async function conversations(
  { reader, tenant, agentId }: Measuring,
  query: BehindQuery,
  index: string,
  where: Record<string, Condition>,
): Promise<BehindPage> {
  const { limit = DEFAULT_LIMIT } = query
  const items: BehindItem[] = []
  let { cursor } = query
  for (let reads = 0; reads < MOST_READS; reads++) {
    const page = await reader.find(analyticsConversationsProjection, tenant, {
      index,
      where: { agentId, ...where },
      order: 'desc',
      limit: limit - items.length,
      cursor,
    })
    items.push(
      ...page.items.filter((item) => fits(item, query)).map((item) => conversationItem(item, query.figure)),
    )
    cursor = page.next
    if (cursor === undefined || items.length >= limit) break
  }
  return cursor === undefined ? { items } : { items, next: cursor }
}

function fits(conversation: AnalyzedConversation, { figure, by, name = '' }: BehindQuery): boolean {
  if (figure === 'firstReplyTime') return conversation.firstReplyMs !== undefined
  switch (by) {
    case 'countries':
      return conversation.country === name
    case 'languages':
      return conversation.lang === name
    case 'channels':
      return conversation.channel === name
    default:
      return true
  }
}

function conversationItem(conversation: AnalyzedConversation, figure: FigureId): BehindItem {
  const { conversationId, startedAt, channel, firstReplyMs } = conversation
  return {
    conversationId,
    at: startedAt,
    channel,
    ...(figure !== 'firstReplyTime' || firstReplyMs === undefined ? {} : { value: firstReplyMs }),
  }
}

async function messages(
  place: Measuring,
  query: BehindQuery,
  index: string,
  where: Record<string, Condition>,
): Promise<BehindPage> {
  const { reader, tenant, agentId } = place
  const page = await reader.find(analyticsMessagesProjection, tenant, {
    index,
    where: { agentId, ...where },
    order: 'desc',
    limit: query.limit ?? DEFAULT_LIMIT,
    cursor: query.cursor,
  })
  const texts = await textsOf(place, page.items)
  const items = page.items.map((message, nth) => messageItem(message, query.figure, texts[nth] ?? ''))
  return page.next === undefined ? { items } : { items, next: page.next }
}

function messageItem(message: AnalyzedMessage, figure: FigureId, text: string): BehindItem {
  const { conversationId, messageId, channel, at, repliedAt, failedAt, failure } = message
  const value = countedIn(message, figure)
  return {
    conversationId,
    messageId,
    at: (figure === 'messages' ? at : figure === 'failed' ? failedAt : repliedAt) ?? at,
    channel,
    ...(text === ERASED ? { gone: true } : { text }),
    ...(figure === 'failed' && failure !== undefined ? { reason: failure } : {}),
    ...(value === undefined ? {} : { value }),
  }
}

function countedIn(message: AnalyzedMessage, figure: FigureId): number | undefined {
  if (figure === 'replyTime') return message.tookMs
  return figures[figure].unit === 'credits' ? message.cost : undefined
}

async function ratings(
  place: Measuring,
  query: BehindQuery,
  at: ReturnType<typeof within>,
): Promise<BehindPage> {
  const { reader, tenant, agentId } = place
  const page = await reader.find(analyticsRatingsProjection, tenant, {
    index: 'byTime',
    where: { agentId, at },
    order: 'desc',
    limit: query.limit ?? DEFAULT_LIMIT,
    cursor: query.cursor,
  })
  const comments = await reader.open(
    tenant,
    page.items.map(({ comment }) => comment ?? ''),
  )
  const items = page.items.map((rating, nth) => ratingItem(rating, comments[nth] ?? ''))
  return page.next === undefined ? { items } : { items, next: page.next }
}

function ratingItem(given: AnalyzedRating, comment: string): BehindItem {
  const { conversationId, messageId, channel, at, rating } = given
  return {
    conversationId,
    ...(messageId === undefined ? {} : { messageId }),
    at,
    channel,
    rating,
    ...(comment === '' || comment === ERASED ? {} : { text: comment }),
  }
}

/** Adds the visitor and the first question of each item's conversation, and removes the text of those that are gone. */
async function withVisitors(place: Measuring, items: readonly BehindItem[]): Promise<BehindItem[]> {
  const { reader, tenant } = place
  const ids = [...new Set(items.map(({ conversationId }) => conversationId))]
  const documents = await reader.getMany(conversationsProjection, tenant, ids)
  const opened = await openConversations(
    reader,
    tenant,
    documents.filter((document) => document !== undefined),
  )
  const openedOf = new Map(opened.map((one) => [one.document.conversationId, one]))
  return items.map((item) => {
    const conversation = openedOf.get(item.conversationId)
    const question = conversation?.firstAsked
    if (!conversation || question === ERASED || item.gone) {
      const { text: _, ...rest } = item
      return { ...rest, gone: true }
    }
    const { visitorId, visitorName } = listItem(conversation)
    return {
      ...item,
      visitorId,
      ...(visitorName === undefined ? {} : { visitorName }),
      ...(question ? { question } : {}),
    }
  })
}

/** Returns those of the conversations that can no longer be opened. */
export async function goneOf(
  { reader, tenant }: Pick<Measuring, 'reader' | 'tenant'>,
  items: readonly { conversationId: string }[],
): Promise<Set<string>> {
  const gone = new Set<string>()
  for (const id of new Set(items.map(({ conversationId }) => conversationId))) {
    const found = await reader.get(analyticsConversationsProjection, tenant, id)
    if (!found || found.gone) gone.add(id)
  }
  return gone
}
