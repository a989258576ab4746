import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { SettingRow, SettingSection } from '../../design/setting-row.tsx'
import { client } from '../../server/client.ts'
import { endSession } from '../../server/leaving.ts'
import { PasswordField } from './password.tsx'
import { useAccountChange } from './use-account-change.ts'

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
  const [password, setPassword] = useState('')
  const remove = useAccountChange((given: string) =>
    endSession(() => client.call('auth.deleteAccount', { body: { password: given } })),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') remove.setProblems({ password: 'Please enter your password.' })
    else remove.mutate(password)
  }
  return (
    <Modal opened onClose={props.onClose} title={`Delete the account ${props.email}?`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <List spacing={4}>
            <List.Item>All your sessions end, and nobody can sign in with this address any more.</List.Item>
            <List.Item>
              Your name, address and photo are erased for good, also where the history names you; it says
              “Former member” there.
            </List.Item>
            <List.Item>
              Workspaces that only you are in are deleted for good, with their agents, knowledge,
              conversations and leads. Agents on websites stop at once.
            </List.Item>
            <List.Item>If other people work in your workspace, transfer it to another owner first.</List.Item>
          </List>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={remove.problems.password}
            onChange={setPassword}
          />
          {remove.isPending && <Text c="dimmed">Erasing …</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={remove.isPending}>
              Delete account
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
