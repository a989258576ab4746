import { useCallback, useState } from 'react'

/**
 * Creates a hook whose state is kept after its component unmounts, so that input survives closing a drawer or changing
 * the page.
 */
export function keptState<Value>() {
  const kept = new Map<string, Value>()
  return function useKept(key: string, initial: Value): [Value, (next: Value) => void] {
    const [value, setValue] = useState<Value>(() => kept.get(key) ?? initial)
    const keep = useCallback(
      (next: Value) => {
        kept.set(key, next)
        setValue(next)
      },
      [key],
    )
    return [value, keep]
  }
}
