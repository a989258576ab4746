/**
 * Whose credential a workspace secret (`ws_…`) or an agent's key (`vg_…`) is. The read model finds the stream; whether
 * the credential still holds, the stream itself says, since a read model may not show yet that it was replaced.
 */
import { agent } from '@parley/agent/agent.decider.ts'
import { type Bearer, findBearer } from '@parley/projections/bearers/bearers.projection.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import type { RegionServices } from './region-services.ts'

/** Undefined for what was never a credential, was replaced, or belongs to an agent that was deleted. */
export async function bearerOf(
  { reader, engines }: Pick<RegionServices, 'reader' | 'engines'>,
  token: string,
): Promise<Bearer | undefined> {
  const bearer = await findBearer(reader, token)
  if (!bearer) return undefined
  const { tenant, agentId } = bearer
  if (agentId === undefined) {
    const found = (await engines.commands.load(workspace, tenant, tenant))?.state
    return found?.status === 'live' && found.workspaceSecret === token ? bearer : undefined
  }
  const found = (await engines.commands.load(agent, agentId, tenant))?.state
  return found?.status === 'live' && found.document.SECRET_API_KEY === token ? bearer : undefined
}
