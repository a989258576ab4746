import { Progress } from '@mantine/core'
import type { RolloutView } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { agentsWords } from './rollout-words.ts'

export function RolloutProgress({ rollout: { agents, state } }: { rollout: RolloutView }) {
  const done = agents.filter(({ outcome, undo }) => (state === 'undoing' ? undo : outcome)).length
  return (
    <Progress
      mt={6}
      value={(100 * done) / Math.max(agents.length, 1)}
      aria-label={`${done} of ${agentsWords(agents.length)} done`}
    />
  )
}
