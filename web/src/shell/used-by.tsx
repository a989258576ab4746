/** The agents that use a thing of the workspace. */
import { AnchorLink } from '../design/links.tsx'
import { useWorkspace } from './navigation/places.ts'
import styles from './used-by.module.css'

export const agentsWords = (count: number): string =>
  count === 0 ? 'No agents' : count === 1 ? '1 agent' : `${count} agents`

export const usedByWords = (count: number): string =>
  count === 0 ? 'Used by no agents' : `Used by ${agentsWords(count)}`

export function UsedByAgents({ agents }: { agents: readonly { agentId: string; title: string }[] }) {
  const { region } = useWorkspace()
  return (
    <ul className={styles.agents}>
      {agents.map(({ agentId, title }) => (
        <li key={agentId}>
          <AnchorLink to="/app/$region/agents/$agentId/prompt" params={{ region, agentId }}>
            <bdi>{title}</bdi>
          </AnchorLink>
        </li>
      ))}
    </ul>
  )
}
