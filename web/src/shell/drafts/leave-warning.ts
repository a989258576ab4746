import { useEffect } from 'react'
import { useStoreState } from '../../store/store.ts'

/**
 * Makes the browser ask before it closes or reloads a page with unpublished edits. Navigation within the dashboard
 * keeps them.
 */
export function useLeaveWarning(): void {
  useWarningBeforeLeaving(useStoreState((state) => Object.keys(state.drafts).length > 0))
}

/** Makes the browser ask before it closes or reloads a page with edits. */
export function useWarningBeforeLeaving(edited: boolean): void {
  useEffect(() => {
    if (!edited) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [edited])
}
