import type { AgentDocument } from '@parley/contracts/agent/document.ts'

export const leastChunkSize = 1000

/** What must be put right before an agent can be published, by field, in the specification's words. */
export function problemsOf(agent: AgentDocument): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!agent.title?.trim()) problems.title = 'Please provide a name for the agent.'
  const { maxChunkSize } = agent.vgOptions ?? {}
  if (maxChunkSize !== undefined && maxChunkSize < leastChunkSize)
    problems.maxChunkSize = 'Max chunk size must be greater than 1000'
  for (const node of agent.nodes ?? []) {
    const problem = nodeProblem(node)
    if (problem) problems[`nodes.${node.id}`] = problem
  }
  return problems
}

const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

export function nodeProblem(node: NonNullable<AgentDocument['nodes']>[number]): string | undefined {
  if ((node.type === 'question' || node.type === 'set-variable') && !variableName.test(node.variable))
    return 'Use letters, digits and _ for a variable name'
  if (node.type === 'condition' && node.branches.some((branch) => !variableName.test(branch.test.variable)))
    return 'Use letters, digits and _ for a variable name'
  if (node.type === 'buttons' && node.buttons.some((button) => button.label.trim() === ''))
    return 'Every button needs a label'
  return undefined
}
