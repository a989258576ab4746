import { useReactFlow, useStoreApi } from '@xyflow/react'
import type { FocusEvent } from 'react'

/** Pans the canvas so that a card focused by keyboard is visible. */
export function useReveal(): (event: FocusEvent) => void {
  const { getInternalNode, setCenter } = useReactFlow()
  const store = useStoreApi()
  return ({ target }) => {
    const id = target.closest<HTMLElement>('[data-node]')?.dataset.node
    const card = id === undefined ? undefined : getInternalNode(id)
    if (!card || !target.matches(':focus-visible')) return
    const { transform, width, height } = store.getState()
    const [left, top, zoom] = transform
    const { width: cardWidth = 0, height: cardHeight = 0 } = card.measured
    const { x, y } = card.position
    const isInSight =
      x * zoom + left >= 0 &&
      y * zoom + top >= 0 &&
      (x + cardWidth) * zoom + left <= width &&
      (y + cardHeight) * zoom + top <= height
    if (!isInSight) void setCenter(x + cardWidth / 2, y + cardHeight / 2, { zoom })
  }
}
