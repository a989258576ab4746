/** What an agent's team has to do: who waits for a person, and what failed. Every query reads a bounded number. */
import type { analyticsEndpoints, Problem, WaitingVisitor } from '@parley/contracts/analytics/endpoints.ts'
import {
  faultAdvice,
  faultTitle,
  type ModelFaultRecord,
} from '@parley/contracts/conversation/model-faults.ts'
import type { ReplyFailure } from '@parley/contracts/conversation/reply-failures.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import {
  type AnalyzedMessage,
  analyticsMessagesProjection,
} from '../analytics/analytics-messages.projection.ts'
import { channelsProjection } from '../channels/channels.projection.ts'
import { listItem, openConversations } from '../conversations/conversation-views.ts'
import {
  type ConversationDocument,
  conversationsProjection,
} from '../conversations/conversations.projection.ts'
import { knowledgeSources } from '../knowledge-sources/knowledge-sources.projection.ts'
import { failedDeliveriesProjection } from './failed-deliveries.projection.ts'

export type AgentWorkDeps = {
  reader: Reader
  /** Whether a model is configured for this agent. */
  modelOf(tenant: string, agentId: string): Promise<{ configured: boolean; modelId: string }>
  now?: () => number
}

const HOUR_MS = 3_600_000
/** Replies that failed are shown this long, since what made them fail often passes. */
const REPLIES_MS = 24 * HOUR_MS
const DELIVERIES_MS = 7 * 24 * HOUR_MS
const MOST_WAITING = 20
const MOST_READ = 200
const MOST_OF_A_KIND = 10
/** Among so many of the newest replies, one by the model tells that it works again. */
const NEWEST_REPLIES = 20

export type AgentPlace = { tenant: string; agentId: string }

export function agentWorkQueries(
  deps: AgentWorkDeps,
): Pick<Handlers<typeof analyticsEndpoints>, 'agents.waiting' | 'agents.problems'> {
  const { reader } = deps
  const problemsOf = findProblems(deps)

  return {
    async 'agents.waiting'({ tenant, params: { agentId }, query }) {
      const where = { agentId, listed: true, waiting: true }
      const [total, longest] = await Promise.all([
        reader.count(conversationsProjection, tenant, { index: 'byWaiting', where }),
        reader.find(conversationsProjection, tenant, {
          index: 'byWaitingSince',
          where,
          limit: query.limit ?? MOST_WAITING,
        }),
      ])
      return reply({ total, items: await waitingVisitors(reader, tenant, longest.items) })
    },

    'agents.problems': async ({ tenant, params: { agentId } }) =>
      reply({ items: await problemsOf({ tenant, agentId }) }),
  }
}

/** The visitors of conversations in which one waits, in their order. */
export async function waitingVisitors(
  reader: Reader,
  tenant: string,
  conversations: readonly ConversationDocument[],
): Promise<WaitingVisitor[]> {
  const opened = await openConversations(reader, tenant, conversations)
  return opened.map((one) => {
    const { conversationId, visitorId, visitorName, channel, waitingSince, startedAt } = listItem(one)
    const question = one.firstAsked
    return {
      conversationId,
      visitorId,
      ...(visitorName === undefined ? {} : { visitorName }),
      channel,
      since: waitingSince ?? startedAt,
      ...(question && question !== ERASED ? { question } : {}),
      ...(one.handoffNote ? { note: one.handoffNote } : {}),
    }
  })
}

/** Returns a function that finds what failed with an agent and can be mended. */
export function findProblems(deps: AgentWorkDeps): (place: AgentPlace) => Promise<Problem[]> {
  const { reader, now = Date.now } = deps

  return async (place) => {
    const kinds = await Promise.all([
      missingModel(place),
      replyProblems(place),
      sourceProblems(place),
      channelProblems(place),
      deliveryProblems(place),
    ])
    return kinds.flat()
  }

  async function missingModel({ tenant, agentId }: AgentPlace): Promise<Problem[]> {
    const { configured, modelId } = await deps.modelOf(tenant, agentId)
    return configured ? [] : [{ kind: 'no-model', modelId }]
  }

  async function replyProblems({ tenant, agentId }: AgentPlace): Promise<Problem[]> {
    const since = new Date(now() - REPLIES_MS).toISOString()
    const newest = { order: 'desc', limit: MOST_READ } as const
    const [faulty, failed, replied] = await Promise.all([
      reader.find(analyticsMessagesProjection, tenant, {
        index: 'byFault',
        where: { agentId, faultAt: { gte: since } },
        ...newest,
      }),
      reader.find(analyticsMessagesProjection, tenant, {
        index: 'byFailure',
        where: { agentId, failedAt: { gte: since } },
        ...newest,
      }),
      reader.find(analyticsMessagesProjection, tenant, {
        index: 'byReply',
        where: { agentId, repliedAt: { gte: since } },
        order: 'desc',
        limit: NEWEST_REPLIES,
      }),
    ])
    const worked = replied.items.find(({ cost = 0, fault }) => cost > 0 && !fault)?.repliedAt ?? ''
    return [
      ...modelProblems(faulty.items.filter(({ faultAt = '' }) => faultAt > worked)),
      ...failureProblems(failed.items.filter(({ fault }) => !fault)),
    ]
  }

  async function sourceProblems({ tenant, agentId }: AgentPlace): Promise<Problem[]> {
    const { items } = await reader.find(knowledgeSources, tenant, {
      index: 'byProblem',
      where: { agentId },
      order: 'desc',
      limit: MOST_OF_A_KIND,
    })
    return items.map(({ sourceId, name, sourceType, status, error = '', failedAt = '' }) => ({
      kind: 'source',
      sourceId,
      name,
      website: sourceType === 'url',
      error,
      kept: status === 'SUCCESS',
      at: failedAt,
    }))
  }

  async function channelProblems({ tenant, agentId }: AgentPlace): Promise<Problem[]> {
    const { items } = await reader.find(channelsProjection, tenant, { index: 'byAgent', where: { agentId } })
    const failed = items.filter(({ setup }) => setup.state === 'failed').slice(0, MOST_OF_A_KIND)
    const names = await reader.open(
      tenant,
      failed.map(({ name }) => name),
    )
    return failed.map(({ channelId, setup, updatedAt }, nth) => ({
      kind: 'channel',
      channelId,
      name: names[nth] ?? '',
      reason: setup.reason ?? 'refused',
      at: updatedAt,
    }))
  }

  async function deliveryProblems({ tenant, agentId }: AgentPlace): Promise<Problem[]> {
    const since = new Date(now() - DELIVERIES_MS).toISOString()
    const { items } = await reader.find(failedDeliveriesProjection, tenant, {
      index: 'byTime',
      where: { agentId, failedAt: { gte: since } },
      order: 'desc',
      limit: MOST_OF_A_KIND,
    })
    return items.map(({ conversationId, reason, messages, failedAt }) => ({
      kind: 'delivery',
      conversationId,
      reason,
      messages,
      at: failedAt,
    }))
  }
}

/** One for each fault of each model, the newest first, as the messages are. */
function modelProblems(messages: readonly AnalyzedMessage[]): Problem[] {
  const found = new Map<string, { fault: ModelFaultRecord; at: string; messages: number; failed: number }>()
  for (const { fault, faultAt, failedAt } of messages) {
    if (!fault || faultAt === undefined) continue
    const key = `${fault.modelId} ${fault.fault}`
    const former = found.get(key) ?? { fault, at: faultAt, messages: 0, failed: 0 }
    former.messages++
    if (failedAt !== undefined) former.failed++
    found.set(key, former)
  }
  return [...found.values()].map(({ fault, at, messages, failed }) => ({
    kind: 'model',
    title: faultTitle(fault.fault),
    advice: faultAdvice(fault),
    at,
    messages,
    failed,
  }))
}

/** One for each reason, the newest first. */
function failureProblems(messages: readonly AnalyzedMessage[]): Problem[] {
  const found = new Map<ReplyFailure, { at: string; messages: number }>()
  for (const { failure, failedAt } of messages) {
    if (failure === undefined || failedAt === undefined) continue
    const former = found.get(failure) ?? { at: failedAt, messages: 0 }
    former.messages++
    found.set(failure, former)
  }
  return [...found].map(([reason, { at, messages }]) => ({ kind: 'replies', reason, at, messages }))
}
