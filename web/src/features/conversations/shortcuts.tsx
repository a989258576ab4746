import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../design/language.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { shortcuts } from './conversation-words.ts'

export function Shortcuts(props: { opened: boolean; onClose: () => void }) {
  const may = useMay()
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t('Keyboard shortcuts')} size="sm">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {shortcuts
          .filter(([, what]) => what !== 'Assign' || may('conversation.assign'))
          .map(([keys, what]) => (
            <Group component="li" key={what} justify="space-between" wrap="nowrap">
              <Text>{t(what)}</Text>
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
