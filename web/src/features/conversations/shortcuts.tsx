import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'

const shortcuts: readonly [keys: string[], what: string][] = [
  [['j', 'k'], 'Next and previous conversation'],
  [['Enter', 'r'], 'Write a reply'],
  [['n'], 'Write a note'],
  [['e'], 'Resolve or reopen'],
  [['a'], 'Assign'],
  [['u'], 'Mark as unread or read'],
  [['x'], 'Select'],
  [['/'], 'Search'],
  [['['], 'Expand or collapse the navigation'],
  [[']'], 'Show or hide visitor details'],
  [['Esc'], 'Leave the field, clear the selection, close'],
  [['Ctrl + Enter'], 'Send'],
  [['?'], 'Show keyboard shortcuts'],
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
