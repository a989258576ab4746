import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import { flowChanged, flowHistory, flowRedone, flowUndone } from './flow-history.ts'

const published: AgentNode[] = []
const flow = (text: string) => {
  const nodes: AgentNode[] = [{ id: 'm', type: 'message', text, position: { x: 0, y: 0 } }]
  return { nodes, published }
}
const changed = (text: string, at: number, nodeId?: string) =>
  flowChanged({ agentId: 'a1', before: flow(text), at, ...(nodeId ? { nodeId } : {}) })

it('undoes typing as one step and other changes one by one', () => {
  let state = flowHistory(undefined, changed('', 0, 'm'))
  state = flowHistory(state, changed('H', 300, 'm'))
  state = flowHistory(state, changed('Hi', 600, 'm'))
  state = flowHistory(state, changed('Hi!', 700))
  expect(state.a1?.past).toEqual([flow(''), flow('Hi!')])
  state = flowHistory(state, changed('Later', 5_000, 'm'))
  expect(state.a1?.past).toHaveLength(3)
})

it('undoes and redoes, and clears redo steps with the next change', () => {
  let state = flowHistory(undefined, changed('one', 0))
  state = flowHistory(state, flowUndone({ agentId: 'a1', now: flow('two') }))
  expect(state.a1).toMatchObject({ past: [], future: [flow('two')] })
  expect(flowHistory(state, flowUndone({ agentId: 'a1', now: flow('one') }))).toEqual(state)
  const forth = flowHistory(state, flowRedone({ agentId: 'a1', now: flow('one') }))
  expect(forth.a1).toMatchObject({ past: [flow('one')], future: [] })
  expect(flowHistory(state, changed('one', 9)).a1?.future).toEqual([])
})
