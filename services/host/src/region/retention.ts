/** Composes the end of what is kept: retention, visitors' requests to have everything or have it erased. */
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { type ErasingDeps, eraseKeysPolicy } from '@parley/conversation/keeping/erasing.ts'
import { type RetentionDeps, sweep } from '@parley/conversation/keeping/retention.ts'
import { visitorDataHandlers } from '@parley/conversation/keeping/visitor-data.handlers.ts'
import { removeLead } from '@parley/conversation/leads/lead.handlers.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import { openConversations } from '@parley/projections/conversations/conversation-views.ts'
import { conversationsProjection } from '@parley/projections/conversations/conversations.projection.ts'
import { leadsProjection } from '@parley/projections/leads/leads.projection.ts'
import { retentionRulesProjection } from '@parley/projections/retention/retention-rules.projection.ts'
import { unrecordedConversationsProjection } from '@parley/projections/retention/unrecorded-conversations.projection.ts'
import type { RegionEngines } from '../region.ts'

export type RetentionOptions = {
  engines: RegionEngines
  reader: Reader
  /** Waits a while until readers see a position. */
  waitFor(position: number): Promise<unknown>
  withAddresses?: (tenant: string, conversationId: string, messages: readonly MessageView[]) => MessageView[]
  drop(conversationId: string): void
  changed(conversationId: string): void
  closing: AbortSignal
}

const SOME = 200

export function composeRetention(options: RetentionOptions) {
  const { engines, reader, waitFor, closing } = options
  const { handle, load, forget } = engines.commands
  const erasing: ErasingDeps = {
    handle,
    load,
    forget,
    erase: engines.keyring.erase,
    drop: options.drop,
    changed: options.changed,
  }
  const deps: RetentionDeps = {
    ...erasing,
    seen: waitFor,
    async *rules() {
      for (let cursor: string | undefined; ; ) {
        const page = await reader.findPublic(retentionRulesProjection, {
          index: 'byDays',
          limit: SOME,
          cursor,
        })
        yield* page.items
        cursor = page.next
        if (cursor === undefined) return
      }
    },
    async olderThan(tenant, agentId, moment) {
      const found = await Promise.all(
        [true, false].map((listed) =>
          reader.find(conversationsProjection, tenant, {
            index: 'byAgent',
            where: { agentId, listed, lastMessageAt: { lt: moment } },
            limit: SOME,
          }),
        ),
      )
      return found.flatMap(({ items }) => items.map(({ conversationId }) => conversationId))
    },
    async unrecordedOlderThan(moment) {
      const where = { lastMessageAt: { lt: moment } }
      const found = await reader.findPublic(unrecordedConversationsProjection, {
        index: 'byLastMessage',
        where,
        limit: SOME,
      })
      return found.items
    },
  }

  async function conversationsOf(tenant: string, agentId: string, visitorId: string): Promise<string[]> {
    // What began a moment ago is looked for too.
    await waitFor(await engines.eventStore.head())
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
      limit: 1_000,
    })
    return [...ids, ...unrecorded.items.map(({ conversationId }) => conversationId)]
  }

  return {
    policies: [eraseKeysPolicy(erasing)] as AnyPolicy[],
    /** Erases what is due by now. */
    sweep: (now: Date = new Date()) => sweep(deps, now.getTime(), closing),
    handlers: visitorDataHandlers({
      ...erasing,
      isKnown: engines.keyring.isKnown,
      conversationsOf,
      async about(tenant, conversationId) {
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
      async leadsOf(tenant, agentId, visitorId) {
        const where = { agentId, visitorId }
        const { items } = await reader.find(leadsProjection, tenant, { index: 'byVisitor', where })
        return Promise.all(
          items.map(async ({ leadId, status, fields, note }) => {
            const [told = '{}', noted] = await reader.open(
              tenant,
              note === undefined ? [fields] : [fields, note],
            )
            return {
              leadId,
              status,
              fields: fieldsIn(told),
              ...(noted === undefined ? {} : { note: noted }),
            }
          }),
        )
      },
      async removeLead(tenant, agentId, leadId, { actor, via, correlation }) {
        const cause = { via, command: `erase/${leadId}/${correlation}`, correlation }
        await removeLead(erasing, leadId, { agentId, reason: 'visitor-erased' }, { tenant, actor, cause })
      },
      withAddresses: options.withAddresses ?? ((_tenant, _conversationId, messages) => [...messages]),
    }),
  }
}

function fieldsIn(json: string): Record<string, string> {
  try {
    return JSON.parse(json)
  } catch {
    // The key is gone.
    return {}
  }
}
