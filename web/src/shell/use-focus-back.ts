import { useEffect } from 'react'

const overlay = '[data-portal]'

/**
 * When a dialog is removed, returns the focus to the element that had it before: in the dialog below, if that is still
 * open, or else of the page, even if the dialog was opened from a menu that is closed by then. The library does so only
 * for dialogs that stay mounted.
 */
export function useFocusBack(): void {
  useEffect(() => {
    let before: HTMLElement | undefined
    // In overlays, since the page had the focus.
    let above: HTMLElement[] = []
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      if (target.closest(overlay)) {
        above = [...above.slice(-20), target]
        return
      }
      above = []
      before = target
    }
    const observer = new MutationObserver((changes) => {
      const lost = !document.activeElement || document.activeElement === document.body
      if (!lost || !changes.some(takesDialogAway)) return
      const back = above.findLast((each) => each.isConnected && each.checkVisibility()) ?? before
      if (back?.isConnected) back.focus({ preventScroll: true })
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
