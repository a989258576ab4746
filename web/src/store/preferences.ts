import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type Preferences = { sideNavCollapsed: boolean; agentNavCollapsed: boolean; soundMuted: boolean }
const storageKey = 'parley_preferences'

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
  const defaults = { sideNavCollapsed: false, agentNavCollapsed: false, soundMuted: false }
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof found === 'object' ? { ...defaults, ...found } : defaults
  } catch {
    return defaults
  }
}
