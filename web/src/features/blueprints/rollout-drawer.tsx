import { Button, Text } from '@mantine/core'
import type { RolloutView } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { AnchorLink } from '../../design/links.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './blueprints.module.css'
import { isOver } from './queries.ts'
import { RolloutProgress } from './rollout-progress.tsx'
import { agentsWords, outcomeWords, summaryOf } from './rollout-words.ts'

/** What became of each agent of a rollout, while it runs and afterwards. */
export function RolloutDrawer({ rollout, onClose }: { rollout: RolloutView; onClose: () => void }) {
  const { region } = useWorkspace()
  return (
    <FramedDrawer
      title={`Version ${rollout.version} to ${agentsWords(rollout.agents.length)}`}
      kind={rollout.as === 'draft' ? 'As drafts' : 'Published'}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Text role="status">{summaryOf(rollout)}</Text>
      {!isOver(rollout) && <RolloutProgress rollout={rollout} />}
      <ul className={styles.targets}>
        {rollout.agents.map((agent) => (
          <li key={agent.agentId}>
            {agent.title === undefined ? (
              <Text c="dimmed">A deleted agent</Text>
            ) : (
              <AnchorLink
                to="/app/$region/agents/$agentId/overview"
                params={{ region, agentId: agent.agentId }}
                fw={600}
                underline="hover"
                c="var(--mantine-color-text)"
              >
                <bdi>{agent.title}</bdi>
              </AnchorLink>
            )}
            <Text size="sm" c="dimmed">
              {outcomeWords(agent, rollout.state)}
            </Text>
          </li>
        ))}
      </ul>
    </FramedDrawer>
  )
}
