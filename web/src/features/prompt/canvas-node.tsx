import { Badge, Text, ThemeIcon } from '@mantine/core'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import styles from './canvas.module.css'
import { cardWidth, heightOf, type Place } from './canvas-layout.ts'
import { summaryOf } from './node-summary.ts'
import { wordsOf } from './node-words.ts'

/** Less than this is a click that shook. */
const leastMove = 4
const keyStep = 20
const arrows: Record<string, Place> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}

/** A node on the canvas: opened by a click or Enter, moved by dragging or Alt and an arrow. */
export function CanvasNode(props: {
  node: AgentNode
  at: Place
  zoom: number
  shown: boolean
  reached: boolean
  problems: readonly FlowProblem[]
  toolName: (id: string) => string | undefined
  onOpen: () => void
  /** By how much since it was last told. */
  onMove: (by: Place) => void
  /** It was let go; `by` where it was moved at once. */
  onMoved: (by: Place) => void
  /** A way is being drawn to it. */
  aimedAt: boolean
  /** Its ways out. */
  children: ReactNode
}) {
  const { node, at, zoom } = props
  const words = wordsOf(node.type)
  const faulty = props.problems.some(({ level }) => level === 'error')
  const drag = useRef<{ last: Place; moved: boolean }>(undefined)

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    // A finger scrolls.
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { last: { x: event.clientX, y: event.clientY }, moved: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const { current } = drag
    if (!current) return
    const by = { x: event.clientX - current.last.x, y: event.clientY - current.last.y }
    if (!current.moved && Math.hypot(by.x, by.y) < leastMove) return
    drag.current = { last: { x: event.clientX, y: event.clientY }, moved: true }
    props.onMove({ x: by.x / zoom, y: by.y / zoom })
  }
  const onPointerUp = () => {
    if (drag.current?.moved) props.onMoved({ x: 0, y: 0 })
  }
  const onClick = () => {
    if (!drag.current?.moved) props.onOpen()
    drag.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    props.onMoved(by)
  }

  return (
    <div
      className={styles.node}
      style={{ left: at.x, top: at.y, width: cardWidth, height: heightOf(node) }}
      data-node={node.id}
      data-shown={props.shown || undefined}
      data-aimed={props.aimedAt || undefined}
      data-faulty={faulty || undefined}
      data-note={node.type === 'note' || undefined}
    >
      <button
        type="button"
        className={styles.about}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <span className={styles.head}>
          <ThemeIcon variant="light" size={32} aria-hidden color={faulty ? 'red' : undefined}>
            <words.icon size={18} stroke={1.75} />
          </ThemeIcon>
          <span className={styles.names}>
            <Text span fw={500} truncate="end" display="block">
              {node.title ?? words.label}
            </Text>
            {node.title && (
              <Text span size="xs" c="dimmed" display="block">
                {words.label}
              </Text>
            )}
          </span>
          {faulty && <IconAlertTriangle size={16} className={styles.warn} aria-label="Needs attention" />}
          {!faulty && !props.reached && (
            <Badge size="xs" color="yellow" variant="light">
              Not reached
            </Badge>
          )}
        </span>
        <Text span size="xs" c="dimmed" lineClamp={2} className={styles.says}>
          {summaryOf(node, props.toolName) || words.does}
        </Text>
      </button>
      {props.children}
    </div>
  )
}
