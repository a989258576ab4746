import { useEffect, useRef } from 'react'

/** Single letters, pressed outside of fields, menus and dialogs. */
export function useKeys(keys: Record<string, () => void>): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const { target } = event
      if (!(target instanceof HTMLElement)) return
      if (
        target.closest(
          'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]',
        )
      )
        return
      const act = current.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
