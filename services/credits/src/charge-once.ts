/**
 * Charges what no event of a conversation records, such as a translation outside a turn, in one ledger alone: a repetition
 * by another process may hold in another ledger than the first did. Ledgers are separate streams, so two processes that
 * charge for the same one in the same moment, in different ledgers, don't see each other.
 */
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { CreditsCommands } from './credits.commands.ts'
import { isClosed } from './credits.state.ts'
import { ledgerAt, type OrganisationsOf } from './ledgers.ts'

export function chargeOnce(deps: {
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  organisationsOf: OrganisationsOf
  chargeOutsideTurn: CreditsCommands['chargeOutsideTurn']
}): CreditsCommands['chargeOutsideTurn'] {
  const { load, refresh, organisationsOf, chargeOutsideTurn } = deps
  return async (spent, context) => {
    const { workspaceId, organisationId, charge } = spent
    const { all } = await organisationsOf(workspaceId, charge.agentId)
    for (const other of [undefined, ...all].filter((id) => id !== organisationId)) {
      const [ledger, id] = ledgerAt({ workspaceId, organisationId: other })
      // The other process may have charged a moment ago.
      await refresh(ledger.category, id)
      const found = await load(ledger, id, workspaceId)
      if (found && isClosed(found.state, charge.holdId)) return { ok: true, position: found.position }
    }
    return chargeOutsideTurn(spent, context)
  }
}
