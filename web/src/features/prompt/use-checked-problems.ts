import { type FlowProblem, flowProblems } from '@parley/contracts/agent/flow-problems.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { useMemo, useState } from 'react'
import { t } from '../../design/language.ts'
import { useTools } from '../../server/tools.ts'
import { useStoreState } from '../../store/store.ts'

/**
 * Returns the problems of a flow that were there when it was last checked (`flowChecked`) and still are: a new problem is
 * not shown while its node is being edited, a solved one disappears at once.
 */
export function useCheckedProblems(agentId: string, nodes: readonly AgentNode[]): FlowProblem[] {
  const tools = useTools()
  const checks = useStoreState((state) => state.flowChecks[agentId] ?? 0)
  const problems = useMemo(
    () => flowProblems(nodes, { say: t, ...(tools.data && { toolIds: tools.data.map(({ id }) => id) }) }),
    [nodes, tools.data],
  )
  const now = `${agentId} ${checks} ${tools.data !== undefined}`
  const [last, setLast] = useState({ at: now, keys: keysOf(problems) })
  // Set while rendering, so that problems found by a check are shown at once.
  if (last.at !== now) setLast({ at: now, keys: keysOf(problems) })
  return useMemo(() => problems.filter((problem) => last.keys.has(keyOf(problem))), [problems, last])
}

const keysOf = (problems: readonly FlowProblem[]): ReadonlySet<string> => new Set(problems.map(keyOf))

const keyOf = ({ nodeId, level, key }: FlowProblem): string => `${nodeId} ${level} ${key}`
