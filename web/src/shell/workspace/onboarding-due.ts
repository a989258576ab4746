import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { client } from '../../server/client.ts'
import { clearProgress, onboardingKey, storedProgress } from './onboarding-progress.ts'

/** Workspaces with agents although nobody went through their onboarding. */
const withAgents = new Set<string>()

/**
 * Whether the owner of a personal workspace is to be led to `/onboarding` (part 2 §4): on whatever device, until it is
 * done. One that did not begin is not asked of those who have agents, such as by the API. `workspace` is the chosen one.
 */
export async function isOnboardingDue(workspace: SessionWorkspaceView): Promise<boolean> {
  const { workspaceId, region, role, isAgentOnboardingDone, deletedAt } = workspace
  if (isAgentOnboardingDone) clearProgress(onboardingKey, workspaceId)
  if (isAgentOnboardingDone !== false || role !== 'owner' || deletedAt || withAgents.has(workspaceId))
    return false
  const progress = storedProgress(onboardingKey, workspaceId)
  if (progress && progress.step !== 'company') return true
  try {
    const { items } = await client.call('agents.list', { params: { region }, query: { limit: 1 } })
    if (items.length === 0) return true
  } catch {
    // The page that is opened says what is wrong.
    return false
  }
  withAgents.add(workspaceId)
  clearProgress(onboardingKey, workspaceId)
  return false
}
