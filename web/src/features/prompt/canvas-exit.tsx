import { Button, NativeSelect, Popover, Stack, VisuallyHidden } from '@mantine/core'
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import { IconUnlink } from '@tabler/icons-react'
import { Handle, Position, useOnViewportChange } from '@xyflow/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../design/language.ts'
import styles from './canvas.module.css'
import { useCanvasActions } from './canvas-actions.ts'
import { canBeLedTo, targetsOf } from './flow.ts'

/** `leads`: the name of the target, undefined if there is none. `back`: whether the target is to the left. */
export type ShownExit = { label: string; leads: string | undefined; back: boolean }

/**
 * An exit of a node: its label and the name of its target in one row. Dragging it onto another node by mouse, pen or
 * touch connects it there. A click or Enter opens a list of targets; Delete removes the connection.
 */
export function CanvasExit(props: { nodeId: string; nth: number; exit: ShownExit }) {
  const { nodeId, nth } = props
  const { label, leads, back } = props.exit
  const { lead } = useCanvasActions()
  const [choosing, setChoosing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    if (leads !== undefined) lead(nodeId, nth, undefined)
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
        id={`${nth}`}
        position={Position.Right}
        isConnectableEnd={false}
        className={styles.source}
      >
        <button
          ref={button}
          type="button"
          className={styles.exit}
          data-open={leads === undefined || undefined}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
          onKeyDown={onKeyDown}
        >
          <span className={styles.exitLabel}>{label}</span>
          <VisuallyHidden>
            {leads === undefined ? ` ${t('leads nowhere')}` : ` ${t('leads to')} `}
          </VisuallyHidden>
          {leads !== undefined && (
            <>
              <span aria-hidden className={styles.exitArrow}>
                {back ? '↩' : '→'}
              </span>
              <span className={styles.exitTarget}>{leads}</span>
            </>
          )}
        </button>
      </Handle>
      {choosing && <TargetChoice {...props} onClose={close} />}
    </span>
  )
}

function TargetChoice(props: { nodeId: string; nth: number; exit: ShownExit; onClose: () => void }) {
  const { nodeId, nth, onClose } = props
  const { label, leads } = props.exit
  const { lead, nodes } = useCanvasActions()
  const source = nodes().find(({ id }) => id === nodeId)
  return (
    <Popover opened onDismiss={onClose} position="right" width={260} shadow="md" trapFocus withArrow>
      <Popover.Target>
        <span className={styles.anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Next node after “{label}”', { label })}>
        <WhenCanvasMoves act={onClose} />
        <Stack gap="xs">
          <NativeSelect
            label={t('“{label}” leads to', { label })}
            data-autofocus
            value={(source && targetsOf(source)[nth]?.to) ?? ''}
            data={[
              { value: '', label: t('Nowhere: waits for the visitor') },
              ...nodes()
                .filter(canBeLedTo)
                .map((node) => ({ value: node.id, label: nodeName(node, t) })),
            ]}
            onChange={(event) => lead(nodeId, nth, event.currentTarget.value || undefined)}
          />
          {leads !== undefined && (
            <Button
              variant="subtle"
              color="red"
              size="xs"
              leftSection={<IconUnlink size={15} />}
              onClick={() => {
                lead(nodeId, nth, undefined)
                onClose()
              }}
            >
              {t('Remove connection')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Closes the list when the canvas moves, because the list would no longer be at its exit. */
function WhenCanvasMoves(props: { act: () => void }) {
  useOnViewportChange({ onStart: props.act })
  return null
}
