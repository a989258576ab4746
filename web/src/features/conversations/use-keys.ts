import { useEffect, useRef } from 'react'

// Esc closes a dialog wherever the focus is, before the event reaches the document. So the open dialog is detected in
// the capture phase, before other listeners run.
let dialogWasOpen = false
window.addEventListener(
  'keydown',
  () => {
    dialogWasOpen = document.querySelector('[aria-modal=true]') !== null
  },
  true,
)

/** Single-key shortcuts, ignored in fields, menus and dialogs. Enter is ignored on links and buttons. */
export function useKeys(keys: Record<string, () => void>): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const { target } = event
      if (!(target instanceof HTMLElement) || target.closest(busy)) return
      if (dialogWasOpen) return
      if (event.key === 'Enter' && target.closest('a, button')) return
      const act = current.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const busy =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'
