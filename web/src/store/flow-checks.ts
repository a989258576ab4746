import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

const initialState: Record<string, number> = {}

/** How many times the flow of each agent was checked: an editor was left, a connection changed, or it was published. */
const slice = createSlice({
  name: 'flowChecks',
  initialState,
  reducers: {
    flowChecked(state, { payload: agentId }: PayloadAction<string>) {
      state[agentId] = (state[agentId] ?? 0) + 1
    },
  },
})

export const { flowChecked } = slice.actions
export const flowChecks = slice.reducer
