/** What the canvas shows first. Pure; `box` is the element of the canvas. */
import type { Viewport } from '@xyflow/react'
import { cardWidth, type extentOf, type Place } from './canvas-layout.ts'
import { zoomLimits } from './canvas-zoom.tsx'
import { legible } from './use-into-view.ts'

const margin = 40
const phoneMargin = 12

export type Extent = NonNullable<ReturnType<typeof extentOf>>
/** Of a flow without nodes. */
export const nothing: Extent = { left: 0, top: 0, right: cardWidth, bottom: cardWidth }

/** Shows the whole flow. */
export function fitted(box: HTMLElement, extent: Extent): Viewport {
  const width = extent.right - extent.left
  const height = extent.bottom - extent.top
  const room = { width: box.clientWidth - 2 * margin, height: box.clientHeight - 2 * margin }
  const zoom = Math.min(1, Math.max(zoomLimits.least, Math.min(room.width / width, room.height / height)))
  const start = (from: number, size: number, has: number) =>
    margin + Math.max(0, (has - size * zoom) / 2) - from * zoom
  return {
    x: start(extent.left, width, room.width),
    y: start(extent.top, height, room.height),
    zoom,
  }
}

/**
 * Shows a node with legible text near the edge where the flow begins, with as much as fits of what follows it, and all
 * that is above and below if it fits. `isMirrored`: whether the flow begins at the right.
 */
export function enlarged(
  box: HTMLElement,
  { x, y }: Place,
  { top, bottom }: Extent,
  isMirrored: boolean,
): Viewport {
  const zoom = legible.enlarged
  const height = (bottom - top) * zoom
  const above =
    height <= box.clientHeight - 2 * margin
      ? (box.clientHeight - height) / 2 - top * zoom
      : Math.min(margin - top * zoom, box.clientHeight / 3 - y * zoom)
  const before = isMirrored ? box.clientWidth - margin - cardWidth * zoom : margin
  return { x: before - x * zoom, y: above, zoom }
}

/** Shows cards as wide as a phone, with this one at the top. */
export function asWide(box: HTMLElement, { x, y }: Place): Viewport {
  const zoom = Math.min(zoomLimits.most, (box.clientWidth - 2 * phoneMargin) / cardWidth)
  return { x: (box.clientWidth - cardWidth * zoom) / 2 - x * zoom, y: phoneMargin - y * zoom, zoom }
}
