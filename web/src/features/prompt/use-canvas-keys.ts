import { useEffect, useRef } from 'react'

type Keys = {
  copy: () => string | undefined
  paste: (text: string) => boolean
  onCopied: () => void
  duplicate: () => void
  removeSelected: () => void
  selectAll: () => void
  group: () => void
  comment: () => void
  search: () => void
}

/**
 * Keys of the canvas, wherever the focus is except in text fields and dialogs: Ctrl/Cmd with C, X, V, D, A, G and F,
 * and C alone for a comment.
 */
export function useCanvasKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const copy = (event: ClipboardEvent) => {
      if (isElsewhere(event.target) || !document.getSelection()?.isCollapsed) return
      const text = latest.current.copy()
      if (text === undefined || !event.clipboardData) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', text)
      if (event.type === 'cut') latest.current.removeSelected()
      else latest.current.onCopied()
    }
    document.addEventListener('copy', copy, { signal })
    document.addEventListener('cut', copy, { signal })
    document.addEventListener(
      'paste',
      (event) => {
        if (isElsewhere(event.target)) return
        if (latest.current.paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
      },
      { signal },
    )
    document.addEventListener(
      'keydown',
      (event) => {
        const { key, altKey, shiftKey } = event
        if (event.defaultPrevented || altKey || shiftKey || isElsewhere(event.target)) return
        const withKey = event.ctrlKey || event.metaKey
        const { duplicate, selectAll, group, search, comment } = latest.current
        const act = withKey
          ? { d: duplicate, a: selectAll, g: group, f: search }[key.toLowerCase()]
          : { c: comment }[key]
        if (!act) return
        event.preventDefault()
        act()
      },
      { signal },
    )
    return () => end.abort()
  }, [])
}

/** Whether a key belongs to a text field, a dialog or a menu. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]') !== null
  )
}
