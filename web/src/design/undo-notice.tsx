import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** Says what was done, with a way to take it back for as long as it is in sight. */
export function noticeWithUndo(message: string, onUndo: () => void): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            onUndo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    autoClose: 8000,
    color: 'teal',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}
