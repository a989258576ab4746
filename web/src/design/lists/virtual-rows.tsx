import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { scrollable } from '../scrollable.ts'
import styles from './virtual-rows.module.css'

/** Rows rendered beyond the visible ones, so that fast scrolling shows no gap. */
const ahead = 8
/** More rows are requested when so few rows remain before the last loaded one. */
const nearEnd = 28

/**
 * A list of rows of equal height that renders only the visible ones. `onNearEnd` is called when the last loaded rows
 * come near; `reveal` names a row to scroll into view.
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
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: ahead,
  })

  useLayoutEffect(() => {
    if (reveal !== undefined && reveal >= 0) rows.scrollToIndex(reveal)
  }, [rows, reveal])

  // Without rows there is no range, but more may still be found.
  const last = rows.range?.endIndex ?? 0
  useEffect(() => {
    if (last >= items.length - nearEnd) onNearEnd?.()
  }, [last, items.length, onNearEnd])

  return (
    <div ref={box} className={styles.box} {...scrollable}>
      <ul className={styles.rows} style={{ height: rows.getTotalSize() }} aria-label={props.label}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={props.keyOf(item)}
              className={styles.row}
              style={{ height: size, transform: `translateY(${start}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              {props.render(item)}
            </li>
          )
        })}
      </ul>
      {props.end}
    </div>
  )
}
