import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { flowProblems } from '@parley/contracts/agent/flow-problems.ts'
import { normalOrigin, originForm } from '@parley/contracts/agent/origin-spelling.ts'

export const leastChunkSize = 1000

/** Returns the problems to fix before an agent can be published, by field, in the words of the specification. */
export function problemsOf(agent: AgentDocument): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!agent.title?.trim()) problems.title = 'Please provide a name for the agent.'
  const { maxChunkSize } = agent.vgOptions ?? {}
  if (maxChunkSize !== undefined && maxChunkSize < leastChunkSize)
    problems.maxChunkSize = 'Max chunk size must be greater than 1000'
  if (agent.allowedOrigins?.some((entry) => normalOrigin(entry) === undefined))
    problems.allowedOrigins = originForm
  if (agent.enableNodes)
    for (const { nodeId, level, message } of flowProblems(agent.nodes ?? []))
      if (level === 'error') problems[nodeId === '' ? 'nodes' : `nodes.${nodeId}`] ??= message
  return problems
}
