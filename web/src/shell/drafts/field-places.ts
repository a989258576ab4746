import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { FieldPlace } from '@parley/contracts/agent/field.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AgentPlace } from '../../server/queries.ts'

/** For a `vf` agent, prompt and knowledge are managed by the third party; others have no connection to set up. */
export function placesOf({ agentPlatform }: Pick<AgentDocument, 'agentPlatform'>): FieldPlace[] {
  const tabs = ['core', 'ui', 'language', 'security', 'handoff', 'technical', 'analytics'] as const
  return agentPlatform === 'vf' ? [...tabs, 'integrations'] : [...tabs, 'prompt', 'knowledge']
}

/** Returns what opens the screen where some settings of an agent are. */
export function useOpenPlace() {
  const navigate = useNavigate()
  const { showDebugger } = useSearch({ strict: false })
  const search = { showDebugger }
  return (place: FieldPlace, { enableNodes }: Pick<AgentDocument, 'enableNodes'>, params: AgentPlace) => {
    if (place === 'knowledge') return navigate({ to: '/app/$region/agents/$agentId/kb', params, search })
    if (place !== 'prompt')
      return navigate({
        to: '/app/$region/agents/$agentId/settings',
        params,
        search: { ...search, tab: place },
      })
    return enableNodes
      ? navigate({ to: '/app/$region/agents/$agentId/nodes', params, search })
      : navigate({ to: '/app/$region/agents/$agentId/prompt', params, search })
  }
}
