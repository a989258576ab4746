import { useDirection } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { t } from '../../design/language.ts'
import styles from './canvas.module.css'
import { useCanvasActions } from './canvas-actions.ts'
import { extentOf, type Place } from './canvas-layout.ts'
import type { Mirror } from './canvas-mirror.ts'
import type { NodeOf } from './node-inputs.tsx'

/** Space around the cards of a group, in px; above them its title too. */
const space = { side: 24, title: 32 }

export type GroupFrame = Node<{ node: NodeOf<'group'>; shown: boolean }, 'frame'>

/** The frames of all groups around their cards; none around cards that are not there. */
export function framesOf(
  nodes: readonly AgentNode[],
  places: ReadonlyMap<string, Place>,
  shownId: string | undefined,
  mirror: Mirror,
): GroupFrame[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return nodes.flatMap((node) => {
    if (node.type !== 'group') return []
    const members = node.nodeIds.flatMap((id) => byId.get(id) ?? []).filter(({ type }) => type !== 'group')
    const box = extentOf(members, places)
    if (!box) return []
    const width = box.right - box.left + 2 * space.side
    const height = box.bottom - box.top + 2 * space.side + space.title
    return [
      {
        id: node.id,
        type: 'frame' as const,
        position: mirror({ x: box.left - space.side, y: box.top - space.side - space.title }, width),
        width,
        height,
        measured: { width, height },
        // Beneath the lines, which are beneath the cards.
        zIndex: -2,
        selectable: false,
        dragHandle: `.${styles.frameTitle}`,
        ariaRole: 'group' as const,
        data: { node, shown: node.id === shownId },
      },
    ]
  })
}

/** A frame around the nodes of a group. Its title opens it; dragging the title moves all of them. */
export const CanvasFrame = memo(function CanvasFrame({ data }: NodeProps<GroupFrame>) {
  const { node, shown } = data
  const { open, remove } = useCanvasActions()
  const { dir } = useDirection()
  return (
    <div className={styles.frame} dir={dir} data-group={node.id} data-shown={shown || undefined}>
      <button
        type="button"
        className={styles.frameTitle}
        onClick={(event) => open(node.id, event.detail === 0)}
        onKeyDown={({ key }) => key === 'Delete' && remove(node.id)}
      >
        {nodeName(node, t)}
      </button>
    </div>
  )
})
