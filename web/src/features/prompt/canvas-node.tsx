import { Badge, useDirection } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Handle, type Node, type NodeProps, Position, useConnection } from '@xyflow/react'
import { type KeyboardEvent, memo } from 'react'
import { t } from '../../design/language.ts'
import styles from './canvas.module.css'
import { useCanvasActions } from './canvas-actions.ts'
import { CanvasExit, type ShownExit } from './canvas-exit.tsx'
import type { Place } from './canvas-layout.ts'
import type { Direction } from './canvas-neighbours.ts'
import { canBeLedTo } from './flow.ts'
import { familyOf } from './node-family.ts'
import { NodeIcon } from './node-icon.tsx'
import { wordsOf } from './node-words.ts'

const keyStep = 20
const arrows: Record<string, Place & { towards: Direction }> = {
  ArrowLeft: { x: -keyStep, y: 0, towards: 'left' },
  ArrowRight: { x: keyStep, y: 0, towards: 'right' },
  ArrowUp: { x: 0, y: -keyStep, towards: 'up' },
  ArrowDown: { x: 0, y: keyStep, towards: 'down' },
}

export type CanvasCard = Node<
  {
    node: AgentNode
    /** Whether the inspector shows it. */
    shown: boolean
    reached: boolean
    faulty: boolean
    /** Whether the test conversation has passed it, and whether with its newest reply. */
    way: 'now' | 'before' | undefined
    /** Whether a search has found it; undefined while nothing is searched for. */
    found: boolean | undefined
    summary: string
    exits: readonly ShownExit[]
  },
  'card'
>

/**
 * A node on the canvas. A click or Enter opens it; dragging or Alt with an arrow key moves it; an arrow key goes to the
 * next one, Delete removes it.
 */
export const CanvasNode = memo(function CanvasNode({ id, data, selected }: NodeProps<CanvasCard>) {
  const { node, faulty } = data
  const words = wordsOf(node.type)
  const { open, move, remove, step } = useCanvasActions()
  const { dir } = useDirection()
  const aimed = useConnection(({ isValid, toNode }) => isValid === true && toNode?.id === id)

  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    const removes = event.key === 'Delete' || event.key === 'Backspace'
    if (!by && !removes) return
    event.preventDefault()
    if (!by) remove(id)
    else if (event.altKey) move(id, by)
    else step(id, by.towards)
  }

  return (
    <div
      className={styles.node}
      dir={dir}
      data-node={node.id}
      data-family={familyOf(node.type)}
      data-shown={data.shown || undefined}
      data-selected={selected || undefined}
      data-aimed={aimed || undefined}
      data-faulty={faulty || undefined}
      data-note={node.type === 'note' || undefined}
      data-way={data.way}
      data-found={data.found}
    >
      <button
        type="button"
        className={styles.about}
        // A press of Enter or Space has no pointer, so it counts no clicks.
        onClick={(event) => {
          if (!event.shiftKey && !event.ctrlKey && !event.metaKey) open(id, event.detail === 0)
        }}
        onKeyDown={onKeyDown}
      >
        <span className={styles.head}>
          <NodeIcon type={node.type} />
          <span className={styles.names}>
            <span className={styles.title}>{node.title ?? words.label}</span>
            {node.title && <span className={styles.kind}>{words.label}</span>}
          </span>
          {faulty && (
            <IconAlertTriangle size={16} className={styles.warn} aria-label={t('Needs attention')} />
          )}
          {!faulty && !data.reached && (
            <Badge size="xs" color="yellow" variant="light">
              {t('Unreachable')}
            </Badge>
          )}
        </span>
        <span className={styles.says} dir="auto">
          {data.summary || words.does}
        </span>
      </button>
      {data.exits.map((exit, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: exits have no id, only an index
        <CanvasExit key={nth} nodeId={id} nth={nth} exit={exit} />
      ))}
      {canBeLedTo(node) && (
        <Handle type="target" position={Position.Left} isConnectableStart={false} className={styles.target} />
      )}
    </div>
  )
})
