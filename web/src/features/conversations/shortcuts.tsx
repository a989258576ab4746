import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'

const shortcuts: readonly [keys: string[], what: string][] = [
  [['j', 'k'], 'Next and previous conversation'],
  [['Enter', 'r'], 'Write a reply'],
  [['n'], 'Write a note'],
  [['e'], 'Resolve, or open again'],
  [['a'], 'Assign'],
  [['u'], 'Mark unread, or read'],
  [['x'], 'Choose for an action with many'],
  [['/'], 'Search'],
  [['Esc'], 'Leave the field, choose none, close'],
  [['Ctrl + Enter'], 'Send'],
  [['?'], 'This list'],
]

export function Shortcuts(props: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Keyboard shortcuts" size="sm">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {shortcuts.map(([keys, what]) => (
          <Group component="li" key={what} justify="space-between" wrap="nowrap">
            <Text>{what}</Text>
            <Group gap={4} wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
