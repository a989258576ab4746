/**
 * Resolves a workspace secret (`ws_…`) or an agent's key (`vg_…`). The read model finds the stream; whether the
 * credential is still valid is read from the log itself, since the read model and this process's cached streams may not
 * show yet that it was replaced.
 */
import { agent } from '@parley/agent/agent.decider.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import { type Bearer, findBearer } from '@parley/projections/bearers/bearers.projection.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import type { RegionServices } from './region-services.ts'

/** Undefined if the token was never a credential, was replaced, or belongs to a deleted agent. */
export async function bearerOf(
  { reader, engines }: Pick<RegionServices, 'reader' | 'engines'>,
  token: string,
): Promise<Bearer | undefined> {
  const bearer = await findBearer(reader, token)
  if (!bearer) return undefined
  const { tenant, agentId } = bearer
  if (agentId === undefined) {
    const found = await present(engines, workspace, tenant, tenant)
    return found?.status === 'live' && found.workspaceSecret === token ? bearer : undefined
  }
  const found = await present(engines, agent, agentId, tenant)
  return found?.status === 'live' && found.document.SECRET_API_KEY === token ? bearer : undefined
}

/** The state of a stream with everything that is in the log, from any process; costs one read. */
async function present<State, Command, E extends AnyEvent>(
  { commands }: RegionServices['engines'],
  aggregate: Aggregate<State, Command, E>,
  id: string,
  tenant: string,
): Promise<State | undefined> {
  await commands.refresh(aggregate.category, id)
  return (await commands.load(aggregate, id, tenant))?.state
}
