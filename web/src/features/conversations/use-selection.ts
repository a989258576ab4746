import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Whether the rows show their checkboxes. */
  choosing: boolean
  choose(): void
  /** `range`: also selects all rows between this one and the last toggled one. */
  toggle(id: string, range: boolean): void
  all(): void
  clear(): void
}

/**
 * The selected rows of a list. Rows that leave the list are deselected; another list starts with an empty selection.
 */
export function useSelection(present: readonly string[], list: string): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [choosing, setChoosing] = useState(false)
  const order = useRef(present)
  order.current = present
  const last = useRef<string>(undefined)

  const clear = useCallback(() => {
    setChosen(new Set())
    setChoosing(false)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is cleared when the list changes
  useEffect(clear, [list])

  const toggle = useCallback((id: string, range: boolean) => {
    const ids = order.current
    const from = range && last.current ? ids.indexOf(last.current) : -1
    const to = ids.indexOf(id)
    last.current = id
    setChosen((before) => {
      const after = new Set(before)
      if (from >= 0 && to >= 0)
        for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) after.add(each)
      else if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])

  const ids = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(present.filter((id) => chosen.has(id)))),
    [chosen, present],
  )
  return {
    ids,
    choosing: choosing || ids.size > 0,
    choose: () => setChoosing(true),
    toggle,
    all: () => setChosen(new Set(order.current)),
    clear,
  }
}
