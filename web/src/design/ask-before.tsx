import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from './language.ts'

/** Asks for confirmation of an action that cannot be undone. Names what is deleted; Enter alone does not confirm. */
export function AskBefore(props: {
  title: string
  children: ReactNode
  /** Label of the red button: the action. */
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
          {t('Cancel')}
        </Button>
        <Button color="red" onClick={props.onAct} loading={props.pending ?? false}>
          {props.act}
        </Button>
      </Group>
    </Modal>
  )
}
