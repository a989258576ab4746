import { Button, NativeSelect, Popover, Stack } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconUnlink } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './canvas.module.css'
import type { Place } from './canvas-layout.ts'
import { canBeLedTo, type Target } from './flow.ts'

/** Less than this is a click that shook. */
const leastMove = 4

/**
 * A way out of a node. Dragged onto another node, by mouse, pen or finger, it leads there from now on; clicked, or
 * with Enter, it lets one choose from a list; Delete makes it lead nowhere.
 */
export function CanvasExit(props: {
  target: Target
  nodes: readonly AgentNode[]
  onLead: (to: string | undefined) => void
  /** It is dragged; where the pointer is on the screen. */
  onDraw: (at: Place) => void
  /** It was let go there, or taken back. */
  onDrawn: (at: Place | undefined) => void
}) {
  const { target, nodes, onLead } = props
  const [choosing, setChoosing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const drag = useRef<{ from: Place; moved: boolean }>(undefined)
  const leads = nodes.find(({ id }) => id === target.to)

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: { x: event.clientX, y: event.clientY }, moved: false }
  }
  const onPointerMove = (event: PointerEvent) => {
    const { current } = drag
    if (!current) return
    const { clientX: x, clientY: y } = event
    if (!current.moved && Math.hypot(x - current.from.x, y - current.from.y) < leastMove) return
    current.moved = true
    props.onDraw({ x, y })
  }
  const letGo = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (drag.current?.moved) props.onDrawn({ x, y })
  }
  const takeBack = () => {
    if (drag.current?.moved) props.onDrawn(undefined)
    drag.current = undefined
  }
  const onClick = () => {
    if (!drag.current?.moved) setChoosing(true)
    drag.current = undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') takeBack()
    if ((event.key === 'Delete' || event.key === 'Backspace') && target.to !== undefined) onLead(undefined)
  }
  const close = () => {
    // The list first gives up the focus that it holds.
    flushSync(() => setChoosing(false))
    button.current?.focus()
  }

  return (
    <span className={styles.way}>
      <button
        ref={button}
        type="button"
        className={styles.exit}
        data-open={leads === undefined || undefined}
        aria-label={`${target.label}, leads ${leads ? `to ${nodeName(leads)}` : 'nowhere'}`}
        aria-haspopup="dialog"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={takeBack}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {target.label}
      </button>
      {choosing && (
        <Popover opened onDismiss={close} position="right" width={260} shadow="md" trapFocus withArrow>
          <Popover.Target>
            <span className={styles.anchor} />
          </Popover.Target>
          <Popover.Dropdown aria-label={`Where “${target.label}” leads`}>
            <Stack gap="xs">
              <NativeSelect
                label={`“${target.label}” leads to`}
                data-autofocus
                value={target.to ?? ''}
                data={[
                  { value: '', label: 'Nowhere: waits for the visitor' },
                  ...nodes.filter(canBeLedTo).map((node) => ({ value: node.id, label: nodeName(node) })),
                ]}
                onChange={(event) => onLead(event.currentTarget.value || undefined)}
              />
              {leads && (
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  leftSection={<IconUnlink size={15} />}
                  onClick={() => {
                    onLead(undefined)
                    close()
                  }}
                >
                  Remove this way
                </Button>
              )}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  )
}
