import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Asks before what can't be undone. Its text says what goes; nothing happens by Enter alone. */
export function AskBefore(props: {
  title: string
  children: ReactNode
  /** On the red button: what will be done. */
  act: string
  pending?: boolean
  onAct: () => void
  onClose: () => void
}) {
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <Text component="div">{props.children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={props.onAct} loading={props.pending ?? false}>
          {props.act}
        </Button>
      </Group>
    </Modal>
  )
}
