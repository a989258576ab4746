import { Button, FileButton, Group, Text, TextInput } from '@mantine/core'
import type { UserView } from '@parley/contracts/identity/views.ts'
import { type FormEvent, useState } from 'react'
import { NameAvatar } from '../../design/name-avatar.tsx'
import { SettingRow } from '../../design/setting-row.tsx'
import { smallPicture } from '../../design/small-picture.ts'
import { client } from '../../server/client.ts'
import { useWarningBeforeLeaving } from '../../shell/leave-warning.ts'
import { useAccountChange } from './use-account-change.ts'

/** Name and photo. */
export function Profile({ user }: { user: UserView }) {
  const [name, setName] = useState(user.displayName)
  const changed = name.trim() !== user.displayName
  useWarningBeforeLeaving(changed)
  const save = useAccountChange(
    (displayName: string) => client.call('auth.changeProfile', { body: { displayName } }),
    'Your name was changed',
  )
  const photo = useAccountChange(async (file: File | undefined) => {
    const photoURL = file ? await smallPicture(file) : ''
    return client.call('auth.changeProfile', { body: { photoURL } })
  }, 'Your photo was changed')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') save.setProblems({ displayName: 'Please enter your name.' })
    else save.mutate(name.trim())
  }
  return (
    <>
      <SettingRow label="Photo" help="Shown next to your name to your team">
        <Group>
          <NameAvatar size={56} name={user.displayName} src={user.photoURL ?? null} />
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => file && photo.mutate(file)}
          >
            {(button) => (
              <Button {...button} variant="default" loading={photo.isPending}>
                {user.photoURL ? 'Replace photo' : 'Add photo'}
              </Button>
            )}
          </FileButton>
          {user.photoURL && (
            <Button variant="subtle" color="gray" onClick={() => photo.mutate(undefined)}>
              Remove photo
            </Button>
          )}
        </Group>
        {photo.problems.photoURL && (
          <Text c="var(--mantine-color-error)" size="sm" mt="xs" role="alert">
            {photo.problems.photoURL}
          </Text>
        )}
      </SettingRow>
      <SettingRow label="Full Name">
        <form onSubmit={submit} noValidate>
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              aria-label="Full Name"
              flex={1}
              maxLength={100}
              autoComplete="name"
              value={name}
              error={save.problems.displayName}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={!changed} loading={save.isPending}>
              Save name
            </Button>
          </Group>
        </form>
      </SettingRow>
    </>
  )
}
