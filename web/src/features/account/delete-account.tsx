import { Button, List, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { client } from '../../server/client.ts'
import { endSession } from '../../server/leaving.ts'
import { AccountFields, missingPassword, PasswordField, useAccountForm } from './account-form.tsx'

export function DeleteAccount(props: { email: string }) {
  const [asking, question] = useDisclosure(false)
  return (
    <SettingSection title="Danger zone">
      <SettingRow
        label="Delete your account"
        help="Permanently deletes your account and personal data. This can’t be undone."
        size="button"
      >
        <Button variant="outline" color="red" onClick={question.open}>
          Delete account
        </Button>
      </SettingRow>
      {asking && <Question email={props.email} onClose={question.close} />}
    </SettingSection>
  )
}

function Question(props: { email: string; onClose: () => void }) {
  const form = useAccountForm({
    initial: { password: '' },
    wrong: ({ password }) => ({ password: missingPassword(password) }),
    change: (body) => endSession(() => client.call('auth.deleteAccount', { body })),
  })
  return (
    <Modal opened onClose={props.onClose} title={`Delete the account ${props.email}?`}>
      <AccountFields form={form} act="Delete account" color="red" onCancel={props.onClose}>
        <List spacing={4}>
          <List.Item>All your sessions end, and nobody can sign in with this address any more.</List.Item>
          <List.Item>
            Your name, address and photo are erased for good, also where the history names you; it says
            “Former member” there.
          </List.Item>
          <List.Item>
            Workspaces that only you are in are deleted for good, with their agents, knowledge, conversations
            and leads. Agents on websites stop at once.
          </List.Item>
          <List.Item>If other people work in your workspace, transfer it to another owner first.</List.Item>
        </List>
        <PasswordField label="Your password" {...form.field('password')} />
        {form.pending && <Text c="dimmed">Erasing …</Text>}
      </AccountFields>
    </Modal>
  )
}
