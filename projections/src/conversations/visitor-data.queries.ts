/** What read models hold of one visitor, for requests to receive or erase it. */
import { namedTexts } from '@parley/contracts/conversation/named-texts.ts'
import { readJson } from '@parley/contracts/message.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { pushVisitorsProjection } from '../campaigns/push-visitors.projection.ts'
import { leadsProjection } from '../leads/leads.projection.ts'
import { unrecordedConversationsProjection } from '../retention/unrecorded-conversations.projection.ts'
import { openConversations } from './conversation-views.ts'
import { conversationsProjection } from './conversations.projection.ts'

const MOST_UNRECORDED = 1_000

export function visitorDataQueries(reader: Reader) {
  return {
    /** Every conversation of a visitor with an agent, unrecorded ones included. */
    async everyConversationOf(tenant: string, agentId: string, visitorId: string): Promise<string[]> {
      const ids: string[] = []
      for (let cursor: string | undefined; ; ) {
        const where = { agentId, visitorId }
        const page = await reader.find(conversationsProjection, tenant, { index: 'byVisitor', where, cursor })
        ids.push(...page.items.map(({ conversationId }) => conversationId))
        cursor = page.next
        if (cursor === undefined) break
      }
      const unrecorded = await reader.findPublic(unrecordedConversationsProjection, {
        index: 'byVisitor',
        where: { tenant, agentId, visitorId },
        limit: MOST_UNRECORDED,
      })
      return [...ids, ...unrecorded.items.map(({ conversationId }) => conversationId)]
    },

    /** Data that is in read models and not in the conversation itself. */
    async aboutConversation(tenant: string, conversationId: string) {
      const document = await reader.get(conversationsProjection, tenant, conversationId)
      if (!document) return undefined
      const [opened] = await openConversations(reader, tenant, [document])
      const { startedAt, browser, platform } = document
      const { feedbackComment } = opened ?? {}
      return {
        startedAt,
        ...(browser === undefined ? {} : { browser }),
        ...(platform === undefined ? {} : { platform }),
        ...(feedbackComment === undefined ? {} : { feedbackComment }),
        pages: opened?.pages ?? [],
        notes: opened?.notes.map(({ at, text }) => ({ at, text })) ?? [],
      }
    },

    /** Since when notifications are allowed, and in how many browsers; undefined in none. */
    async notificationsOf(tenant: string, agentId: string, visitorId: string) {
      const document = await reader.get(pushVisitorsProjection, tenant, `${agentId}.${visitorId}`)
      return document && { allowedAt: document.allowedAt, browsers: document.subscriptionIds.length }
    },

    async leadsOf(tenant: string, agentId: string, visitorId: string) {
      const where = { agentId, visitorId }
      const { items } = await reader.find(leadsProjection, tenant, { index: 'byVisitor', where })
      return Promise.all(
        items.map(async ({ leadId, status, fields, note }) => {
          const [told = '', noted] = await reader.open(tenant, note === undefined ? [fields] : [fields, note])
          return {
            leadId,
            status,
            fields: readJson(namedTexts, told),
            ...(noted === undefined ? {} : { note: noted }),
          }
        }),
      )
    },
  }
}
