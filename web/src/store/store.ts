import { configureStore } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import { drafts } from './drafts.ts'
import { flowChecks } from './flow-checks.ts'
import { flowHistory } from './flow-history.ts'
import { preferences, storePreferences } from './preferences.ts'

/** State of the interface and unpublished drafts. Server data is in the query client. */
export const store = configureStore({ reducer: { drafts, flowChecks, flowHistory, preferences } })

let remembered = store.getState().preferences
store.subscribe(() => {
  const { preferences: now } = store.getState()
  if (now !== remembered) storePreferences(now)
  remembered = now
})

export type StoreState = ReturnType<typeof store.getState>
export const useStoreDispatch = useDispatch.withTypes<typeof store.dispatch>()
export const useStoreState = useSelector.withTypes<StoreState>()
