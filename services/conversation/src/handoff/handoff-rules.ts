/**
 * What goes beside the settings of an agent for handoffs: the inbox settings of its workspace, and the inbox rules of the
 * organisations that have the agent (`widgetIDs`). Of several organisations:
 *
 * - `disableHandoff` holds where all of them say so: a visitor whom the people of one of them would answer can still ask.
 * - `smartHandoff` and `disableHandoffMessages` hold where one of them says so, like the workspace's.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { OrganisationHandoffRules } from '@parley/contracts/organisation/inbox-rules.ts'
import type { HandoffRules as WorkspaceHandoffRules } from '@parley/contracts/workspace/inbox-settings.ts'

export type HandoffRules = OrganisationHandoffRules

export type FindHandoffRules = (tenant: string, agentId: string) => Promise<HandoffRules>

export type HandoffRulesDeps = {
  ofWorkspace(tenant: string): Promise<WorkspaceHandoffRules>
  organisationsOf(
    tenant: string,
    agentId: string,
  ): Promise<{ handoffRules: readonly OrganisationHandoffRules[] }>
  onFault(error: unknown): void
}

export function findHandoffRules(deps: HandoffRulesDeps): FindHandoffRules {
  return async (tenant, agentId) => {
    const [workspace, { handoffRules: rules }] = await Promise.all([
      deps.ofWorkspace(tenant),
      // Visitors can talk, and ask for a person, while read models can't be read.
      deps.organisationsOf(tenant, agentId).catch((error: unknown) => {
        deps.onFault(error)
        return { handoffRules: [] }
      }),
    ])
    return {
      disableHandoff: rules.length > 0 && rules.every((one) => one.disableHandoff),
      smartHandoff: workspace.smartHandoff || rules.some((one) => one.smartHandoff),
      disableHandoffMessages:
        workspace.disableHandoffMessages || rules.some((one) => one.disableHandoffMessages),
    }
  }
}

/** The settings by which an agent hands off under the rules. */
export function withHandoffRules(
  document: AgentDocument,
  { disableHandoff, smartHandoff }: HandoffRules,
): AgentDocument {
  return {
    ...document,
    ...(disableHandoff && { enableHumanHandoff: false }),
    ...(smartHandoff && { smartHandoff: true }),
  }
}
