import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../language.ts'

/**
 * Asks for confirmation of an action that takes effect at once. Names what is deleted or replaced; Enter alone does not
 * confirm.
 */
export function AskBefore(props: {
  title: string
  children: ReactNode
  /** Label of the button that confirms: the action. */
  act: string
  /** Whether it can be undone; the button is red otherwise. */
  undoable?: boolean
  pending?: boolean
  onAct: () => void
  onClose: () => void
}) {
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <Text component="div">{props.children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {t('Cancel')}
        </Button>
        <Button
          {...(props.undoable ? {} : { color: 'red' })}
          onClick={props.onAct}
          loading={props.pending ?? false}
        >
          {props.act}
        </Button>
      </Group>
    </Modal>
  )
}
