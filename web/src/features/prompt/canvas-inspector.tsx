import { ActionIcon, CloseButton, Group, Stack, Text, Tooltip, useDirection } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type Ref, useState } from 'react'
import { t } from '../../design/language.ts'
import { preferred } from '../../store/preferences.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import styles from './canvas-inspector.module.css'
import { NodeEditor, onLeave } from './node-editor.tsx'
import { NodeIcon } from './node-icon.tsx'
import { wordsOf } from './node-words.ts'
import type { FlowEditing } from './use-flow.ts'

/** Widths of the inspector, in px. */
const widths = { least: 320, most: 720, step: 20 }

/**
 * Edits the selected node, beside the canvas; on small screens below it. Its edge is dragged, or moved by arrow
 * keys, to resize it; the width is remembered.
 */
export function CanvasInspector(props: {
  ref: Ref<HTMLElement>
  flow: FlowEditing
  node: AgentNode
  onClose: () => void
  onShow: (id: string) => void
}) {
  const { flow, node, onClose } = props
  const remembered = useStoreState((state) => state.preferences.inspectorWidth)
  const [dragged, setDragged] = useState<number>()
  const words = wordsOf(node.type)
  const name = nodeName(node, t)
  const fixed = node.type === 'start' || node.type === 'default'

  return (
    <aside
      ref={props.ref}
      className={styles.inspector}
      aria-label={name}
      style={{ ['--inspector-width' as string]: `${dragged ?? remembered}px` }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
    >
      <ResizeEdge width={dragged ?? remembered} onDrag={setDragged} />
      <Group className={styles.head} wrap="nowrap" gap="sm">
        <NodeIcon type={node.type} />
        <div className={styles.names}>
          <Text component="h2" fw={700} fz="md" lh="20px" truncate="end">
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate="end">
            {words.does}
          </Text>
        </div>
        {!fixed && (
          <>
            {node.type !== 'group' && (
              <Tooltip label={t('Duplicate')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('Duplicate')}
                  onClick={() => props.onShow(flow.duplicate(node))}
                >
                  <IconCopy size={18} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={node.type === 'group' ? t('Ungroup') : t('Remove')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={node.type === 'group' ? t('Ungroup') : t('Remove')}
                onClick={() => {
                  onClose()
                  flow.remove([node])
                }}
              >
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        <CloseButton aria-label={t('Close')} onClick={onClose} />
      </Group>
      <Stack
        gap="sm"
        className={styles.body}
        tabIndex={-1}
        data-part="node-fields"
        onBlur={onLeave(flow.check)}
      >
        <NodeEditor
          key={node.id}
          node={node}
          nodes={flow.nodes}
          problems={flow.problems.filter(({ nodeId }) => nodeId === node.id)}
          onChange={flow.change}
        />
      </Stack>
    </aside>
  )
}

function ResizeEdge(props: { width: number; onDrag: (width: number | undefined) => void }) {
  const dispatch = useStoreDispatch()
  const [from, setFrom] = useState<{ x: number; width: number }>()
  const within = (width: number) => Math.round(Math.min(widths.most, Math.max(widths.least, width)))
  const keep = (width: number) => dispatch(preferred({ inspectorWidth: within(width) }))
  const { dir } = useDirection()
  const outwards = dir === 'rtl' ? -1 : 1
  const widthAt = ({ clientX }: PointerEvent) => from && within(from.width + outwards * (from.x - clientX))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: widths.step, ArrowRight: -widths.step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    keep(props.width + outwards * by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is focusable, which <hr> is not
    <div
      role="separator"
      tabIndex={0}
      aria-label={t('Width of the inspector')}
      aria-orientation="vertical"
      aria-valuenow={props.width}
      aria-valuemin={widths.least}
      aria-valuemax={widths.most}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, width: props.width })
      }}
      onPointerMove={(event) => from && props.onDrag(widthAt(event))}
      onPointerUp={(event) => {
        const width = widthAt(event)
        if (width !== undefined) keep(width)
        props.onDrag(undefined)
        setFrom(undefined)
      }}
      onPointerCancel={() => {
        props.onDrag(undefined)
        setFrom(undefined)
      }}
    />
  )
}
