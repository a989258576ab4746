import { useReducedMotion } from '@mantine/hooks'
import { useReactFlow, useStoreApi } from '@xyflow/react'
import { type RefObject, useCallback } from 'react'

const margin = 24
const panMs = 200
/** A node that is opened or found while its text is not legible is shown at `enlarged`. */
export const legible = { least: 0.6, enlarged: 0.8 }

export const isTooSmall = (zoom: number): boolean => zoom < legible.least

/**
 * Pans the canvas as little as needed, so that a node is in the part of it that `covering` does not cover. `centred`:
 * puts it into the middle of that part.
 */
export function useIntoView(covering: RefObject<HTMLElement | null>) {
  const { getInternalNode, setViewport } = useReactFlow()
  const store = useStoreApi()
  const still = useReducedMotion()
  return useCallback(
    (id: string, options: { centred?: boolean; enlarge?: boolean } = {}) => {
      const card = getInternalNode(id)
      const { transform, width, height, domNode } = store.getState()
      if (!card || !domNode || width === 0) return
      const [left, top, zoom] = transform
      const box = domNode.getBoundingClientRect()
      const cover = covering.current?.getBoundingClientRect()
      // A docked inspector is beside the canvas; a sheet covers its lower part.
      const covered =
        cover && cover.left < box.right - 1 && cover.right > box.left + 1
          ? Math.max(0, box.bottom - cover.top)
          : 0
      const seen = { width, height: height - covered }
      const isSmall = options.enlarge && isTooSmall(zoom)
      const now = isSmall ? legible.enlarged : zoom
      const { width: cardWidth = 0, height: cardHeight = 0 } = card.measured
      const { x, y } = card.internals.positionAbsolute
      const centred = options.centred || isSmall
      const shift = (at: number, size: number, room: number) => {
        const [from, to] = [at, at + size]
        if (centred) return (room - from - to) / 2
        if (size + 2 * margin > room || from < margin) return margin - from
        return Math.min(0, room - margin - to)
      }
      const origin = isSmall ? { x: 0, y: 0 } : { x: left, y: top }
      const by = {
        x: shift(x * now + origin.x, cardWidth * now, seen.width),
        y: shift(y * now + origin.y, cardHeight * now, seen.height),
      }
      if (by.x === 0 && by.y === 0 && !isSmall) return
      void setViewport(
        { x: origin.x + by.x, y: origin.y + by.y, zoom: now },
        still ? {} : { duration: panMs },
      )
    },
    [covering, getInternalNode, setViewport, still, store],
  )
}
