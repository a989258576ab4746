import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { t } from '../language.ts'

/** Confirms an action and offers to undo it while the notice is visible. */
export function noticeWithUndo(message: string, onUndo: () => void): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id)
            onUndo()
          }}
        >
          {t('Undo')}
        </Button>
      </Group>
    ),
    autoClose: 7000,
    color: 'teal',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('Close') },
  })
}
