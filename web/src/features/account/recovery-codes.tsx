import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CopyWide } from '../../design/fields/copy-field.tsx'
import styles from './account.module.css'

/** Shown once: the server keeps only their hashes. Closes by its button alone, so that no slip loses them. */
export function RecoveryCodes(props: { title: string; codes: string[]; onClose: () => void }) {
  const text = props.codes.join('\n')
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text>
          Each of these codes signs you in once without the app, for example when your phone is lost. Keep
          them in a safe place, such as a password manager.
        </Text>
        <ul className={styles.codes} aria-label="Recovery codes">
          {props.codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="sm">
          <CopyWide value={text} label="Copy codes" />
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => download(text)}>
            Download
          </Button>
        </Group>
        <Alert variant="light" color="yellow">
          They are shown only now.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={props.onClose}>I saved them</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function download(codes: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${codes}\n`], { type: 'text/plain' }))
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
