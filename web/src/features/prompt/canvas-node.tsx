import { Badge, Text, ThemeIcon } from '@mantine/core'
import type { FlowProblem } from '@parley/contracts/agent/flow-problems.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position, useConnection } from '@xyflow/react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './canvas.module.css'
import type { Place } from './canvas-layout.ts'
import { canBeLedTo } from './flow.ts'
import { summaryOf } from './node-summary.ts'
import { wordsOf } from './node-words.ts'

const keyStep = 20
const arrows: Record<string, Place> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
}

export type CanvasCard = Node<
  {
    node: AgentNode
    shown: boolean
    reached: boolean
    problems: readonly FlowProblem[]
    toolName: (id: string) => string | undefined
    onOpen: () => void
    onMove: (by: Place) => void
    /** The exits of the node. */
    exits: ReactNode
  },
  'card'
>

/** A node on the canvas. A click or Enter opens it; dragging or Alt with an arrow key moves it. */
export function CanvasNode({ id, data }: NodeProps<CanvasCard>) {
  const { node } = data
  const words = wordsOf(node.type)
  const faulty = data.problems.some(({ level }) => level === 'error')
  const aimed = useConnection(({ isValid, toNode }) => isValid === true && toNode?.id === id)

  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    data.onMove(by)
  }

  return (
    <div
      className={styles.node}
      data-node={node.id}
      data-shown={data.shown || undefined}
      data-aimed={aimed || undefined}
      data-faulty={faulty || undefined}
      data-note={node.type === 'note' || undefined}
    >
      <button type="button" className={styles.about} onClick={data.onOpen} onKeyDown={onKeyDown}>
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
          {!faulty && !data.reached && (
            <Badge size="xs" color="yellow" variant="light">
              Not reached
            </Badge>
          )}
        </span>
        <Text span size="xs" c="dimmed" lineClamp={2} className={styles.says}>
          {summaryOf(node, data.toolName) || words.does}
        </Text>
      </button>
      {data.exits}
      {canBeLedTo(node) && (
        <Handle type="target" position={Position.Left} isConnectableStart={false} className={styles.target} />
      )}
    </div>
  )
}
