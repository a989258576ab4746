/** Retention, and visitors' requests to receive or erase their data. */
import { visitorDataEndpoints } from '@parley/contracts/conversation/visitor-data-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { untilProjected } from '@parley/kernel/read-models/projection-follower.ts'
import { conversation } from '../conversation.decider.ts'
import { idOfContact } from '../inbound/place.ts'
import { visitorSubject } from '../leads/lead.decider.ts'
import { removeLead } from '../leads/lead.handlers.ts'
import type { Transcripts } from '../transcripts.ts'
import { type ErasingDeps, eraseConversation, eraseKeysPolicy } from './erasing.ts'
import { type RetentionDeps, sweep } from './retention.ts'
import { type VisitorDataDeps, visitorDataHandlers } from './visitor-data.handlers.ts'

type Needs = {
  conversations: { discardReply: ErasingDeps['drop']; changed: ErasingDeps['changed'] }
  files: { withAddresses: VisitorDataDeps['withAddresses'] }
  retention: Pick<RetentionDeps, 'rules' | 'olderThan' | 'unrecordedOlderThan'>
  transcripts: Transcripts
  visitors: {
    /** Every present conversation of a visitor with an agent, unrecorded ones included. */
    everyConversationOf: VisitorDataDeps['conversationsOf']
    aboutConversation: VisitorDataDeps['about']
    leadsOf: VisitorDataDeps['leadsOf']
    notificationsOf: VisitorDataDeps['notificationsOf']
  }
}

type Provides = {
  retention: {
    /** Erases what is due now. */
    sweep(now?: Date): Promise<{ retention: number; notRecorded: number }>
    /** Erases what is kept of a contact of a connected channel. Returns how many conversations it had. Idempotent. */
    eraseContact(
      tenant: string,
      of: { channelId: string; contactId: string },
      correlation: string,
    ): Promise<number>
  }
}

/** How long to wait for the read models, in ms. */
const WAIT_MS = 5_000
/** Conversations of one contact, each begun after the one before was deleted. */
const MOST_OF_A_CONTACT = 1_000
const SWEEP_EVERY_MS = 600_000

export const retentionModule = defineModule({
  name: 'retention',
  endpoints: visitorDataEndpoints,

  start({ engines, projections, ports, closing }: ModuleScope<Needs>) {
    const { handle, load, evict } = engines.commands
    const { conversations, files, retention, transcripts, visitors } = ports
    const { erase, isKnown } = engines.keyring
    const erasing: ErasingDeps = {
      handle,
      load,
      evict,
      erase,
      drop: conversations.discardReply,
      changed: conversations.changed,
    }
    const deps: RetentionDeps = {
      ...erasing,
      seen: (position) => untilProjected(projections, position, WAIT_MS),
      rules: retention.rules,
      olderThan: retention.olderThan,
      unrecordedOlderThan: retention.unrecordedOlderThan,
    }
    const removing: VisitorDataDeps['removeLead'] = async (tenant, agentId, leadId, by) => {
      const { actor, via, correlation } = by
      const cause = { via, command: `erase/${leadId}/${correlation}`, correlation }
      await removeLead(erasing, leadId, { agentId, reason: 'visitor-erased' }, { tenant, actor, cause })
    }
    /** Their ids follow from the contact, also those of conversations that were deleted before. */
    const eraseContact: Provides['retention']['eraseContact'] = async (tenant, of, correlation) => {
      const by = { actor: { kind: 'system', id: 'meta' }, via: 'api', correlation } as const
      let erased = 0
      for (let nth = 0; nth < MOST_OF_A_CONTACT; nth++) {
        const conversationId = idOfContact('conversation', { tenant, ...of, nth })
        await engines.commands.refresh(conversation.category, conversationId)
        const started = (await load(conversation, conversationId, tenant))?.state.started
        if (!started) break
        const { agentId, visitorId } = started
        const position = await eraseConversation(erasing, {
          ...{ tenant, conversationId, reason: 'visitor-erased', by },
        })
        if (position !== undefined) erased++
        for (const { leadId } of await visitors.leadsOf(tenant, agentId, visitorId))
          await removing(tenant, agentId, leadId, by)
        await erase({ tenant, subject: visitorSubject(agentId, visitorId) })
      }
      return erased
    }
    const sweepNow = (now: Date = new Date()) => sweep(deps, now.getTime(), closing)
    const handlers = visitorDataHandlers({
      ...erasing,
      transcripts,
      isKnown,
      async conversationsOf(tenant, agentId, visitorId) {
        // Waits for the read models, so that conversations that just began are included.
        await untilProjected(projections, await engines.eventStore.head(), WAIT_MS)
        return visitors.everyConversationOf(tenant, agentId, visitorId)
      },
      about: visitors.aboutConversation,
      leadsOf: visitors.leadsOf,
      notificationsOf: visitors.notificationsOf,
      removeLead: removing,
      withAddresses: files.withAddresses,
    })
    return {
      policies: [eraseKeysPolicy(erasing)],
      jobs: { retention: { everyMs: SWEEP_EVERY_MS, work: () => sweepNow() } },
      provides: { retention: { sweep: sweepNow, eraseContact } } satisfies Provides,
      handlers,
    }
  },
})
