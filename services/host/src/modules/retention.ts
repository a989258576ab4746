/** Retention, and visitors' requests to receive or erase their data. */

import { namedTexts } from '@parley/contracts/conversation/named-texts.ts'
import { visitorDataEndpoints } from '@parley/contracts/conversation/visitor-data-endpoints.ts'
import { readJson } from '@parley/contracts/message.ts'
import { removeLead } from '@parley/conversation/leads/lead.handlers.ts'
import { type ErasingDeps, eraseKeysPolicy } from '@parley/conversation/retention/erasing.ts'
import { type RetentionDeps, sweep } from '@parley/conversation/retention/retention.ts'
import { visitorDataHandlers } from '@parley/conversation/retention/visitor-data.handlers.ts'
import { StoreUnavailable } from '@parley/kernel/event-store.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { openConversations } from '@parley/projections/conversations/conversation-views.ts'
import { conversationsProjection } from '@parley/projections/conversations/conversations.projection.ts'
import { leadsProjection } from '@parley/projections/leads/leads.projection.ts'
import { retentionRulesProjection } from '@parley/projections/retention/retention-rules.projection.ts'
import { unrecordedConversationsProjection } from '@parley/projections/retention/unrecorded-conversations.projection.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

const SOME = 200
/** How long to wait for the read models, in ms. */
const WAIT_MS = 5_000
const SWEEP_EVERY_MS = 600_000

export const retentionModule = defineModule({
  name: 'retention',
  endpoints: visitorDataEndpoints,
  projections: [retentionRulesProjection, unrecordedConversationsProjection],
  start: (scope: RegionScope) => composeRetention(scope),
})

function composeRetention({ engines, reader, projections, ports, closing }: RegionScope) {
  const { handle, load, evict } = engines.commands
  /** Throws if the read models do not reach a position in time: queries would miss data. */
  const waitFor = async (position: number) => {
    if (await projections.waitFor(position, WAIT_MS)) return
    throw new StoreUnavailable(`the read models have not come to position ${position}`)
  }
  const { drop, changed } = ports.conversations
  const erasing: ErasingDeps = { handle, load, evict, erase: engines.keyring.erase, drop, changed }
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
    // Waits for the read models, so that conversations that just began are included.
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

  const sweepNow = (now: Date = new Date()) => sweep(deps, now.getTime(), closing)
  return {
    policies: [eraseKeysPolicy(erasing)],
    jobs: { retention: { everyMs: SWEEP_EVERY_MS, work: () => sweepNow() } },
    provides: { retention: { sweep: sweepNow } } satisfies Partial<Ports>,
    handlers: visitorDataHandlers({
      ...erasing,
      transcripts: ports.transcripts,
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
            const [told = '', noted] = await reader.open(
              tenant,
              note === undefined ? [fields] : [fields, note],
            )
            return {
              leadId,
              status,
              fields: readJson(namedTexts, told),
              ...(noted === undefined ? {} : { note: noted }),
            }
          }),
        )
      },
      async removeLead(tenant, agentId, leadId, { actor, via, correlation }) {
        const cause = { via, command: `erase/${leadId}/${correlation}`, correlation }
        await removeLead(erasing, leadId, { agentId, reason: 'visitor-erased' }, { tenant, actor, cause })
      },
      withAddresses: ports.files.withAddresses,
    }),
  }
}
