import { useEffect } from 'react'

const overlay = '[data-portal]'

/**
 * When a dialog is removed, returns the focus to the element of the page that had it before, even if the dialog was
 * opened from a menu that is closed by then. The library does so only for dialogs that stay mounted.
 */
export function useFocusBack(): void {
  useEffect(() => {
    let before: HTMLElement | undefined
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(overlay)) before = target
    }
    const observer = new MutationObserver((changes) => {
      const lost = !document.activeElement || document.activeElement === document.body
      if (!lost || !before?.isConnected || !changes.some(takesDialogAway)) return
      before.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}

function takesDialogAway({ removedNodes }: MutationRecord): boolean {
  return Array.from(removedNodes).some(
    (node) =>
      node instanceof HTMLElement && (node.matches('[role=dialog]') || node.querySelector('[role=dialog]')),
  )
}
