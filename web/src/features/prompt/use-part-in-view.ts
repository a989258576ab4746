import { useStore } from '@xyflow/react'

/** How far the canvas is drawn beyond what is in view, and after how much more of it, in px on the screen. */
const step = 400

/** A part of the canvas, in its own px. */
export type CanvasPart = { left: number; top: number; right: number; bottom: number }

/**
 * The part of the canvas that is in view, with a step around it. It changes only after the view has moved or grown by a
 * step, so that most frames draw nothing.
 */
export function usePartInView(): CanvasPart {
  const part = useStore(({ transform: [x, y, zoom], width, height }) => {
    // From afar a step is longer on the canvas. It stays the same while the canvas is zoomed a little.
    const by = step * 2 ** Math.ceil(-Math.log2(zoom))
    const before = (px: number) => (Math.floor(px / by) - 1) * by
    const after = (px: number) => (Math.ceil(px / by) + 1) * by
    return [before(-x / zoom), before(-y / zoom), after((width - x) / zoom), after((height - y) / zoom)].join(
      ' ',
    )
  })
  const [left = 0, top = 0, right = 0, bottom = 0] = part.split(' ').map(Number)
  return { left, top, right, bottom }
}
