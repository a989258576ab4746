import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** A flow, and the published one at that time, so that undoing keeps what others published since. */
export type FlowStep = { nodes: AgentNode[]; published: AgentNode[] }
type Past = { past: FlowStep[]; future: FlowStep[]; nodeId?: string | undefined; at: number }
type HistoryState = Record<string, Past>
const initialState: HistoryState = {}

const mostSteps = 100
/** Changes of the same node within this time are one step, as when typing. */
const oneStepMs = 1_000

/** Undo and redo steps of the flow of each agent. */
const slice = createSlice({
  name: 'flowHistory',
  initialState,
  reducers: {
    /**
     * `before`: the flow before the change. `nodeId`: the edited node, absent if nodes are added or removed. `at` in
     * ms.
     */
    flowChanged(
      state,
      { payload }: PayloadAction<{ agentId: string; before: FlowStep; nodeId?: string; at: number }>,
    ) {
      const { agentId, before, nodeId, at } = payload
      const known = state[agentId]
      const goesOn = known && nodeId !== undefined && known.nodeId === nodeId && at - known.at < oneStepMs
      const past = goesOn ? known.past : [...(known?.past ?? []), before].slice(-mostSteps)
      state[agentId] = { past, future: [], nodeId, at }
    },
    flowUndone(state, { payload }: PayloadAction<{ agentId: string; now: FlowStep }>) {
      const known = state[payload.agentId]
      if (!known || known.past.length === 0) return
      const { past, future } = known
      state[payload.agentId] = { past: past.slice(0, -1), future: [...future, payload.now], at: 0 }
    },
    flowRedone(state, { payload }: PayloadAction<{ agentId: string; now: FlowStep }>) {
      const known = state[payload.agentId]
      if (!known || known.future.length === 0) return
      const { past, future } = known
      state[payload.agentId] = { past: [...past, payload.now], future: future.slice(0, -1), at: 0 }
    },
  },
})

export const { flowChanged, flowUndone, flowRedone } = slice.actions
export const flowHistory = slice.reducer
