/** Conversations and leads that move to another workspace with their agents. */
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import type { ErasingDeps } from '../retention/erasing.ts'
import { type MovedHistoryDeps, movedHistory } from './moved-history.ts'

type Needs = {
  agents: { document: MovedHistoryDeps['agent'] }
  conversations: { discardReply: ErasingDeps['drop']; changed: ErasingDeps['changed'] }
  files: { open: MovedHistoryDeps['openFile']; keep: MovedHistoryDeps['keepFile'] }
  historyOfAgents: {
    conversationIds: MovedHistoryDeps['conversationIdsOf']
    leadIds: MovedHistoryDeps['leadIdsOf']
  }
  movedQuestions: MovedHistoryDeps['questions']
  workspaces: { isMember: MovedHistoryDeps['isMember'] }
}

type Provides = { movedHistory: ReturnType<typeof movedHistory> }

export const movedHistoryModule = defineModule({
  name: 'moved history',

  start({ engines, ports }: ModuleScope<Needs>) {
    const { handle, load, evict } = engines.commands
    const { conversations, files, historyOfAgents } = ports
    const { discardReply: drop, changed } = conversations
    return {
      provides: {
        movedHistory: movedHistory({
          engines,
          erasing: { handle, load, evict, erase: engines.keyring.erase, drop, changed },
          conversationIdsOf: historyOfAgents.conversationIds,
          leadIdsOf: historyOfAgents.leadIds,
          openFile: files.open,
          keepFile: files.keep,
          agent: ports.agents.document,
          questions: ports.movedQuestions,
          isMember: ports.workspaces.isMember,
        }),
      } satisfies Provides,
    }
  },
})
