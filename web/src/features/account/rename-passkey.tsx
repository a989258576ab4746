import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { client } from '../../server/client.ts'
import { usePasskeyChange } from './use-passkey-change.ts'

export function RenamePasskey(props: { passkey: { passkeyId: string; name: string }; onClose: () => void }) {
  const { passkeyId, name } = props.passkey
  const [typed, setTyped] = useState(name)
  const rename = usePasskeyChange((given: string) =>
    client.call('auth.renamePasskey', { params: { passkeyId }, body: { name: given } }).then(props.onClose),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') rename.setProblems({ name: 'Please enter a name.' })
    else rename.mutate(typed)
  }
  return (
    <Modal opened onClose={props.onClose} title="Rename passkey">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={60}
            value={typed}
            error={rename.problems.name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
