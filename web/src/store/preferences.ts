import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type Preferences = {
  sideNavCollapsed: boolean
  /** Within an agent, whose own navigation needs the room. */
  sideNavCollapsedInAgent: boolean
  agentNavCollapsed: boolean
  /** The pages of an agent stand in a column or in a row. */
  agentNavLayout: 'vertical' | 'horizontal'
  /** Within an agent, its page has the room of the side nav too. */
  agentFullScreen: boolean
  /** In the inbox, whose transcripts need the room of both navigations. */
  navCollapsedInInbox: boolean
  /** The pane with the visitor's details, where there is room for it. */
  visitorDetailsHidden: boolean
  /** Names of the collapsed groups of the side nav. */
  closedNavGroups: readonly string[]
  soundMuted: boolean
  /** Of the inspector beside the canvas, in px. */
  inspectorWidth: number
}
const storageKey = 'parley_preferences'

const defaults: Preferences = {
  sideNavCollapsed: false,
  sideNavCollapsedInAgent: true,
  agentNavCollapsed: false,
  agentNavLayout: 'vertical',
  agentFullScreen: false,
  navCollapsedInInbox: true,
  visitorDetailsHidden: false,
  closedNavGroups: [],
  soundMuted: false,
  inspectorWidth: 380,
}

const slice = createSlice({
  name: 'preferences',
  initialState: stored,
  reducers: {
    preferred(state, action: PayloadAction<Partial<Preferences>>) {
      Object.assign(state, action.payload)
    },
  },
})

export const { preferred } = slice.actions
export const preferences = slice.reducer

export function storePreferences(state: Preferences): void {
  localStorage.setItem(storageKey, JSON.stringify(state))
}

function stored(): Preferences {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof found === 'object' ? { ...defaults, ...found } : defaults
  } catch {
    return defaults
  }
}
