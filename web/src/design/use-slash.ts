import { useEffect, useEffectEvent } from 'react'

/** Calls `act` when `/` is pressed outside of fields, menus and dialogs. */
export function useSlash(act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(busy)) return
    if (document.querySelector('[aria-modal=true]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const busy =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]'
