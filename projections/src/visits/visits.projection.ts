/**
 * When visitors were on a website, one document a conversation; it is removed with the conversation. It has no texts:
 * what is known of the visitor stands with the conversation.
 */
import { conversationEvents } from '@parley/contracts/conversation/events.ts'
import { mostVisitsKept, visitPauseMinutes } from '@parley/contracts/conversation/visit-names.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'
import { conversationIdOf } from '../conversations/conversations.projection.ts'

export type Visit = {
  /** ISO 8601. */
  startedAt: string
  lastAt: string
  pages: number
  messages: number
}

export type VisitsDocument = {
  conversationId: string
  agentId: string
  /** When the visitor last did something. ISO 8601. */
  lastAt: string
  /** Newest last. */
  visits: Visit[]
  /** Earlier ones, which are not kept one by one. */
  earlier: number
}

const PAUSE_MS = visitPauseMinutes * 60_000

export const visitsProjection = tenantProjection<VisitsDocument>()({
  name: 'visits',
  version: 1,
  events: pick(
    conversationEvents,
    'ConversationStarted',
    'VisitorMessageReceived',
    'PageViewed',
    'ConversationDeleted',
  ),
  indexes: { newest: ['lastAt'], byAgent: ['agentId', 'lastAt'] },
  identify: conversationIdOf,
  project(document, event) {
    switch (event.type) {
      case 'ConversationStarted': {
        const { agentId, channel, recorded, pageUrl } = event.data
        // A conversation that is not recorded is shown nowhere, and only a website has visits.
        if (channel !== 'web-chat' || recorded === false) return undefined
        const visit = {
          startedAt: event.at,
          lastAt: event.at,
          pages: pageUrl === undefined ? 0 : 1,
          messages: 0,
        }
        return {
          ...{ conversationId: conversationIdOf(event), agentId, lastAt: event.at },
          ...{ visits: [visit], earlier: 0 },
        }
      }
      case 'VisitorMessageReceived':
        return document && withAct(document, event.at, { pages: 0, messages: 1 })
      case 'PageViewed':
        return document && withAct(document, event.at, { pages: 1, messages: 0 })
      case 'ConversationDeleted':
        return undefined
    }
  },
})

function withAct(
  document: VisitsDocument,
  at: string,
  { pages, messages }: { pages: number; messages: number },
): VisitsDocument {
  const before = document.visits.slice(0, -1)
  const last = document.visits.at(-1)
  const goesOn = last && Date.parse(at) - Date.parse(last.lastAt) <= PAUSE_MS
  const visits = goesOn
    ? [...before, { ...last, lastAt: at, pages: last.pages + pages, messages: last.messages + messages }]
    : [...document.visits, { startedAt: at, lastAt: at, pages, messages }]
  const kept = visits.slice(-mostVisitsKept)
  return { ...document, lastAt: at, visits: kept, earlier: document.earlier + visits.length - kept.length }
}
