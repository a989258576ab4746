import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { scrollable } from './scrollable.ts'
import styles from './virtual-rows.module.css'

/** Rows beyond the edges that are kept ready, so that fast scrolling shows no gap. */
const AHEAD = 8

/**
 * A list of rows of one height, of which only those in sight are in the page: ten thousand scroll like ten.
 * `onNearEnd` is called when the last loaded rows come near; `reveal` names a row to bring into sight.
 */
export function VirtualRows<Item>(props: {
  items: readonly Item[]
  keyOf: (item: Item) => string
  rowHeight: number
  label: string
  render: (item: Item) => ReactNode
  end?: ReactNode
  reveal?: number
  onNearEnd?: () => void
}) {
  const { items, rowHeight, reveal, onNearEnd } = props
  const box = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ first: 0, last: 30 })

  const look = useCallback(() => {
    const { current } = box
    if (!current) return
    const first = Math.max(0, Math.floor(current.scrollTop / rowHeight) - AHEAD)
    const last = Math.ceil((current.scrollTop + current.clientHeight) / rowHeight) + AHEAD
    setSight((before) => (before.first === first && before.last === last ? before : { first, last }))
  }, [rowHeight])

  useLayoutEffect(() => {
    look()
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [look])

  useLayoutEffect(() => {
    const { current } = box
    if (!current || reveal === undefined || reveal < 0) return
    const top = reveal * rowHeight
    if (top < current.scrollTop) current.scrollTop = top
    else if (top + rowHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = top + rowHeight - current.clientHeight
  }, [reveal, rowHeight])

  useEffect(() => {
    if (sight.last >= items.length - 20) onNearEnd?.()
  }, [sight.last, items.length, onNearEnd])

  return (
    <div ref={box} className={styles.box} onScroll={look} {...scrollable}>
      <ul className={styles.rows} style={{ height: items.length * rowHeight }} aria-label={props.label}>
        {items.slice(sight.first, sight.last).map((item, nth) => (
          <li
            key={props.keyOf(item)}
            className={styles.row}
            style={{ height: rowHeight, transform: `translateY(${(sight.first + nth) * rowHeight}px)` }}
            aria-setsize={items.length}
            aria-posinset={sight.first + nth + 1}
          >
            {props.render(item)}
          </li>
        ))}
      </ul>
      {props.end}
    </div>
  )
}
