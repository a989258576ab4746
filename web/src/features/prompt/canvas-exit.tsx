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
 * A way out of a node. Dragged onto another node, by mouse, pen or finger, it leads there from now on; clicked, or
 * with Enter, it lets one choose from a list; Delete makes it lead nowhere.
 */
export function CanvasExit(props: {
  target: Target
  nodes: readonly AgentNode[]
  /** Which way out of its node it is. */
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
    // The list first gives up the focus that it holds.
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

/** The list stands where the way out was: it closes when that moves. */
function WhenCanvasMoves(props: { act: () => void }) {
  useOnViewportChange({ onStart: props.act })
  return null
}
