/** Retention, and visitors' requests to receive or erase their data. */
import { visitorDataEndpoints } from '@parley/contracts/conversation/visitor-data-endpoints.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { untilProjected } from '@parley/kernel/projection-follower.ts'
import { removeLead } from '../leads/lead.handlers.ts'
import type { Transcripts } from '../transcripts.ts'
import { type ErasingDeps, eraseKeysPolicy } from './erasing.ts'
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
  }
}

type Provides = {
  retention: {
    /** Erases what is due now. */
    sweep(now?: Date): Promise<{ retention: number; notRecorded: number }>
  }
}

/** How long to wait for the read models, in ms. */
const WAIT_MS = 5_000
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
    const sweepNow = (now: Date = new Date()) => sweep(deps, now.getTime(), closing)
    return {
      policies: [eraseKeysPolicy(erasing)],
      jobs: { retention: { everyMs: SWEEP_EVERY_MS, work: () => sweepNow() } },
      provides: { retention: { sweep: sweepNow } } satisfies Provides,
      handlers: visitorDataHandlers({
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
        async removeLead(tenant, agentId, leadId, { actor, via, correlation }) {
          const cause = { via, command: `erase/${leadId}/${correlation}`, correlation }
          await removeLead(erasing, leadId, { agentId, reason: 'visitor-erased' }, { tenant, actor, cause })
        },
        withAddresses: files.withAddresses,
      }),
    }
  },
})
