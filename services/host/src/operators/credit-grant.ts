/** Grants credits to a workspace on a region's engines, whether the platform runs or not. */
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { credits } from '@parley/credits/credits.decider.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'

export type CreditGrant = {
  workspaceId: string
  amount: number
  /** The operator's name. */
  operator: string
  /** Why, in the operator's words. */
  note: string
}

/** The longest name and reason, in characters. */
const LONGEST = { operator: 100, note: 500 }

/**
 * Grants credits; the ledger records by whom and why. `command` makes it idempotent. Returns the workspace's balance
 * afterwards. Refuses with `not-found` if the region has no such workspace, and with `invalid-input`.
 */
export async function grantCredits(
  { commands }: Pick<RegionEngines, 'commands'>,
  grant: CreditGrant,
  command: string,
): Promise<{ ok: true; workspaceName: string; balance: number } | { ok: false; rejection: Rejection }> {
  const { workspaceId, amount, operator, note } = grant
  for (const [name, text] of [['operator', operator] as const, ['note', note] as const])
    if (text.trim() === '' || text.length > LONGEST[name])
      return refuse('invalid-input', `The ${name} has 1 to ${LONGEST[name]} characters.`, name)
  const found = await commands.load(workspace, workspaceId, workspaceId)
  if (found?.state.status !== 'live')
    return refuse('not-found', `There is no workspace with the id ${workspaceId} in this region.`)
  const granted = await creditsCommands(commands).grantCredits(
    { workspaceId, amount, reason: 'support', operator, note },
    {
      tenant: workspaceId,
      actor: { kind: 'system', id: 'operator' },
      cause: { via: 'command-line', by: 'npm run credits', command, correlation: command },
    },
  )
  if (!granted.ok) return granted
  const ledger = await commands.load(credits, workspaceId, workspaceId)
  const balance = (ledger?.state.balance ?? 0) / 1_000
  return { ok: true, workspaceName: found.state.workspaceName, balance }
}
