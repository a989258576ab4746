import { Button, NativeSelect, Popover, Stack } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { IconUnlink } from '@tabler/icons-react'
import { Handle, Position, useOnViewportChange } from '@xyflow/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './canvas.module.css'
import { canBeLedTo, type Target } from './flow.ts'

/**
 * An exit of a node. Dragging it onto another node by mouse, pen or touch connects it there. A click or Enter opens a
 * list of targets; Delete removes the connection.
 */
export function CanvasExit(props: {
  target: Target
  nodes: readonly AgentNode[]
  /** Index of the exit within its node. */
  nth: number
  onLead: (to: string | undefined) => void
}) {
  const { target, nodes, onLead } = props
  const [choosing, setChoosing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const leads = nodes.find(({ id }) => id === target.to)

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Delete' || event.key === 'Backspace') && target.to !== undefined) onLead(undefined)
  }
  const close = () => {
    // The list must release the focus first.
    flushSync(() => setChoosing(false))
    button.current?.focus()
  }

  return (
    <span className={styles.way}>
      <Handle
        type="source"
        id={`${props.nth}`}
        position={Position.Right}
        isConnectableEnd={false}
        className={styles.source}
      >
        <button
          ref={button}
          type="button"
          className={styles.exit}
          data-open={leads === undefined || undefined}
          aria-label={`${target.label}, leads ${leads ? `to ${nodeName(leads)}` : 'nowhere'}`}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
          onKeyDown={onKeyDown}
        >
          {target.label}
        </button>
      </Handle>
      {choosing && (
        <Popover opened onDismiss={close} position="right" width={260} shadow="md" trapFocus withArrow>
          <Popover.Target>
            <span className={styles.anchor} />
          </Popover.Target>
          <Popover.Dropdown aria-label={`Where “${target.label}” leads`}>
            <WhenCanvasMoves act={close} />
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

/** Closes the list when the canvas moves, because the list would no longer be at its exit. */
function WhenCanvasMoves(props: { act: () => void }) {
  useOnViewportChange({ onStart: props.act })
  return null
}
