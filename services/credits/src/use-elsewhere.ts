/** What an agent with limits used in the ledgers that its limits span besides the one that is asked to reserve. */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type AgentUse, unused, useOf } from './agent-limits.ts'
import { type CreditsState, monthOf } from './credits.state.ts'
import { type LedgerName, ledgerAt, type OrganisationsOf } from './ledgers.ts'

export type UseElsewhere = {
  /**
   * Returns what the agent used this month, holds and reservations included, in all ledgers but `here`. `fresh`: from
   * the log, else from memory. `as` changes each of their states before it is counted.
   */
  of(
    here: LedgerName,
    agentId: string,
    options?: { fresh?: boolean; as?(state: CreditsState): CreditsState },
  ): Promise<AgentUse>
}

export function createUseElsewhere(deps: {
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  organisationsOf: OrganisationsOf
  now: () => number
}): UseElsewhere {
  const { load, refresh, organisationsOf, now } = deps
  return {
    async of(
      { workspaceId, organisationId },
      agentId,
      { fresh = false, as = (state: CreditsState) => state } = {},
    ) {
      const { all } = await organisationsOf(workspaceId, agentId)
      const others = [undefined, ...all].filter((id) => id !== organisationId)
      const sum = { ...unused }
      for (const other of others) {
        const [ledger, id] = ledgerAt({ workspaceId, organisationId: other })
        if (fresh) await refresh(ledger.category, id)
        const found = await load(ledger, id, workspaceId)
        if (!found) continue
        const use = useOf(agentId, as(found.state), monthOf(now()))
        sum.thousandths += use.thousandths
        sum.tokens += use.tokens
      }
      return sum
    },
  }
}
