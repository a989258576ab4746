import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { browserName } from '../../design/browser-name.ts'
import { PasswordField } from './password.tsx'
import { usePasskeyChange } from './use-passkey-change.ts'

/** Name and password, then the browser's own question. */
export function AddPasskey(props: { onClose: () => void }) {
  const [typed, setTyped] = useState({ name: browserName(navigator.userAgent), password: '' })
  const add = usePasskeyChange(async (given: typeof typed) => {
    const { createPasskey } = await import('./create-passkey.ts')
    if (await createPasskey(given)) props.onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.name.trim() === '') add.setProblems({ name: 'Please enter a name.' })
    else if (typed.password === '') add.setProblems({ password: 'Please enter your password.' })
    else add.mutate(typed)
  }
  return (
    <Modal opened onClose={props.onClose} title="Add a passkey">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>Next, your browser asks where to keep the passkey: on this device, a phone or a key.</Text>
          <TextInput
            label="Name"
            description="Tells you later which one it is"
            maxLength={60}
            value={typed.name}
            error={add.problems.name}
            onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
          />
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            value={typed.password}
            error={add.problems.password}
            onChange={(password) => setTyped({ ...typed, password })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
