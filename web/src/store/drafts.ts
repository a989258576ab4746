import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Edits, same } from './draft-comparison.ts'

type DraftsState = Record<string, Edits>
const initialState: DraftsState = {}

/** The unpublished edits of each agent. They survive every navigation and end with publishing or discarding. */
const slice = createSlice({
  name: 'drafts',
  initialState,
  reducers: {
    agentEdited(state, action: PayloadAction<{ agentId: string; edits: Edits }>) {
      state[action.payload.agentId] = { ...state[action.payload.agentId], ...action.payload.edits }
    },
    draftDiscarded(state, action: PayloadAction<{ agentId: string }>) {
      delete state[action.payload.agentId]
    },
    /** Forgets what was published; edits made while the call was under way stay. */
    draftPublished(state, action: PayloadAction<{ agentId: string; published: AgentDocument }>) {
      const edits = state[action.payload.agentId]
      if (!edits) return
      const published = new Map(Object.entries(action.payload.published))
      const left = Object.entries(edits).filter(([name, value]) => !same(value, published.get(name)))
      if (left.length === 0) delete state[action.payload.agentId]
      else state[action.payload.agentId] = Object.fromEntries(left)
    },
  },
})

export const { agentEdited, draftDiscarded, draftPublished } = slice.actions
export const drafts = slice.reducer
