import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CopyField } from '../../design/fields/copy-field.tsx'

/** The signing secret, which is shown once. */
export function SecretShown(props: { secret: string; replaced: boolean; onClose: () => void }) {
  return (
    <Modal opened onClose={props.onClose} title="Signing secret" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>
          Your server verifies with it that an event comes from here. Copy it now: it is not shown again.
        </Text>
        <CopyField value={props.secret} label="signing secret" />
        {props.replaced && (
          <Text c="dimmed">
            For 24 hours, events are signed with the former secret too, so that nothing is refused meanwhile.
          </Text>
        )}
        <Text c="dimmed" size="sm">
          Signatures follow{' '}
          <Anchor href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" inherit>
            Standard Webhooks
          </Anchor>
          ; there are libraries for most languages.
        </Text>
        <Group justify="flex-end">
          <Button onClick={props.onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
