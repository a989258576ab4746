import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { useMemo, useState } from 'react'
import { inFlowOrder } from './flow.ts'
import { nodesWith } from './flow-search.ts'

/** The search of the canvas. `show`: brings a node into view. */
export function useCanvasSearch(nodes: readonly AgentNode[], show: (id: string) => void) {
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const ids = useMemo(() => {
    if (typed === undefined || typed.trim() === '') return []
    const order = inFlowOrder(nodes.filter(({ type }) => type !== 'group')).map(({ node }) => node)
    return nodesWith(order, typed)
  }, [nodes, typed])
  const found = useMemo(
    () => (typed === undefined || typed.trim() === '' ? undefined : new Set(ids)),
    [ids, typed],
  )
  const go = (place: number) => {
    const id = ids[place]
    setAt(place)
    if (id !== undefined) show(id)
  }
  return {
    typed,
    /** Undefined while nothing is searched for. */
    found,
    ids,
    at: Math.min(at, Math.max(0, ids.length - 1)),
    open: () => setTyped((before) => before ?? ''),
    type(text: string) {
      setTyped(text)
      setAt(0)
      const order = inFlowOrder(nodes.filter(({ type }) => type !== 'group')).map(({ node }) => node)
      const [first] = nodesWith(order, text)
      if (first !== undefined) show(first)
    },
    step: (by: 1 | -1) => ids.length > 0 && go((at + by + ids.length) % ids.length),
    close: () => setTyped(undefined),
  }
}
