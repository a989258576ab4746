import type { ProblemAnywhere } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { expect, it } from 'vitest'
import { sharedProblems } from './shared-problems.ts'

const missing = (agentId: string, modelId: string, dialog = false): ProblemAnywhere => ({
  ...{ agentId, agentTitle: agentId.toUpperCase(), dialog },
  problem: { kind: 'no-model', modelId },
})

it('shows a missing model once with its agents, and all other problems by themselves', () => {
  const failed: ProblemAnywhere = {
    ...{ agentId: 'a', agentTitle: 'A', dialog: false },
    problem: { kind: 'replies', reason: 'time-out', messages: 1, at: '' },
  }
  const items = [
    missing('a', 'm'),
    failed,
    missing('b', 'n'),
    missing('c', 'm'),
    failed,
    missing('d', 'm', true),
  ]
  expect(sharedProblems(items).map(({ agentTitles }) => agentTitles)).toEqual([
    ['A', 'C'],
    ['A'],
    ['B'],
    ['A'],
    ['D'],
  ])
})
