import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { CopyField } from '../../design/fields/copy-field.tsx'

/** The text of a new access token, which is shown once. */
export function TokenShown(props: { token: string; onClose: () => void }) {
  return (
    <Modal opened onClose={props.onClose} title="Your access token" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>Copy it now and keep it where your server keeps its secrets: it is not shown again.</Text>
        <CopyField value={props.token} label="access token" />
        <Text c="dimmed" size="sm">
          Send it with each call as <Code>Authorization: Bearer …</Code>
        </Text>
        <Group justify="flex-end">
          <Button onClick={props.onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
