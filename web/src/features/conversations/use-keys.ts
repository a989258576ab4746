import { useEffect, useRef } from 'react'

// A dialog closes by Esc wherever the focus is, and is gone when the press comes to the page: so it is looked for
// before anybody else hears of the press.
let dialogWasOpen = false
window.addEventListener(
  'keydown',
  () => {
    dialogWasOpen = document.querySelector('[aria-modal=true]') !== null
  },
  true,
)

/** Single keys, pressed outside of fields, menus and dialogs; Enter only where it would do nothing else. */
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
