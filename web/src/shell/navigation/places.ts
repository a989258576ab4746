import type { Region } from '@parley/contracts/endpoint.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type AgentPlace, sessionQuery } from '../../server/queries.ts'
import { selectWorkspace } from '../../server/workspace-choice.ts'
import { regions } from '../regions.ts'

/** Returns the agent of the address, for pages below `/app/{region}/agents/{agentId}`. */
export function useAgentPlace(): AgentPlace {
  const { region, agentId } = useParams({ from: '/app/$region/agents/$agentId' })
  return { region, agentId }
}

/** Like `useAgentPlace`, for pages whose address may have no agent. */
export function useAgentPlaceIfAny(): AgentPlace | undefined {
  const { region, agentId } = useParams({ strict: false })
  return region && agentId ? { region, agentId } : undefined
}

export function useSession() {
  return useSuspenseQuery(sessionQuery()).data
}

/** Returns the workspace that the dashboard shows. Every signed-in user has one. */
export function useWorkspace(): SessionWorkspaceView {
  const session = useSession()
  const { region } = useParams({ strict: false })
  const workspace = selectWorkspace(session, region)
  if (!workspace) throw new Error('This account has no workspace')
  return workspace
}

export const isRegion = (text: string): text is Region => regions.some((region) => region === text)
