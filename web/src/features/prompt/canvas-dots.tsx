import { memo } from 'react'
import styles from './canvas.module.css'
import { usePartInView } from './use-part-in-view.ts'

/** The dots behind the cards. They are moved together with the cards, so that panning does not draw them anew. */
export const CanvasDots = memo(function CanvasDots() {
  const { left, top, right, bottom } = usePartInView()
  return (
    <div
      aria-hidden
      className={styles.dots}
      style={{ left, top, width: right - left, height: bottom - top }}
    />
  )
})
